package tree

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// TestDigest compares with what GNU coreutils 9.1 printed for these files,
// by the command in the documentation of Digest.
func TestDigest(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	fsys := fstest.MapFS{
		"SKILL.md":               file("x\n"),
		"B.txt":                  file("q\n"),
		"manifest.json":          file("{}\n"),
		"sub/manifest.json":      file("{}\n"),
		"a/we\\ird\nname.txt":    file("b"),
		"a/__pycache__/x":        file("z\n"),
		"link":                   {Data: []byte("SKILL.md"), Mode: fs.ModeSymlink},
		"sub/.git/config":        file("x"),
		"sub/node_modules/x/y.z": file("x"),
	}
	const want = "2e9ab326ff63b18e47c8891b1b94e35a2cfe23dbf322b11d93c49a4d90270a99"
	if got, size, err := Digest(fsys, "."); err != nil || got != want || size != 8 {
		t.Errorf("got %s over %d bytes, %v, want %s over 8", got, size, err, want)
	}
	below := fstest.MapFS{}
	for name, f := range fsys {
		below["skills/x/1.0.0/"+name] = f
	}
	if got, _, err := Digest(below, "skills/x/1.0.0"); err != nil || got != want {
		t.Errorf("below a folder: got %s, %v, want %s", got, err, want)
	}
	fsys["B.txt"] = file("Q\n")
	if got, _, _ := Digest(fsys, "."); got == want {
		t.Error("another content, the same digest")
	}
	if _, _, err := Digest(fsys, "nowhere"); err == nil {
		t.Error("a folder that is not there has a digest")
	}
	for _, mode := range []fs.FileMode{fs.ModeNamedPipe, fs.ModeSocket, fs.ModeDevice} {
		fsys["sub/odd"] = &fstest.MapFile{Mode: mode}
		if _, _, err := Digest(fsys, "."); err == nil || !strings.HasPrefix(err.Error(), "sub/odd is a named pipe, a socket or a device") {
			t.Errorf("%v: %v", mode, err)
		}
	}
}
