package tree

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// TestDisk holds the file system to its interfaces, and to the root: what
// leads out of it is refused, however it is written.
func TestDisk(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	write := func(p, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, from string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(outside, "secret"), "s")
	write(filepath.Join(dir, "a/b/c.txt"), "c")
	write(filepath.Join(dir, "d.txt"), "d")
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	disk := NewDisk(root)
	defer disk.Close()
	if err := fstest.TestFS(disk, "a/b/c.txt", "d.txt"); err != nil {
		t.Error(err)
	}
	link(filepath.Join(outside, "secret"), "absolute")
	link(outside, "folder")
	link("../"+filepath.Base(outside)+"/secret", "relative")
	link("a/b", "inside")
	link("absolute", "twice")
	for _, name := range []string{"absolute", "folder/secret", "relative", "twice", "../secret", "/etc/passwd", "a/../../secret"} {
		if text, err := fs.ReadFile(disk, name); err == nil {
			t.Errorf("%s was read: %q", name, text)
		}
		if _, err := fs.ReadDir(disk, name); err == nil {
			t.Errorf("%s was listed", name)
		}
	}
	if _, err := fs.ReadDir(disk, "folder"); err == nil {
		t.Error("a folder outside of the root was listed")
	}
	if text, err := fs.ReadFile(disk, "inside/c.txt"); err != nil || string(text) != "c" {
		t.Errorf("a link within the root: %q, %v", text, err)
	}
	if text, err := ReadFile(disk, "d.txt", MaxFile); err != nil || string(text) != "d" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadFile(disk, "a", MaxFile); err == nil {
		t.Error("a folder was read as a file")
	}
}
