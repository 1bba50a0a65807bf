package git

import (
	"maps"
	"slices"
	"testing"
)

// FuzzTrees compares two tree objects: what differs is what two lists of their entries say, in whatever order they
// stand, and a tree that is broken is refused.
func FuzzTrees(f *testing.F) {
	const id = "01234567890123456789"
	f.Add([]byte("100644 a\x00"+id+"40000 b\x00"+id), []byte("100644 a\x00"+id+"100755 c\x00"+id))
	f.Add([]byte("40000 b\x00"+id+"100644 a\x00"+id), []byte("0 a\x00"+id))
	f.Add([]byte("100644 a\x00short"), []byte{})
	f.Fuzz(func(t *testing.T, before, now []byte) {
		was, ok := entriesOf(before)
		is, ok2 := entriesOf(now)
		list, read := compared(before, now, len(id), func([]byte) bool { return true })
		if !ok || !ok2 {
			return // names twice, or broken: it is enough that it returns
		}
		if !read {
			t.Fatalf("refused: %q and %q", before, now)
		}
		got := map[string]difference{}
		for _, d := range list {
			if d.before != d.now {
				got[d.path] = d
			}
		}
		want := map[string]difference{}
		for name := range maps.Keys(was) {
			want[name] = difference{name, was[name], is[name]}
		}
		for name := range maps.Keys(is) {
			want[name] = difference{name, was[name], is[name]}
		}
		maps.DeleteFunc(want, func(_ string, d difference) bool { return d.before == d.now })
		if !maps.Equal(got, want) {
			t.Errorf("%v, want %v", slices.Collect(maps.Values(got)), slices.Collect(maps.Values(want)))
		}
	})
}

// entriesOf are the entries of a tree by name; ok is false when it is broken, or has a name twice.
func entriesOf(tree []byte) (entries map[string]child, ok bool) {
	entries = map[string]child{}
	for len(tree) > 0 {
		e, size := next(tree, 20)
		if _, twice := entries[string(e.name)]; size == 0 || twice {
			return nil, false
		}
		entries[string(e.name)] = e.child()
		tree = tree[size:]
	}
	return entries, true
}
