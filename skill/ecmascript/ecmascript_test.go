package ecmascript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixtures compares this reader with the TypeScript compiler, whose
// reading of testdata/fixtures was recorded by testdata/record.mjs.
func TestFixtures(t *testing.T) {
	names, err := filepath.Glob("testdata/fixtures/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, name := range names {
		lang, ok := LanguageOf(name)
		if !ok {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			want, err := os.ReadFile(name + ".facts")
			if err != nil {
				t.Fatal(err)
			}
			f := Parse(lang, read(name))
			if f.Err != nil {
				t.Errorf("line %d: %v", 1+strings.Count(f.src[:f.Err.Offset], "\n"), f.Err)
			}
			if got := facts(f); got != string(want) {
				t.Error(difference(got, string(want)))
			}
		})
	}
}

func parse(t *testing.T, src string) *File {
	t.Helper()
	f := Parse(TypeScript, []byte(src))
	if f.Err != nil {
		t.Fatalf("%v in\n%s", f.Err, src)
	}
	return f
}

func TestExport(t *testing.T) {
	for _, test := range []struct {
		name, src string
		exported  bool
		value     string // as rendered, "" for none
	}{
		{"const", "export const execute = async () => {}", true, "=>"},
		{"function", "export async function execute(a) {}", true, "=>"},
		{"list", "const run = 1; export { run as execute }", true, ""},
		{"re-export", "export { run as execute } from './run'", true, ""},
		{"class", "export class execute {}", true, ""},
		{"CommonJS object", "module.exports = { execute }", true, "execute"},
		{"CommonJS member", "exports.execute = execute", true, "execute"},
		{"CommonJS function", "module.exports.execute = function () {}", true, "=>"},
		{"pattern", "export const { a: execute } = b", true, ""},
		{"other direction", "export { execute as run }", false, ""},
		{"not exported", "const execute = 1", false, ""},
		{"in a namespace", "export namespace A { export const execute = 1 }", false, ""},
		{"member of a default", "export default { execute() {} }", false, ""},
	} {
		e := parse(t, test.src).Export("execute")
		if (e != nil) != test.exported {
			t.Errorf("%s: exported: %v, want %v", test.name, e != nil, test.exported)
			continue
		}
		if e == nil {
			continue
		}
		if got := test.src[e.NameSpan.Start:e.NameSpan.End]; got != "execute" {
			t.Errorf("%s: name at %q", test.name, got)
		}
		if value := e.Value; value != nil && render(value, 2) != test.value || value == nil && test.value != "" {
			t.Errorf("%s: value %v", test.name, value)
		}
	}
	e := parse(t, "export interface execute {}").Export("execute")
	if e == nil || !e.TypeOnly {
		t.Error("an exported interface is a type")
	}
	if e := parse(t, "export default { execute }").Export("default"); render(e.Value, 2) != "{execute}" {
		t.Error("the default export has its value")
	}
	if e := parse(t, "export * from './run'").Export("*"); e == nil || e.From.Value != "./run" {
		t.Error("export * names its module")
	}
}

func TestImportedNames(t *testing.T) {
	for src, want := range map[string]string{
		"const a = require('x')":                 "*>a",
		"const { a, b: c, ...d } = require('x')": "a>a b>c *>d",
		"const a = require('x').b":               "b>a",
		"const { a = 1 } = await import('x')":    "a>a",
		"require('x')":                           "",
		"import a = require('x')":                "*>a",
		"import('x').then(m => m.a)":             "",
		"let a: import('x').B.C":                 "B>",
	} {
		imp := parse(t, src).Imports[0]
		var names []string
		for _, n := range imp.Names {
			names = append(names, n.Name+">"+n.Local)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
		if got := src[imp.Source.Start:imp.Source.End]; got != "'x'" {
			t.Errorf("%s: source at %s", src, got)
		}
	}
}

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

func TestOffset(t *testing.T) {
	src := "f('星\\u{1F600}\\n\\\r\nx', `a\r\nb${c}\\x41d`)"
	f := parse(t, src)
	s := f.Calls[0].Args[0].(*String)
	for i, want := range map[int]string{0: "星", 1: "\x98", len("星"): `\u{1F600}`, len("星") + 2: `\u{1F600}`, len("星😀"): `\n`, len("星😀\n"): "x'", len("星😀\nx"): "'"} {
		if got := src[f.Offset(s, i):]; !strings.HasPrefix(got, want) && want != "x'" {
			t.Errorf("byte %d of %q is at %q, want %q", i, s.Value, got, want)
		}
	}
	part := f.Calls[0].Args[1].(*Template).Texts[1]
	if got := src[f.OffsetIn(part, 1):]; part.Value != "Ad" || !strings.HasPrefix(got, "d`") {
		t.Errorf("template: %q at %q", part.Value, got)
	}
}

func TestPath(t *testing.T) {
	for src, want := range map[string]string{
		"a.b['c'].d()": "a.b.c.d", "this.x()": "this.x", "a?.b()": "a.b", "a()": "a", "a[0].b()": "-", "(x, a).b()": "-", "(a.b as T).c()": "a.b.c",
	} {
		names, ok := Path(parse(t, src).Calls[0].Fun)
		got := strings.Join(names, ".")
		if !ok {
			got = "-"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

func TestTryAndStmt(t *testing.T) {
	f := parse(t, "a(); try { await b() } catch { c() }; const x = d()")
	got := ""
	for _, c := range f.Calls {
		if c.Try {
			got += "try "
		}
		if c.Stmt {
			got += "stmt "
		}
		got += callee(c.Fun) + ";"
	}
	if got != "stmt a;try stmt b;stmt c;d;" {
		t.Error(got)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		src    string
		offset int
		msg    string
	}{
		{"const a = 'b\nc()", 10, "the string is never closed"},
		{"f(`a${b}", 8, "the template is never closed"},
		{"a = /b\n", 4, "the regular expression is never closed"},
		{"/* a", 0, "the comment is never closed"},
		{"f(a b)", 4, `expected ",", found "b"`},
		{"a b", 2, `expected ";", found "b"`},
		{"f(", 2, `expected ")", but the file ends`},
		{"import { a } 'x'", 13, `expected "from", found a string`},
		{"a = \x00 b", 4, `expected an expression, found "` + "\x00" + `"`},
	} {
		f := Parse(TypeScript, []byte(test.src))
		if f.Err == nil || f.Err.Offset != test.offset || f.Err.Msg != test.msg {
			t.Errorf("%q: %v, want offset %d: %s", test.src, f.Err, test.offset, test.msg)
		}
	}
}

// TestRecovery: what stands behind an error is read.
func TestRecovery(t *testing.T) {
	for _, broken := range []string{
		"const a = ;", "f(a, , b c);", "if (a {", "class A { x( }", "}", ")", "a = 'b", "let {a: = 1;", "<<<<<<< HEAD", "type A = ;", "interface A { a: }",
		"function (", "import from 'x", "export {", "x = y ? z", "for (", "switch (a) { foo", "\x00\xff\xfe", "@", "new", "a?.", "a.", "...",
	} {
		f := Parse(TypeScript, []byte(broken+"\nimport { execute } from '../zodiac/run'\ncallTool('zodiac_calculate', { day: 1 })\n"))
		if f.Err == nil {
			t.Errorf("%q: no error", broken)
		}
		found := ""
		for _, imp := range f.Imports {
			found += imp.Source.Value
		}
		for _, c := range f.Calls {
			if callee(c.Fun) == "callTool" {
				found += " " + render(c, 4)
			}
		}
		if want := `callTool("zodiac_calculate",{"day":#1})`; !strings.Contains(found, want) {
			t.Errorf("%q: found %s", broken, found)
		}
	}
}

// TestHostile reads what recursive parsers die of, in every language.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"(", "[", "{", "`${", "a?", "a?b:", "a?(b):", "a?(b):c=>", "a<", "a<b,", "<a>", "<a b={", "<T>(", "f('x').", "f('x')", "a=>", "(a)=>", "(a:", "x.", "x[",
		"!", "new ", "await ", "function f(){", "class A{", "class A extends ", "@", "if(a)", "if(a){}else ", "switch(a){case ", "try{", "{a:", "{a(){", "...",
		"\"", "'", "/", "/*", "\\", "\x00", "\xff", "a+", "a?.", "a=", "import(", "import a from ", "export {", "type A={", "type A=(", "type A=a extends b?",
		"type A=`${", "let {a:", "async(", "a<b>(", "}", ")", "\u2028", "exports.a=", "=>",
	} {
		src := []byte(strings.Repeat(unit, 30_000))
		for _, lang := range []Language{JavaScript, TypeScript, TSX} {
			f := Parse(lang, src)
			f.Binding("a", len(src)/2)
		}
	}
	Parse(JavaScript, []byte("x='"+strings.Repeat("a", 10<<20)+"'"))
}

// TestLinear counts what is looked at twice: it is bounded by the budget.
func TestLinear(t *testing.T) {
	p := newParser(TypeScript, strings.Repeat("a<", 100_000))
	fuel := p.fuel
	p.module()
	if spent := fuel - p.fuel; spent > fuel+1 {
		t.Errorf("%d tokens of look-ahead, of %d", spent, fuel)
	}
	long := Parse(JavaScript, []byte(strings.Repeat("f('x').", 10_000)+"g('y')"))
	if len(long.Calls) != 10_001 {
		t.Errorf("%d calls", len(long.Calls))
	}
	for _, c := range long.Calls {
		depth := 0
		for e := Expr(c); e != nil; depth++ {
			switch x := e.(type) {
			case *Call:
				e = x.Fun
			case *Member:
				e = x.X
			default:
				e = nil
			}
		}
		if depth > 3*maxChain {
			t.Fatalf("a chain of depth %d", depth)
		}
	}
}

func FuzzParse(f *testing.F) {
	names, _ := filepath.Glob("testdata/fixtures/*")
	for _, name := range names {
		if lang, ok := LanguageOf(name); ok {
			for _, line := range strings.Split(string(read(name)), "\n") {
				f.Add([]byte(line), uint8(lang))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, lang uint8) {
		file := Parse(Language(lang%3), src)
		inside := func(s Span) {
			if s.Start < 0 || s.Start > s.End || s.End > len(src) {
				t.Fatalf("span %v leaves the source of %d bytes", s, len(src))
			}
		}
		var check func(e Expr, depth int)
		check = func(e Expr, depth int) {
			if e == nil || depth > 6 {
				return
			}
			inside(e.Range())
			switch x := e.(type) {
			case *String:
				if at := file.Offset(x, len(x.Value)); at > len(src) {
					t.Fatalf("offset %d", at)
				}
			case *Member:
				inside(x.NameSpan)
				check(x.X, depth+1)
			case *Call:
				inside(x.Parens)
				check(x.Fun, depth+1)
				for _, a := range x.Args {
					check(a, depth+1)
				}
			case *Object:
				for _, p := range x.Props {
					inside(p.Span)
					inside(p.KeySpan)
					check(p.Value, depth+1)
				}
			case *Function:
				inside(x.Body)
			}
		}
		for _, i := range file.Imports {
			inside(i.Span)
			check(i.Source, 0)
			for _, n := range i.Names {
				inside(n.NameSpan)
				inside(n.LocalSpan)
			}
		}
		for i, c := range file.Calls {
			check(c, 0)
			if i > 0 && c.Parens.Start < file.Calls[i-1].Parens.Start {
				t.Fatal("calls are out of order")
			}
			for _, a := range c.Args {
				if a != nil {
					file.Value(a)
				}
			}
		}
		for _, m := range file.Members {
			check(m, 0)
		}
		for _, a := range file.Assigns {
			check(a, 0)
		}
		for _, e := range file.Texts {
			check(e, 0)
		}
		for _, e := range file.Exports {
			inside(e.NameSpan)
		}
		for i, c := range file.Comments {
			inside(c.Span)
			if i > 0 && c.Start < file.Comments[i-1].End {
				t.Fatal("comments overlap")
			}
		}
		if file.Err != nil {
			inside(Span{file.Err.Offset, len(src)})
		}
	})
}

func BenchmarkParse(b *testing.B) {
	names, _ := filepath.Glob("testdata/fixtures/*")
	for _, name := range names {
		lang, ok := LanguageOf(name)
		if !ok {
			continue
		}
		src := read(name)
		b.Run(filepath.Base(name), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(lang, src)
			}
		})
	}
}
