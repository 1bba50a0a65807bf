package python_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

func parse(t *testing.T, src string) *python.File {
	t.Helper()
	f := python.Parse([]byte(src))
	if f.Err != nil {
		t.Fatalf("%s at offset %d of %q", f.Err, f.Err.Offset, src)
	}
	return f
}

// find returns the first node of type T.
func find[T python.Node](t *testing.T, f *python.File) T {
	t.Helper()
	for n := range f.Nodes() {
		if n, ok := n.(T); ok {
			return n
		}
	}
	t.Fatal("no such node")
	panic("unreachable")
}

func TestImports(t *testing.T) {
	src := `import os, a.b.c as d
from skills.zodiac.services import x as y, z
from ..zodiac import *
from . import local
if TYPE_CHECKING:
    from skills.a import T
else:
    try:
        import b
    except ImportError:
        def f():
            import c
class C:
    def g(self): import e
`
	f := parse(t, src)
	var got []string
	for i := range f.Imports() {
		module := src[i.Module.Start:i.Module.End]
		line := fmt.Sprintf("%s|%s|%s|%s", strings.Repeat(".", i.Dots)+module, i.Module, i.Name.Name, i.As.Name)
		if i.TypeChecking {
			line += " typing"
		}
		if i.Try {
			line += " try"
		}
		if i.Function {
			line += " function"
		}
		got = append(got, line)
	}
	want := []string{
		"os|os||", "a.b.c|a.b.c||d", "skills.zodiac.services|skills.zodiac.services|x|y",
		"skills.zodiac.services|skills.zodiac.services|z|", "..zodiac|zodiac|*|", ".||local|",
		"skills.a|skills.a|T| typing", "b|b|| try", "c|c|| try function", "e|e|| function",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCallsEverywhere(t *testing.T) {
	for _, src := range []string{
		"x = f'{a!r:>{T(1)}}'",
		"x = f'{f\"{T(1)}\"}'",
		"x = rf'''\n\\{T(1)}'''",
		"x = t'{T(1)}'",
		"@T(1)\ndef f(): pass",
		"class A(B, metaclass=T(1)): pass",
		"def f(a=T(1)): pass",
		"def f(a: T(1)) -> int: pass",
		"def f() -> T(1): pass",
		"f = lambda a=T(1): a",
		"f = lambda: T(1)",
		"x = [a for a in b if T(1)]",
		"x = {a: T(1) for a in b}",
		"match a:\n    case A(b) if T(1): pass",
		"match T(1):\n    case _: pass",
		"with (T(1) as a, b): pass",
		"with T(1).b as a: pass",
		"async def f():\n    await T(1)",
		"x[T(1):] = 2",
		"for x in T(1): pass",
		"assert a, T(1)",
		"raise A from T(1)",
		"del a[T(1)]",
		"type X = T(1)",
		"x: T(1) = 2",
		"if (a := T(1)): pass",
		"try: pass\nexcept T(1): pass",
		"yield T(1)",
		"return *a, T(1)",
		"x = a if T(1) else b",
		"x = not -a ** T(1)",
		"x = a < b in T(1)",
		"x.f().g(T(1))[0]",
		"match(T(1))",
		"print >>T(1), 2",
	} {
		f := parse(t, src)
		n := 0
		for node := range f.Nodes() {
			if c, ok := node.(*python.Call); ok && c.Callee() == "T" {
				n++
				if text := src[c.Start:c.End]; text != "T(1)" {
					t.Errorf("%q: call at %q", src, text)
				}
			}
		}
		if n != 1 {
			t.Errorf("%q: %d calls of T, want 1", src, n)
		}
	}
}

func TestPatternIsNoCall(t *testing.T) {
	f := parse(t, "match a:\n    case T(1) | T(b=2): pass")
	for n := range f.Nodes() {
		if _, ok := n.(*python.Call); ok {
			t.Error("a class pattern was read as a call")
		}
	}
}

func TestArg(t *testing.T) {
	for _, tt := range []struct{ call, want string }{
		{`f(a, b)`, "b"},
		{`f(a, name=c)`, "c"},
		{`f(name=c)`, "c"},
		{`f(a)`, "none"},
		{`f(a, *b)`, "unknown"},
		{`f(*b, name=c)`, "c"},
		{`f(a, b, *c)`, "b"},
		{`f(a, **c)`, "unknown"},
		{`f(a, b, **c)`, "b"},
	} {
		call := find[*python.Call](t, parse(t, tt.call))
		got := "none"
		if value, ok := call.Arg(1, "name"); !ok {
			got = "unknown"
		} else if value != nil {
			got = python.DottedName(value)
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.call, got, tt.want)
		}
	}
}

func TestOffset(t *testing.T) {
	src := `x = "a\n" r'\d' """é` + "\r\n" + `z""" f"{{q}}{v}w"`
	s := find[*python.String](t, parse(t, src))
	value, ok := s.Value()
	if ok || value != "a\n\\dé\nz{q}w" {
		t.Fatalf("value %q, %v", value, ok)
	}
	for _, tt := range []struct {
		position int
		want     string
	}{
		{0, `a\n`}, {1, `\n"`}, {2, `\d'`}, {3, `d'`}, {4, "é\r"}, {5, "é\r"}, {6, "\r\nz"}, {7, `z"`},
		{8, `{{q`}, {9, "q}}"}, {10, "}}{v"}, {11, `w"`}, {12, `"`}, {99, `"`},
	} {
		if got := s.Offset(tt.position); !strings.HasPrefix(src[got:], tt.want) {
			t.Errorf("position %d is at %q, want %q", tt.position, src[got:], tt.want)
		}
	}
}

func TestValue(t *testing.T) {
	for _, tt := range []struct {
		literal, want string
		known         bool
	}{
		{`"a" 'b'`, "ab", true},
		{`""`, "", true},
		{`"\x41\101\u4e2d\U0001F600\0"`, "AA中😀\x00", true},
		{`b"\xff\'"`, "\xff'", true},
		{`b"\u1234"`, `\u1234`, true},
		{`r"\x41"`, `\x41`, true},
		{"'a\\\n b'", "a b", true},
		{`"\q"`, `\q`, true},
		{`"\N{DASH}x"`, "\ufffdx", false},
		{`"\ud800"`, "\ufffd", false},
		{`f"a{{b}}"`, "a{b}", true},
		{`f"a{b}c"`, "ac", false},
		{`t"a"`, "a", false},
	} {
		got, known := find[*python.String](t, parse(t, tt.literal)).Value()
		if got != tt.want || known != tt.known {
			t.Errorf("%s: got %q %v, want %q %v", tt.literal, got, known, tt.want, tt.known)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "00": "0", "1_000": "1000", "0xFF": "255", "0o17": "15", "0b1_0": "2", "1.5e3": "1500.0", "5.": "5.0",
		".5": "0.5", "1e300": "1e+300", "1e999": "", "1j": "", "9999999999999999999999": "9999999999999999999999",
	} {
		if got, ok := find[*python.Number](t, parse(t, text)).JSON(); got != want || ok != (want != "") {
			t.Errorf("%s: got %q %v, want %q", text, got, ok, want)
		}
	}
}

func TestComments(t *testing.T) {
	src := "# one\nx = (1, # two\n  '# no') # three\r\n   # four"
	f := parse(t, src)
	var got []string
	for _, c := range f.Comments {
		if src[c.Start:c.End] != c.Text {
			t.Errorf("comment %q is at %q", c.Text, src[c.Start:c.End])
		}
		got = append(got, c.Text)
	}
	if fmt.Sprint(got) != "[# one # two # three # four]" {
		t.Error(got)
	}
}

func TestPath(t *testing.T) {
	f := parse(t, "class A:\n  async def f(self):\n    return await g(1)")
	for n, path := range f.Nodes() {
		if _, ok := n.(*python.Number); ok {
			var got []string
			for _, p := range path {
				got = append(got, strings.TrimPrefix(fmt.Sprintf("%T", p), "*python."))
			}
			if strings.Join(got, " ") != "File ClassDef FunctionDef Return Await Call" {
				t.Error(got)
			}
		}
	}
}
