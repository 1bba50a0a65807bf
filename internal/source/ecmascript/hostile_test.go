package ecmascript

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestHostile reads what recursive parsers die of, in every language.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"(", "[", "{", "`${", "a?", "a?b:", "a?(b):", "a?(b):c=>", "a<", "a<b,", "<a>", "<a b={", "<T>(", "f('x').", "f('x')", "a=>", "(a)=>", "(a:", "x.", "x[",
		"!", "new ", "await ", "function f(){", "class A{", "class A extends ", "@", "if(a)", "if(a){}else ", "switch(a){case ", "try{", "{a:", "{a(){", "...",
		"\"", "'", "/", "/*", "\\", "\x00", "\xff", "a+", "a?.", "a=", "import(", "import a from ", "export {", "type A={", "type A=(", "type A=a extends b?",
		"type A=`${", "let {a:", "async(", "a<b>(", "}", ")", "\u2028", "exports.a=", "=>",
	} {
		src := []byte(strings.Repeat(unit, 10_000))
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
