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

func TestFunctions(t *testing.T) {
	for _, c := range []struct{ src, params, returns string }{
		{"export const execute = async (a: T, { b = 1 }: U = {}, ...c): Promise<V> => { if (a) return 1; return { b } }", "a {b} ...c", "1 { b }"},
		{"export async function execute<T>(a?: T, b = 2): Promise<V> { const f = () => { return 3 }; return f() }", "a b", "f()"},
		{"export const execute = a => a.b", "a", "a.b"},
		{"export const execute = cond ? 1 : (a): V => ({ a })", "", ""},
		{"export const execute = function () { return }", "", ""},
		{"export const execute = async (a) => { return (<V>{ a }) as W }", "a", "{ a }"},
		{"export function execute(a) { class C { x = 1; m() { return 4 } static { f() } }; throw a }", "a", ""},
	} {
		file := Parse(TypeScript, []byte(c.src))
		f, _ := file.Export("execute").Value.(*Function)
		if f == nil {
			f = &Function{}
		}
		var params, returns []string
		for _, p := range f.Params {
			switch p := p.(type) {
			case *Object:
				params = append(params, "{"+p.Props[0].Key+"}")
			default:
				params = append(params, file.Source(p.Range()))
			}
		}
		for _, r := range f.Returns {
			returns = append(returns, file.Source(r.Range()))
		}
		if got := strings.Join(params, " "); got != c.params || file.Err != nil {
			t.Errorf("%s: parameters %q, want %q (%v)", c.src, got, c.params, file.Err)
		}
		if got := strings.Join(returns, " "); got != c.returns {
			t.Errorf("%s: returns %q, want %q", c.src, got, c.returns)
		}
	}
}
