package skill

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/txtar"
)

// documents are simple, and show each form that the simple reader knows.
var documents = []string{
	"name: charts\ndescription: Draws charts (bars, lines) from data: no\n",
	"id: a\nname: 技能 1\nversion: 1.0.0\nexports:\n  api_version: \"1.4\"\n  tools:\n    - name: a_b\n      description: 'x # y: z'\n      input_schema:\n        type: object\n        required: [a, b c, 1.5, true]\n        properties:\n          a: {type: string, format: date}\n          b: {type: string, enum: [], pattern: \"^\\\\d.$\", x: {}}\n",
	"# first\nimports:\n- from: a\n  tools:\n  - b\n  - 2026-01-01\n\n- from: c\n\n  # within\n  count: 12\nlast: /etc/x\n",
	"a:   b   \nlist:\n    - x y\n    -   k:  v\n        l: 0.5\n    - [a, [b, {c: d}]]\n",
}

// TestSimpleYAML says that these documents are simple, and read as the library does.
func TestSimpleYAML(t *testing.T) {
	for _, src := range documents[1:] {
		if _, ok := parseSimpleYAML([]byte(src), 1); !ok {
			t.Errorf("not simple:\n%s", src)
		}
		compareYAML(t, []byte(src))
	}
	files, _ := filepath.Glob("../testdata/*/*.txtar")
	simple := 0
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			from, to, _, has, closed := splitFrontmatter(f.Data)
			if has && closed && utf8.Valid(f.Data) && compareYAML(t, f.Data[from:to]) {
				simple++
			}
		}
	}
	if simple < 100 {
		t.Errorf("%d simple documents in %d archives of testdata", simple, len(files))
	}
}

// compareYAML reports whether src is simple; then both readers must agree.
func compareYAML(t *testing.T, src []byte) bool {
	t.Helper()
	simple, ok := parseSimpleYAML(src, 7)
	if !ok {
		return false
	}
	full, err := parseFullYAML(src, 7)
	if err != nil {
		t.Errorf("the library refuses what is simple: %v\n%q", err, src)
	} else if !reflect.DeepEqual(simple, full) {
		t.Errorf("%q:\n%s by the simple reader\n%s by the library", src, outline(simple), outline(full))
	}
	return true
}

// FuzzSimpleYAML holds the simple reader to the library.
func FuzzSimpleYAML(f *testing.F) {
	for _, src := range documents {
		f.Add([]byte(src))
	}
	for _, src := range []string{"a:\n  b\n", "a: [b,c]", "a: b\n c: d\n", "a: 'b''c'", "a: - b", "a:\n- b\n - c\n", "a: 1_000", "a: b:c", "a: x\n...\n", "a: 0x1f", "a: 089", "a: {b: c,}", "a: {b:c}", "a: \u00a0x", "a:\n  - - b\n", "a: yes\n", "a:\n", "? a\n: b\n"} {
		f.Add([]byte(src))
	}
	if src, err := os.ReadFile("../README.md"); err == nil {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if utf8.Valid(src) && len(src) < 1<<12 {
			compareYAML(t, src)
		}
	})
}

// outline shows a tree with its positions.
func outline(n *Node) string {
	text, _ := json.Marshal(n)
	return string(text)
}

// TestSimpleYAMLByChance compares the readers over documents that are put
// together from pieces, most of them nearly simple.
func TestSimpleYAMLByChance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	var value func(depth int) string
	value = func(depth int) string {
		if depth < 3 && random.IntN(5) == 0 {
			open, separator, closing := "[", "", "]"
			if random.IntN(2) == 0 {
				open, separator, closing = "{", "k: ", "}"
			}
			text := open + pick("", " ")
			for i := range random.IntN(4) {
				if i > 0 {
					text += pick(", ", ",", " , ")
				}
				text += separator + value(depth+1)
			}
			return text + pick("", " ") + closing
		}
		return pick("a", "b c", "x-y.z", "1", "1.5", "01", "0.5", "00.5", "1.2.3", "1.02.3", "2026-01-02", "2026-13-99", "1e3", "1_0", "0o7", "12:30", "true", "True", "no", "null", "~", "é ü",
			`"q"`, `'q'`, `"a: b"`, `'it''s'`, `"\n"`, `"\\d\"x"`, `"\\\"`, `"a\"`, `'\'`, `"a"b`, `"a""b"`, `""`, "a:b", "a: b", "a #b", "a#b", "x,y", "x]", "(a)", "/p/q", "- a", "-1", "+1", ".5", "*x", "&x", "!t", "|", ">", "%", "@", "a'b", `a"b`, "a  b", "9223372036854775808", "999999999999999999", "0", "00", "1.", "a:", "inf", "nan", "Infinity", "=", "<<", "y", "n", "0x1F", "1-2-3", "50/day", "5 days", "3rd", "1é", "0x1p2", "1e5x", "12h", "2026-01-02 10:00:00", "1..2", "5%", "é: x")
	}
	simple := 0
	for range 40_000 {
		var b strings.Builder
		indent := 0
		for range 1 + random.IntN(6) {
			b.WriteString(strings.Repeat(" ", indent))
			b.WriteString(pick("", "", "", "- ", "-   "))
			if random.IntN(6) > 0 {
				b.WriteString(pick("a", "b", "a-b", "k", "key", "on", "1", "true", "name", "d.e") + pick(":", ":", ":", ":", ":", ":", ": ", " :"))
			}
			if random.IntN(3) > 0 {
				b.WriteString(" " + value(0))
			}
			b.WriteString(pick("\n", "\n", "\n", "\n", " \n", "\n\n", "\n# c\n", "\n    # c\n", " # c\n", "\n   \n"))
			indent = max(0, indent+2*(random.IntN(3)-1))
		}
		if compareYAML(t, []byte(b.String())) {
			simple++
		}
		if t.Failed() {
			return
		}
	}
	if simple < 500 {
		t.Errorf("only %d documents were simple", simple)
	}
}
