package skill

import (
	"fmt"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const good = "---\nid: good\n---\n# Good\n"

// huge is a file system with one file that claims to be of a terabyte.
type huge struct{ fstest.MapFS }

func (h huge) Open(name string) (fs.File, error) {
	f, err := h.MapFS.Open(name)
	if name == "bad/SKILL.md" {
		return hugeFile{f}, err
	}
	return f, err
}

type hugeFile struct{ fs.File }

func (f hugeFile) Stat() (fs.FileInfo, error) { info, err := f.File.Stat(); return hugeInfo{info}, err }

type hugeInfo struct{ fs.FileInfo }

func (hugeInfo) Size() int64 { return 1 << 40 }

// TestHostile reads hostile files: each is one problem at the right line, or
// none, and the good skill beside it is still there.
func TestHostile(t *testing.T) {
	var keys, anchors strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&keys, "k%d: v\n", i)
	}
	for i := range 30_000 {
		fmt.Fprintf(&anchors, "k%d: &a%d v\n", i, i)
	}
	for name, c := range map[string]struct{ src, want string }{
		"60k keys":           {"---\nname: bad\n" + keys.String() + "---\n", ""},
		"200k keys":          {"---\n" + strings.Repeat(keys.String(), 4) + "---\n", "2: the data is larger than 1 MiB and was not read"},
		"30k anchors":        {"---\n" + anchors.String() + "---\n", ""},
		"deep flow":          {"---\na: " + strings.Repeat("[", 100_000) + "\n---\n", "2: nested deeper than 256 levels"},
		"deep block":         {"---\n" + strings.Repeat("- ", 5_000) + "x\n---\n", "2: nested deeper than 256 levels"},
		"deep map":           {"---\n" + strings.Repeat(`{"":`, 50_000) + "\n---\n", "2: nested deeper than 256 levels"},
		"self alias":         {"---\na: &a [*a]\n---\n", `2: alias "*a" contains itself`},
		"mutual alias":       {"---\na: &a {b: &b [*a]}\n---\n", `2: alias "*a" contains itself`},
		"merge bomb":         {"---\na: &a {x: 1}\nb: &b {<<: [" + strings.Repeat("*a,", 6_000) + "]}\nc: {<<: [" + strings.Repeat("*b,", 50) + "]}\n---\n", "3: aliases expand to more than 10000 values, as in billion laughs"},
		"broken tag":         {"---\n0: [:!00 \xc3\xaf\n---\n", "2: did not find expected ',' or ']'"},
		"binary tag":         {"---\na: !!binary x\nb: !!python/object:os.system [x]\n---\n", ""},
		"UTF-16":             {"\xff\xfe-\x00-\x00", "1: the file is UTF-16, expected UTF-8"},
		"invalid UTF-8":      {"---\na: b\nc: \xff\n---\n", "3: invalid UTF-8: byte 0xff"},
		"NUL":                {"---\na: b\x00\n---\n", "2: the file contains a NUL character: it is not text"},
		"CRLF":               {"---\r\nname: bad\r\ndescription: x\r\n---\r\n# Bad\r\n", ""},
		"BOM":                {"\ufeff---\nname: bad\n---\n# Bad\n", ""},
		"lone CR":            {"---\nname: bad\rdescription: b: c\n---\n", "2: mapping values are not allowed in this context"},
		"tab":                {"---\na:\n\tb: c\n---\n", "3: a tab indents the line, expected spaces"},
		"no fence":           {"---\nname: bad\n", `1: the frontmatter is never closed: expected a line "---" after it`},
		"fence in the text":  {"---\nname: bad\n---\n# A\n\n---\n\n```\n---\n```\n", ""},
		"empty":              {"", "1: the file is empty"},
		"complex keys":       {"---\n? [a, b]\n: c\n? {d: e}\n: f\n---\n", ""},
		"100k blank lines":   {"---\nname: bad\n---\n" + strings.Repeat("\n", 100_000) + "[x](y.md)\n", ""},
		"20 MB body":         {"---\nname: bad\n---\n" + strings.Repeat("0123456789abcdef", 20<<16), "1: the file is larger than 5 MiB and was not read"},
		"quadratic brackets": {"---\nname: bad\n---\n" + strings.Repeat("[", 200_000) + "](\n", ""},
		"quadratic emphasis": {"---\nname: bad\n---\n" + strings.Repeat("*a **b ", 50_000) + "](\n", ""},
		"prototype keys":     {"---\n__proto__: {id: x}\nconstructor: y\n---\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			ws, err := Load(token.NewFileSet(), fstest.MapFS{"good/SKILL.md": {Data: []byte(good)}, "bad/SKILL.md": {Data: []byte(c.src)}}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range ws.Manifests {
				m.Text()
			}
			got := ""
			for _, d := range ws.Problems {
				if d.Kind != SyntaxProblem {
					t.Errorf("%q is a problem of kind %d", d.Message, d.Kind)
				}
				got += fmt.Sprintf("%d: %s", ws.Fset.Position(d.Pos).Line, d.Message)
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if len(ws.Index.ID("good")) != 1 {
				t.Error("the good skill is gone")
			}
		})
	}
}

func TestHugeFile(t *testing.T) {
	ws, err := Load(token.NewFileSet(), huge{fstest.MapFS{"good/SKILL.md": {Data: []byte(good)}, "bad/SKILL.md": {}}}, Options{})
	if err != nil || len(ws.Problems) != 1 || !strings.Contains(ws.Problems[0].Message, "larger than 5 MiB") || len(ws.Index.ID("good")) != 1 {
		t.Errorf("%v %+v", err, ws.Problems)
	}
}

func TestEncrypted(t *testing.T) {
	ws, err := Load(token.NewFileSet(), fstest.MapFS{
		"good/SKILL.md":   {Data: []byte(good)},
		"sealed/SKILL.md": {Data: []byte("\x00GITCRYPT\x00\x8a\x9e")},
		"other/SKILL.md":  {Data: []byte("\x00GITCRYPTS")},
	}, Options{})
	if err != nil || len(ws.Problems) != 1 || !strings.Contains(ws.Problems[0].Message, "NUL") {
		t.Errorf("%v %+v", err, ws.Problems)
	}
	if want := []InertFolder{{Path: "sealed/SKILL.md", Reason: Encrypted, Files: 1}}; !slices.Equal(ws.Inert(), want) {
		t.Errorf("not judged: %+v, want %+v", ws.Inert(), want)
	}
	if ws, _ = Load(token.NewFileSet(), fstest.MapFS{"sealed/SKILL.md": {Data: []byte("\x00GITCRYPT\x00\x8a\x9e")}}, Options{Judge: func(string, string) bool { return true }}); len(ws.Problems) != 1 || !strings.Contains(ws.Problems[0].Message, "git-crypt unlock") {
		t.Errorf("judged all the same: %+v", ws.Problems)
	}
}
