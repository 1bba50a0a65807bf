package git

import (
	"bufio"
	"bytes"
	"context"
	"io/fs"
	"strings"
	"testing"
)

// FuzzListings reads any listing of an index or a tree, of which a stranger
// chooses the names: every path stays below the root.
func FuzzListings(f *testing.F) {
	f.Add([]byte("H 100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391 0\ta/b.md\x00  ctime: 1:2\n  mtime: 3:4\n  dev: 5\tino: 6\n  uid: 7\tgid: 8\n  size: 9\tflags: 0\nH 100644 x 1\tc\x00"))
	f.Add([]byte("100644 blob e69de29bb2d1d6434b8b29ae775ad8c2e48c5391       0\tp/a.md\x00120000 blob e69de29 -\tp/../b\x00040000 tree x -\tp//\x00"))
	f.Fuzz(func(t *testing.T, out []byte) {
		ix := &index{files: map[string]indexed{}}
		_ = records(bufio.NewReader(bytes.NewReader(out)), ix.take())
		r := &Revision{prefix: "p/", entries: map[string]entry{}, dirs: map[string][]entry{".": nil}}
		take := func(record string) error {
			if head, _, _ := strings.Cut(record, "\t"); !strings.Contains(head, "commit") { // for a submodule git is asked
				r.take(context.Background(), record)
			}
			return nil
		}
		_ = records(bufio.NewReader(bytes.NewReader(out)), take)
		for p := range r.entries {
			if !fs.ValidPath(p) {
				t.Fatalf("%q", p)
			}
		}
	})
}
