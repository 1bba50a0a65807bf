package git

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/growth"
)

// TestGrowth reads listings of git of n parts and of 2n.
func TestGrowth(t *testing.T) {
	id := func(i int) string { return fmt.Sprintf("%040x", i) }
	list := func(n int, record func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(record(i))
		}
		return b.String()
	}
	stats := "  ctime: 1:2\n  mtime: 3:4\n  dev: 5\tino: 6\n  uid: 7\tgid: 8\n  size: 9\tflags: 0\n"
	for name, shape := range map[string]struct {
		text func(n int) string
		read func(n int, out *bufio.Reader) (got int)
	}{
		"an index": {
			func(n int) string {
				return list(n, func(i int) string { return fmt.Sprintf("H 100644 %s 0\td/f%d\x00%s", id(i), i, stats) })
			},
			func(n int, out *bufio.Reader) int {
				ix := &index{files: map[string]indexed{}}
				_ = records(out, ix.take())
				return len(ix.files)
			},
		},
		"an index of one file": {
			func(n int) string { return "H 100644 " + id(1) + " 0\ta\x00" + strings.Repeat(stats, n) },
			func(n int, out *bufio.Reader) int {
				ix := &index{files: map[string]indexed{}}
				_ = records(out, ix.take())
				return n * len(ix.files)
			},
		},
		"a tree": {
			func(n int) string {
				return list(n, func(i int) string { return fmt.Sprintf("100644 blob %s 5\td%d/f%d\x00", id(i), i%7, i) })
			},
			func(n int, out *bufio.Reader) int {
				r := &Revision{entries: map[string]entry{}, dirs: map[string][]entry{".": nil}}
				_ = records(out, func(record string) error { r.take(context.Background(), record); return nil })
				return len(r.entries) - 7
			},
		},
		"a commit that moves and changes all files": {moved(func(i, n int) int { return i + n }), historyOf},
		"a commit that moves all files":             {moved(func(i, n int) int { return n - 1 - i }), func(n int, out *bufio.Reader) int { return historyOf(n, out) / 2 }}, // under both names
		"commits of one file": {
			func(n int) string {
				return list(n, func(i int) string { return "commit\nnew/s0/SKILL.md " + id(n-i) + "\n" })
			},
			historyOf,
		},
	} {
		t.Run(name, func(t *testing.T) {
			growth.Twice(t, 400, func(n int) func() {
				text := shape.text(n)
				return func() {
					if got := shape.read(n, bufio.NewReader(strings.NewReader(text))); got != n {
						t.Fatalf("%d of %d", got, n)
					}
				}
			})
		})
	}
}

// moved is a history of two commits, of which the second moves n files: the object of the i-th was that of another.
func moved(other func(i, n int) int) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString("commit\n")
		for i := range n {
			fmt.Fprintf(&b, "new/s%d/SKILL.md %040x\n", i, i+1)
		}
		b.WriteString("commit\n")
		for i := range n {
			fmt.Fprintf(&b, "old/s%d/SKILL.md %040x\n", i, other(i, n)+1)
		}
		return b.String()
	}
}

// historyOf reads a history, of which a line is "commit" or a file of the last commit with its object, and counts
// the states of files.
func historyOf(n int, out *bufio.Reader) (states int) {
	objects, roots := objects{}, []string{}
	var files map[string]string
	commit := func() {
		if files != nil {
			roots = append(roots, objects.tree(files, ""))
		}
		files = map[string]string{}
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if name, id, file := strings.Cut(lines.Text(), " "); file {
			files[name] = id
		} else {
			commit()
		}
	}
	commit()
	h := &history{
		ctx: context.Background(), base: "SKILL.md", today: map[string]string{}, states: map[string][]Version{},
		trees: trees{read: objects.read, most: maxChanges}, repo: &Repository{Top: "/nowhere", gitDir: "/nowhere", common: "/nowhere"},
	}
	defer h.repo.Close()
	for i := range n {
		h.today[fmt.Sprintf("new/s%d/SKILL.md", i)] = fmt.Sprintf("new/s%d/SKILL.md", i)
	}
	_ = h.log(bufio.NewReader(strings.NewReader(objects.log(roots...))))
	for _, s := range h.states {
		states += len(s)
	}
	return states
}

// log is what git prints of commits, newest first, of which these are the trees.
func (o objects) log(roots ...string) string {
	var b strings.Builder
	for i, root := range roots {
		before, parent := "", ""
		if i+1 < len(roots) {
			before, parent = roots[i+1], "p"
		}
		fmt.Fprintf(&b, "\x01c 5 %s\x00\n", parent)
		old, _ := hex.DecodeString(before)
		now, _ := hex.DecodeString(root)
		list, _ := (&trees{read: o.read}).pair(string(old), string(now), func([]byte) bool { return true })
		for _, d := range list {
			side := func(c child) (mode, id string) { return fmt.Sprintf("%06s", c.mode), fmt.Sprintf("%040x", c.id) }
			modeBefore, idBefore := side(d.before)
			modeNow, idNow := side(d.now)
			fmt.Fprintf(&b, ":%s %s %s %s M\x00%s\x00", modeBefore, modeNow, idBefore, idNow, d.path)
		}
	}
	return b.String()
}

// objects are trees by name.
type objects map[string][]byte

func (o objects) read(id string) ([]byte, error) {
	src, known := o[id]
	if !known {
		return nil, errors.New(id)
	}
	return src, nil
}

// tree makes the tree of files below a folder, of which all are given.
func (o objects) tree(files map[string]string, dir string) string {
	below := map[string]map[string]string{}
	for name, id := range files {
		first, rest, _ := strings.Cut(name, "/")
		if below[first] == nil {
			below[first] = map[string]string{}
		}
		below[first][rest] = id
	}
	var src []byte
	for _, name := range slices.Sorted(maps.Keys(below)) {
		mode, id := "100644", below[name][""]
		if id == "" {
			mode, id = "40000", o.tree(below[name], dir+name+"/")
		}
		raw, _ := hex.DecodeString(id)
		src = append(append(append(src, mode+" "+name...), 0), raw...)
	}
	id := fmt.Sprintf("%x", sha1.Sum(src))
	o[id] = src
	return id
}

// TestTreeBomb follows files through commits whose small trees stand for any number of files.
func TestTreeBomb(t *testing.T) {
	objects := objects{}
	bomb := func(blob string) string {
		id := objects.tree(map[string]string{"a/SKILL.md": blob, "b/SKILL.md": blob}, "")
		for range 60 {
			raw, _ := hex.DecodeString(id)
			src := fmt.Appendf(nil, "40000 a\x00%s40000 b\x00%s", raw, raw)
			id = fmt.Sprintf("%x", sha1.Sum(src))
			objects[id] = src
		}
		return id
	}
	root := func(bomb string, files map[string]string) string {
		raw, _ := hex.DecodeString(bomb)
		src := append(fmt.Appendf(nil, "40000 bomb\x00%s", raw), objects[objects.tree(files, "")]...)
		id := fmt.Sprintf("%x", sha1.Sum(src))
		objects[id] = src
		return id
	}
	x, y := strings.Repeat("1", 40), strings.Repeat("2", 40)
	log := objects.log(root(bomb(y), map[string]string{"new/SKILL.md": y}), root(bomb(x), map[string]string{"new/SKILL.md": x}), root(bomb(y), map[string]string{"old/SKILL.md": x}))
	h := &history{ctx: t.Context(), base: "SKILL.md", today: map[string]string{"new/SKILL.md": "new/SKILL.md"}, states: map[string][]Version{}, trees: trees{read: objects.read, most: 10_000}}
	if err := h.log(bufio.NewReader(strings.NewReader(log))); err != nil || !h.cut || len(h.states["new/SKILL.md"]) != 2 {
		t.Errorf("%v, cut off: %v, %v", err, h.cut, h.states)
	}
}
