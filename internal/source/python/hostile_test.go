package python_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// TestHostile reads sources that are made to hurt: the answer is a tree that a recursive visitor can walk. That the
// time is linear shows in the test's own time: the sources have megabytes.
func TestHostile(t *testing.T) {
	const n = 100_000
	many := strings.Repeat
	for name, src := range map[string]string{
		"open parentheses":         many("(", n),
		"open brackets, a call":    many("f([", n),
		"closed parentheses":       many("(", n) + many(")", n),
		"closing parentheses":      many(")", n),
		"open braces":              many("{", n),
		"minus":                    many("-", n) + "x",
		"not":                      many("not ", n) + "x",
		"power":                    many("2**", n) + "x",
		"lambda":                   many("lambda:", n) + "x",
		"conditional":              many("a if b else ", n) + "x",
		"sum":                      many("a+", n) + "x",
		"and":                      many("a and ", n) + "x",
		"or":                       many("a or ", n) + "x",
		"comparisons":              many("a<", n) + "x",
		"calls":                    "f" + many("()", n),
		"method calls":             "f" + many(".a(b)", n),
		"subscripts":               "f" + many("[0]", n),
		"attributes":               "f" + many(".a", n),
		"nested chains":            many("(", 190) + "x" + many(many(".a", 5000)+")", 190),
		"assignments":              many("a=", n) + "x",
		"annotations":              many("a:", n) + "x",
		"decorators":               many("@a\n", n) + "def f(): pass",
		"elif":                     "if a: pass\n" + many("elif a: pass\n", n),
		"else on one line":         many("if a: ", n),
		"indentation":              staircase(2000),
		"f-strings in f-strings":   many("f'{", n),
		"f-strings, other quotes":  many(`f"{f'{`, n),
		"formats":                  "f'" + many("{a:", n),
		"format fields":            "f'''" + many("{a!r:>{b}}", n) + "'''",
		"escaped braces":           "f'" + many("{{", n) + "'",
		"strings":                  many("'a' ", n),
		"quotes":                   many("'", n),
		"triple quotes":            many("'''", n),
		"open triple quotes":       many("\\'''\n", n),
		"backslashes":              "'" + many("\\", n),
		"continuations":            many("\\\n", n) + "x",
		"names \\N":                "x = '" + many(`\N{`, n) + "'; f'" + many(`\N{`, n),
		"long line":                "x = [" + many("1, 'a', b.c(d=1), ", 10<<20/18) + "]",
		"long string":              "x = '" + many("a", 10<<20) + "'",
		"long name":                many("a", 10<<20),
		"long number":              many("9", 10<<20),
		"long comment":             "#" + many("a", 10<<20),
		"one line of match":        many("match(a);", n),
		"match match":              many("match ", n),
		"match, brackets":          many("match (", n),
		"with, brackets":           many("with (", n),
		"type type":                many("type ", n),
		"lines of with":            many("with (a\n", n),
		"lines of match":           many("match (a\n", n),
		"lines of open calls":      many("f(\n", n),
		"lines of open calls, def": many("f(\ndef g(\n", n),
		"or patterns":              "match a:\n case " + many("a|", n) + "b: pass",
		"nested patterns":          "match a:\n case " + many("[", n),
		"dotted patterns":          "match a:\n case a" + many(".a", n) + ": pass",
		"NUL":                      many("\x00", n),
		"invalid UTF-8":            many("\xff", n),
		"dedents":                  many(" a\na\n", n),
		"semicolons":               many(";", n),
		"imports":                  "import a" + many(".a", n) + many(",b", n),
		"dots":                     "from " + many(".", n) + " import a",
		"commas":                   many("a,", n),
		"stars":                    many("*", n),
		"walrus":                   many("(a:=", n),
		"yield":                    many("yield ", n),
		"await":                    many("await ", n),
		"globals":                  many("def f():\n global a\n a.b(c)\n", n/10),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f := python.Parse([]byte(src))
			runtime.ReadMemStats(&after)
			if per := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(src)); per > 400 {
				t.Errorf("%.0f bytes of memory for each byte of source", per)
			}
			deepest := 0
			for n, path := range f.Nodes() {
				deepest = max(deepest, len(path))
				switch n := n.(type) {
				case *python.Name:
					f.Resolve(n)
				case *python.String:
					n.Value()
				}
			}
			if deepest > 30_000 {
				t.Errorf("the tree is %d deep", deepest)
			}
		})
	}
}

func staircase(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	return b.String()
}
