package python_test

import (
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

func TestConst(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"assigned once", "X = 1", true},
		{"annotated", "X: int = 1", true},
		{"annotation first", "X: int\nX = 1", true},
		{"one of several targets", "Y = X = 1", true},
		{"under if", "if a:\n  X = 1", true},
		{"read only", "X = {}\nX.get(1)\nf(X['a'])\nY = X", true},
		{"a local of the same name", "X = 1\ndef f():\n  X = 2", true},
		{"an attribute of the same name", "X = 1\na.X = 2", true},
		{"star import before", "from a import *\nX = 1", true},
		{"never", "Y = 1", false},
		{"twice", "X = 1\nX = 2", false},
		{"augmented", "X = 1\nX += 2", false},
		{"unpacked", "X, Y = 1, 2", false},
		{"deleted", "X = 1\ndel X", false},
		{"imported, too", "X = 1\nfrom a import X", false},
		{"star import after", "X = 1\nfrom a import *", false},
		{"loop", "X = 1\nfor X in y: pass", false},
		{"with", "X = 1\nwith a as X: pass", false},
		{"except", "X = 1\ntry: pass\nexcept A as X: pass", false},
		{"def", "X = 1\ndef X(): pass", false},
		{"class", "X = 1\nclass X: pass", false},
		{"walrus", "X = 1\nprint(X := 2)", false},
		{"walrus in a comprehension", "X = 1\n[0 for a in b if (X := 2)]", false},
		{"capture", "X = 1\nmatch a:\n  case [X, _]: pass", false},
		{"global", "X = 1\ndef f():\n  global X\n  X = 2", false},
		{"item", "X = {}\nX['a'] = 1", false},
		{"item deleted", "X = {}\ndel X['a']", false},
		{"nested item, in a function", "X = {}\ndef f():\n  X['a']['b'] = 1", false},
		{"changed by a method", "X = []\nX.append(1)", false},
		{"changed by a method, in a method", "X = []\nclass A:\n  def f(self):\n    X.append(1)", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			value, ok := parse(t, tt.src).Const("X")
			if ok != tt.want || ok && value == nil {
				t.Errorf("got %v %v, want %v", value, ok, tt.want)
			}
		})
	}
}

func TestBinds(t *testing.T) {
	for src, want := range map[string]bool{
		"class X: pass": true, "from a import X": true, "import b as X": true, "X = Y = 1": true, "from a import *": true,
		"def f():\n  global X\n  X = 1": true, "if a:\n  def X(): pass": true,
		"Y = X": false, "def f():\n  X = 1": false, "import X.y as z": false, "a.X = 1": false, "X: int": false,
	} {
		if got := parse(t, src).Binds("X"); got != want {
			t.Errorf("%q: got %v, want %v", src, got, want)
		}
	}
}

// TestText folds the first argument of the call use(…).
func TestText(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"literal", "use('a' 'b')", "ab"},
		{"constant", "X = 'a'\nuse(X)", "a"},
		{"sum", "X = 'a.'\nY = X + 'b'\nuse(Y + '.c')", "a.b.c"},
		{"f-string", "X = 'a'\nuse(f'{X}.{X!s}{{')", "a.a{"},
		{"in a function", "X = 'a'\ndef f():\n  use(X)", "a"},
		{"local", "X = 'a'\ndef f():\n  X = 'b'\n  use(X)", "b"},
		{"enclosing function", "def f():\n  x = 'a'\n  def g():\n    use(x)", "a"},
		{"after a nested function", "def f():\n  x = 'a'\n  def g(x):\n    pass\n  use(x)", "a"},
		{"in its class", "class A:\n  x = 'a'\n  use(x)", "a"},
		{"class names are not seen by methods", "x = 'm'\nclass A:\n  x = 'a'\n  def f(self): use(x)", "m"},
		{"default of a parameter", "x = 'm'\ndef f(a=use(x), x=1): pass", "m"},
		{"parameter", "X = 'a'\ndef f(X):\n  use(X)", "?"},
		{"lambda parameter", "X = 'a'\nlambda X: use(X)", "?"},
		{"comprehension target", "X = 'a'\n[use(X) for X in y]", "?"},
		{"two values", "def f():\n  x = 'a'\n  if b: x = 'c'\n  use(x)", "?"},
		{"nonlocal", "def f():\n  x = 'a'\n  def g():\n    nonlocal x\n    x = 'b'\n  use(x)", "?"},
		{"itself", "X = X + 'a'\nuse(X)", "?"},
		{"each other", "X = Y\nY = X\nuse(X)", "?"},
		{"number", "use(1)", "?"},
		{"format", "X = 'a'\nuse(f'{X:>9}')", "?"},
		{"bytes", "use(b'a')", "?"},
		{"repr", "X = 'a'\nuse(f'{X!r}')", "?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, tt.src)
			for n := range f.Nodes() {
				if c, ok := n.(*python.Call); ok && c.Callee() == "use" {
					got, ok := f.Text(c.Args[0].Value)
					if !ok {
						got = "?"
					}
					if got != tt.want {
						t.Errorf("got %q, want %q", got, tt.want)
					}
					return
				}
			}
			t.Fatal("no call of use")
		})
	}
}

func TestTextIsBounded(t *testing.T) {
	src := "A0 = 'xxxxxxxxxxxxxxxx'\n"
	for i := range 60 {
		name := string(rune('A'+(i+1)%26)) + string(rune('a'+(i+1)/26))
		last := string(rune('A'+i%26)) + string(rune('a'+i/26))
		if i == 0 {
			last = "A0"
		}
		src += name + " = " + last + " + " + last + "\n"
	}
	f := parse(t, src+"use(Ic)")
	var e python.Expr = find[*python.Call](t, f).Args[0].Value
	if _, ok := f.Text(e); ok {
		t.Error("2^60 copies were folded")
	}
}
