package ecmascript

import (
	"fmt"
	"strings"
	"testing"
)

// TestValue asks what the last argument of the last call is worth.
func TestValue(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"const", "const T = 'a'; f(T)", `"a"`},
		{"let that nothing writes", "let t = 'a'; f(t)", `"a"`},
		{"let that is written", "let t = 'a'; t = 'b'; f(t)", "t"},
		{"written in a closure", "let t = 'a'; const g = () => { t += 'b' }; f(t)", "t"},
		{"incremented", "let n = 1; n++; f(n)", "n"},
		{"written by a pattern", "let t = 'a'; [t] = x; f(t)", "t"},
		{"written by a loop", "let t = 'a'; for (t of x) f(t)", "t"},
		{"bound twice", "var t = 'a'; var t = 'b'; f(t)", "t"},
		{"shadowed by a parameter", "const t = 'a'; function g(t) { f(t) }", "t"},
		{"shadowed by a pattern", "const t = 'a'; ({ t }) => f(t)", "t"},
		{"shadowed by a default", "const t = 'a'; (t = 'b') => f(t)", "t"},
		{"shadowed in a block", "const t = 'a'; { const t = 'b'; f(t) }", `"b"`},
		{"other scope", "{ const t = 'a' } f(t)", "t"},
		{"hoisted", "function g() { if (x) { var t = 'a' } f(t) }", `"a"`},
		{"not hoisted out of a function", "function g() { var t = 'a' } f(t)", "t"},
		{"catch", "const e = 'a'; try {} catch (e) { f(e) }", "e"},
		{"imported", "import { t } from 'x'; f(t)", "t"},
		{"chain", "const a = 'x', b = a; f(b)", `"x"`},
		{"circle", "const a = b, b = a; f(b)", "b"},
		{"object", "const o = { a: 1 }; f(o)", `{"a":#1}`},
		{"member", "const o = { a: { b: 'x' } } as const; f(o.a.b)", `"x"`},
		{"member by index", "const o = { 'a-b': 'x' }; f(o['a-b'])", `"x"`},
		{"changed object", "const o = { a: 1 }; o.b = 2; f(o)", "o"},
		{"object with a member deleted", "const o = { a: 1 }; delete o.a; f(o)", "o"},
		{"assigned object", "const o = { a: 1 }; Object.assign(o, x); f(o)", "o"},
		{"pushed array", "const l = [1]; l.push(2); f(l)", "l"},
		{"passed to a function before", "const o = { a: 1 }; g(o); f(o)", "o"},
		{"passed to the log", "const o = { a: 1 }; console.log(o); f(o)", `{"a":#1}`},
		{"second name", "const o = { a: 1 }, p = o; p.b = 2; f(o)", "o"},
		{"text passed to a function", "const t = 'a'; g(t); f(t)", `"a"`},
		{"member of a spread object", "const o = { a: 'x', ...y }; f(o.a)", "o.a"},
		{"string methods change nothing", "const t = 'a'; t.trim(); f(t)", `"a"`},
		{"enum", "enum E { A = 'a', B = 'b' } f(E.B)", `"b"`},
		{"enum without a value", "enum E { A } f(E.A)", "?"},
		{"type of the same name", "type T = string; const T = 'a'; f(T)", `"a"`},
		{"global", "f(t)", "t"},
	} {
		f := parse(t, test.src)
		var last *Call
		for _, c := range f.Calls {
			if id, ok := c.Fun.(*Ident); ok && id.Name == "f" {
				last = c
			}
		}
		if got := render(f.Value(last.Args[0]), 4); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestConst(t *testing.T) {
	f := parse(t, "export const A = 'a'; const B = 'b'; function g(B) {}; let C = 1; C = 2; { const D = 'd' }")
	for name, want := range map[string]string{"A": `"a"`, "B": "", "C": "", "D": "", "E": ""} {
		got := ""
		if e := f.Const(name); e != nil {
			got = render(e, 2)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if b, ok := f.Binding("B", strings.Index(f.src, "{}")); !ok || b.Kind != Param {
		t.Errorf("B is the parameter inside of g: %v", b)
	}
}

func TestText(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"literal", "f('a')", "a"},
		{"constant", "const t = 'a'; f(t)", "a"},
		{"sum", "const t = 'a'; f(t + '.' + t)", "a.a"},
		{"template", "const t = 'a'; f(`${t}/${`${t}b`}`)", "a/ab"},
		{"unknown", "f('a' + b)", ""},
		{"number", "f('a' + 1)", ""},
		{"tagged", "const t = 'a'; f(tag`${t}`)", ""},
		{"exponential", "const a = ''" + func() string {
			s := ", b0 = a + a"
			for _, c := range "123456789" {
				s += fmt.Sprintf(", b%c = b%c + b%c + b%c + b%c", c, c-1, c-1, c-1, c-1)
			}
			return s
		}() + "; f(b9)", ""},
	} {
		f := parse(t, test.src)
		got, ok := f.Text(f.Calls[len(f.Calls)-1].Args[0])
		if got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %.50q %v, want %q", test.name, got, ok, test.want)
		}
	}
}
