package python_test

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// broken are sources with an error in their middle; each ends with "import last", which must still be read.
var broken = []string{
	"x = \nimport last",
	"x = (1, 2\nimport last",
	"x = [1, {2: (3]\nimport last",
	"f(a, b c)\nimport last",
	"x = 'abc\nimport last",
	"x = \"\"\"abc\nimport last",
	"x = ['''abc\nimport last",
	"x = (a b\nfrom last import x",
	"if x:\n    x = (a b\n    from inner import x\nfrom last import x",
	"x = f'abc{\nimport last",
	"x = a b f'{y\nimport last",
	"x = a b f'{y\nfrom last import z",
	"x = a b f'''{y\nfrom last import z",
	"x = f'abc{y\nimport last",
	"x = f'abc{y!}'\nimport last",
	"x = f'abc}'\nimport last",
	"x = f'abc{}'\nimport last",
	"x = f'abc{y:{z}'\nimport last",
	"x = f'''{a b}\n'''\nimport last",
	"x = f'''{a (b}\n'''; y\nimport last",
	"x = $\nimport last",
	"x = a ? b : c\nimport last",
	"print 'hello'\nimport last",
	"exec 'code' in scope\nimport last",
	"raise E, 'x'\nimport last",
	"def f(a, (b, c)):\n    import inner\nimport last",
	"def f(x\n    import inner\nimport last",
	"class A(:\n    def g(self): pass\nimport last",
	"if x\n    import inner\nimport last",
	"if x:\nimport last",
	"    x = 1\nimport last",
	"if x:\n        a\n    b\nimport last",
	"def f():\n    x = 1\n  y = 2\nimport last",
	"else:\n    import inner\nimport last",
	"try:\n    x\nimport last",
	"match x:\n    y = 1\nimport last",
	"match x:\n    case 1\n        y\n    case 2: z\nimport last",
	"@decorator\nimport last",
	"@a b\ndef f(): pass\nimport last",
	"from x import (a, b\nimport last",
	"from x import\nimport last",
	"import\nimport last",
	"from . import a.b\nimport last",
	"x = 0777\nimport last",
	"x = 10L\nimport last",
	"1 = x\nimport last",
	"f() += 1\nimport last",
	"for 1 in x: pass\nimport last",
	"x = a b; y = c\nimport last",
	"x = \\ 1\nimport last",
	"x = a)\nimport last",
	"async x\nimport last",
	"with (a as b, c as d: pass\nimport last",
	"lambda x y: 1\nimport last",
	"x = '\xff'\nimport last",
	"x = 1\x00\nimport last",
	"€ = 1\nimport last",
	"x = {1: 2, 3}\nimport last",
	"x[\nimport last",
	"return\n\tx\n        y\nimport last",
	"<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> b\nimport last",
}

func TestBroken(t *testing.T) {
	for _, src := range broken {
		f := python.Parse([]byte(src))
		if f.Err == nil {
			t.Errorf("%q: no error", src)
		}
		modules := ""
		for i := range f.Imports() {
			modules += i.Module.String() + " "
		}
		if strings.Contains(src, "inner") && !strings.Contains(modules, "inner ") {
			t.Errorf("%q: the body is not read: %q", src, modules)
		}
		if !strings.HasSuffix(modules, "last ") {
			t.Errorf("%q: not read to the end: %q", src, modules)
		}
		check(t, []byte(src))
	}
}

// TestErrors: the first error stands where CPython 3.13 has it, which | marks.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"x = |(1,\n", "'(' was never closed"},
		{"x = |(1,\ny = 2 z\nimport a\n", "'(' was never closed"},
		{"f(a, b |c)\n", "expected ')'"},
		{"a = 1\nb = |'abc\n", "unterminated string literal"},
		{"b = |'''abc\n", "unterminated triple-quoted string literal"},
		{"b = |f'abc\n", "unterminated f-string literal"},
		{"f'a|}'", "f-string: single '}' is not allowed"},
		{"x = (1|]\n", "closing parenthesis ']' does not match opening parenthesis '('"},
		{"x = 1|)\n", "unmatched ')'"},
		{"x |$ 1\n", "invalid character '$' (U+0024)"},
		{"x = |€\n", "invalid character '€' (U+20AC)"},
		{"x = |0777\n", "leading zeros in decimal integer literals are not permitted"},
		{"x = 1\n|  y = 2\n", "unexpected indent"},
		{"if x:\n|y = 1\n", "expected an indented block"},
		{"if x:\n    a\n|  b\n", "unindent does not match any outer indentation level"},
		{"if x|\n    a\n", "expected ':'"},
		{"x = |\n", "invalid syntax"},
		{"def f(|1): pass\n", "expected a name"},
		{"x = |\x00\n", `invalid character "\x00"`},
		{"x = '|\xff'\n", "invalid UTF-8"},
		{"x = \\| 1\n", "unexpected character after line continuation character"},
		{"|f() = 1\n", "cannot assign to this expression"},
		{"|1 = 1\n", "cannot assign to this expression"},
		{strings.Repeat("(", python.MaxBrackets) + "|(", "too many nested parentheses"},
	} {
		at := strings.Index(tt.src, "|")
		src := tt.src[:at] + tt.src[at+1:]
		f := python.Parse([]byte(src))
		if f.Err == nil {
			t.Errorf("%q: no error", tt.src)
			continue
		}
		got := f.Err.Offset
		if strings.Contains(tt.want, "indent") { // the place is the line
			got = strings.LastIndex(src[:got], "\n") + 1
		}
		if strings.Contains(tt.want, "continuation") {
			got++
		}
		if got != at || f.Err.Message != tt.want {
			t.Errorf("%q: %q at %d, want %q at %d", tt.src, f.Err.Message, f.Err.Offset, tt.want, at)
		}
	}
}

func TestEncodings(t *testing.T) {
	for src, valid := range map[string]bool{
		"# -*- coding: latin-1 -*-\nx = '\xe9'\n":         true,
		"#!/usr/bin/python\n# vim: coding=koi8-r\n# \xff": true,
		"# -*- coding: utf-8 -*-\nx = '\xe9'\n":           false,
		"x = 1\n\n# coding: latin-1\n# \xff":              false,
		"\ufeffx = 1":                                     true,
		"":                                                true,
		"\ufeff":                                          true,
		"\n":                                              true,
		"  # comment":                                     true,
		"x = 1 \\\n":                                      true,
		"\f\nx = 1\f\n\fy = 2":                            true,
	} {
		if f := python.Parse([]byte(src)); (f.Err == nil) != valid {
			t.Errorf("%q: %v", src, f.Err)
		}
		check(t, []byte(src))
	}
}
