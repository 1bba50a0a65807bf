package sources

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// FuzzLock reads any lock file: what it takes is written as it reads again.
func FuzzLock(f *testing.F) {
	f.Add([]byte(`{"version": 1, "sources": [{"name": "acme", "git": "https://example.com/a", "at": "v1", "commit": "0123456789abcdef", "digest": "sha256:` + hex.EncodeToString(make([]byte, 32)) + `"}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		l, err := ReadLock(fstest.MapFS{LockName: {Data: src}})
		if err != nil {
			return
		}
		for _, s := range l.Sources {
			_, _ = s.Revision(), s.Where()
		}
		again, err := ReadLock(fstest.MapFS{LockName: {Data: l.JSON()}})
		if err != nil || !bytes.Equal(again.JSON(), l.JSON()) {
			t.Fatalf("%s became %s, %v", l.JSON(), again.JSON(), err)
		}
	})
}

// FuzzContents loads any archive under its own digest: no path leaves it.
func FuzzContents(f *testing.F) {
	content, _, err := pack(fstest.MapFS{"a/SKILL.md": {Data: []byte("---\nname: a\n---\n")}, "registry.json": {Data: []byte(`{"skills": []}`)}}, Wanted)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	one, err := packOne("../x/SKILL.md", []byte("---\nname: x\n---\n"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(one)
	f.Fuzz(func(t *testing.T, content []byte) {
		sum := sha256.Sum256(content)
		digest := "sha256:" + hex.EncodeToString(sum[:])
		store := NewStore(t.TempDir())
		if err := os.MkdirAll(filepath.Dir(store.file(digest)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(store.file(digest), content, 0o600); err != nil {
			t.Fatal(err)
		}
		tree, err := store.Open(digest)
		if err != nil {
			return
		}
		_ = fs.WalkDir(tree, ".", func(p string, _ fs.DirEntry, _ error) error {
			if !fs.ValidPath(p) {
				t.Fatalf("%q", p)
			}
			return nil
		})
		_, _ = Load(token.NewFileSet(), []Locked{{Source: Source{Name: "a"}, Digest: digest}}, store)
	})
}
