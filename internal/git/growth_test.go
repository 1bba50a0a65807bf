package git

import (
	"bufio"
	"context"
	"fmt"
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
		"a commit that moves and changes all files": {
			func(n int) string {
				return "\x01" + id(0) + " 5\x00\n" + list(n, func(i int) string {
					return fmt.Sprintf(":000000 100644 %s %s A\x00new/s%d/SKILL.md\x00:100644 000000 %s %s D\x00old/s%d/SKILL.md\x00", id(0), id(i+1), i, id(i+n+1), id(0), i)
				})
			},
			historyOf,
		},
		"a commit that moves all files": {
			func(n int) string {
				return "\x01" + id(0) + " 5\x00\n" + list(n, func(i int) string {
					return fmt.Sprintf(":000000 100644 %s %s A\x00new/s%d/SKILL.md\x00:100644 000000 %s %s D\x00old/s%d/SKILL.md\x00", id(0), id(n-i), i, id(i+1), id(0), i)
				})
			},
			historyOf,
		},
		"commits of one file": {
			func(n int) string {
				return list(n, func(i int) string {
					return fmt.Sprintf("\x01%s 5\x00\n:100644 100644 %s %s M\x00new/s0/SKILL.md\x00", id(i), id(i), id(i+1))
				})
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

// TestLongHistory reads of a log as much as it may, and says that there is more.
func TestLongHistory(t *testing.T) {
	h := &history{base: "SKILL.md", most: 2, today: map[string]string{"a/SKILL.md": "a/SKILL.md"}, states: map[string][]Version{}}
	change := "\x01c 5\x00\n:100644 100644 1 2 M\x00a/SKILL.md\x00"
	if err := h.log(bufio.NewReader(strings.NewReader(strings.Repeat(change, 3)))); err != errEnough || len(h.states["a/SKILL.md"]) != 2 {
		t.Errorf("%v, %d states", err, len(h.states["a/SKILL.md"]))
	}
}

// historyOf reads a log and counts the states of files.
func historyOf(n int, log *bufio.Reader) (states int) {
	h := &history{ctx: context.Background(), base: "SKILL.md", most: maxChanges, today: map[string]string{}, states: map[string][]Version{}, repo: &Repository{Top: "/nowhere", gitDir: "/nowhere"}}
	defer h.repo.Close()
	for i := range n {
		h.today[fmt.Sprintf("new/s%d/SKILL.md", i)] = fmt.Sprintf("new/s%d/SKILL.md", i)
	}
	_ = h.log(log)
	for _, s := range h.states {
		states += len(s)
	}
	return states
}
