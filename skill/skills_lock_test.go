package skill_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/skill"
)

// TestInstallHashOrder hashes a folder whose files Node has put in the order
// of localeCompare: testdata/localecompare.json was written by
//
//	node -e 'paths.sort((a, b) => a.localeCompare(b))'
func TestInstallHashOrder(t *testing.T) {
	src, err := os.ReadFile("testdata/localecompare.json")
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct{ Paths []string }
	if err := json.Unmarshal(src, &recorded); err != nil || len(recorded.Paths) < 1000 {
		t.Fatal(err, len(recorded.Paths))
	}
	folders := map[string]bool{}
	for _, p := range recorded.Paths {
		for d := path.Dir(p); d != "."; d = path.Dir(d) {
			folders[d] = true
		}
	}
	fsys, sum, bytewise := fstest.MapFS{}, sha256.New(), true
	previous := ""
	for _, p := range recorded.Paths {
		if folders[p] {
			continue // no file can have a folder's name
		}
		fsys["x/"+p] = &fstest.MapFile{Data: []byte(p + "\n")}
		sum.Write([]byte(p + p + "\n"))
		bytewise = bytewise && previous < p
		previous = p
	}
	if bytewise {
		t.Fatal("the order is that of bytes: nothing is tested")
	}
	fsys["x/.git/config"] = &fstest.MapFile{Data: []byte("not hashed")}
	fsys["x/sub/node_modules/a.js"] = &fstest.MapFile{Data: []byte("not hashed")}
	got, err := skill.InstallHash(fsys, "x")
	if want := hex.EncodeToString(sum.Sum(nil)); err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// TestHadInstallHash asks of hashes that a folder had with CRLF at the ends of lines.
func TestHadInstallHash(t *testing.T) {
	fsys := fstest.MapFS{}
	for name, content := range map[string]string{"a.md": "# A\n", "b.cjs": "b\n", "c.bin": "\x00\n"} {
		fsys["x/"+name] = &fstest.MapFile{Data: []byte(content)}
	}
	for _, c := range []struct {
		content string
		had     bool
	}{
		{"a.md# A\r\nb.cjsb\r\nc.bin\x00\n", true},
		{"a.md# A\nb.cjsb\r\nc.bin\x00\n", true},
		{"a.md# A\r\nb.cjsb\nc.bin\x00\n", true},
		{"a.md# B\r\nb.cjsb\r\nc.bin\x00\n", false},
		{"a.md# A\r\nb.cjsb\r\nc.bin\x00\r\n", false},
	} {
		sum := sha256.Sum256([]byte(c.content))
		if got := tree.HadInstallHash(fsys, "x", hex.EncodeToString(sum[:])); got != c.had {
			t.Errorf("%q: got %v", c.content, got)
		}
	}
	if tree.HadInstallHash(fsys, "y", "") {
		t.Error("a folder that is not there had a hash")
	}
}
