package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// sources says what each value's span covers, in the order of the document.
func sources(n *Node, src string) []string {
	if n == nil {
		return nil
	}
	list := []string{src[n.Pos-1 : n.End-1]}
	for _, m := range n.Members {
		if m.Key != nil {
			list = append(list, src[m.Key.Pos-1:m.Key.End-1])
		}
		list = append(list, sources(m.Value, src)...)
	}
	return list
}

func TestYAMLSpans(t *testing.T) {
	for src, want := range map[string]string{
		"a: 占星 # x\n'b c': \"q\\\"r\"\n":           `a|占星|'b c'|"q\"r"`,
		"- [x, {y: 'it''s'}]\n- z\n":               `[x, {y: 'it''s'}]|x|{y: 'it''s'}|y|'it''s'|z`,
		"a: |\n  one\n  two\n\nb: >-\n    c\n":     "a|\x7c\n  one\n  two|b|>-\n    c",
		"a: [b: c]\nd: \"[e]\"\n":                  `a|[b: c]|b: c|b|c|d|"[e]"`,
		"a: &x !!str 12\nb: *x\n":                  "a|12|b|*x",
		"a:\n  b:\n    - c\n    - [d,\n      e]\n": "a|b:\n    - c\n    - [d,\n      e]|b|- c\n    - [d,\n      e]|c|[d,\n      e]|d|e",
	} {
		n, err := ParseYAML([]byte(src), 1)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		if got := strings.Join(sources(n, src)[1:], "|"); got != want {
			t.Errorf("%q:\n got %q\nwant %q", src, got, want)
		}
	}
}

// TestYAMLPairs reads characters that are written as two escapes, as JSON writes them.
func TestYAMLPairs(t *testing.T) {
	for src, want := range map[string]string{
		`a: "\ud83d\udc7b | x"`: "\U0001F47B | x", `a: "\uD83D\uDC7B"`: "\U0001F47B", `a: '\ud83d\udc7b'`: `\ud83d\udc7b`, `a: "\\ud83d\\udc7b"`: `\ud83d\udc7b`, `a: "\a"`: "\a",
	} {
		n, err := ParseYAML([]byte(src+"\nb: y\n"), 1)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got := n.Get("a").Text; got != want {
			t.Errorf("%s: got %q, want %q", src, got, want)
		}
		if at := int(n.Get("b").Pos) - 1; at != len(src)+len("\nb: ") {
			t.Errorf("%s: what follows is at %d", src, at)
		}
	}
	for _, src := range []string{`a: "\ud83d"`, `a: "\udc7b\ud83d"`} {
		if _, err := ParseYAML([]byte(src), 1); err == nil {
			t.Errorf("%s: no error", src)
		}
	}
}

// TestYAMLErrors asserts place and text of what is wrong.
func TestYAMLErrors(t *testing.T) {
	for src, want := range map[string]string{
		"a: b: c\n":         `4-7: mapping values are not allowed in this context`,
		"a: &a [*a]\n":      `7-9: alias "*a" contains itself`,
		"a: *b\n":           `3-5: unknown anchor 'b' referenced`,
		"a: 1\n---\nb: 2\n": `5-8: a second YAML document begins here, expected one`,
		"a: 1\n---\n":       `5-8: a second YAML document begins here, expected one: delete this line`,
		"a: x\x07y\n":       `4-5: control character U+0007: YAML allows it only as an escape in double quotes`,
		"a:\n\tb: c\n":      `3-8: a tab indents the line, expected spaces`,
		"占: [星\n":           `5-9: did not find expected ',' or ']'`,
	} {
		_, err := ParseYAML([]byte(src), 1)
		if err == nil {
			t.Errorf("%q: no error", src)
			continue
		}
		e := SyntaxOf(err)
		if got := fmt.Sprintf("%d-%d: %s", e.Offset, e.End, e.Msg); got != want {
			t.Errorf("%q:\n got %s\nwant %s", src, got, want)
		}
	}
}

func TestJSONErrors(t *testing.T) {
	for src, want := range map[string]string{
		`{"a": 1,}`:               `8: a comma before '}'`,
		`{"a": 1} x`:              `9: text after the JSON value`,
		`404: Not Found`:          `0: the file is not JSON: expected { or [ at its start`,
		"{// no\n}":               `1: JSON has no comments`,
		`{'a': 1}`:                `1: expected a key in double quotes`,
		`{"a": "\ud83d"}`:         `7: half of a surrogate pair`,
		`{"a": "\x41"}`:           `7: unknown escape in a string`,
		`{"a": 01}`:               `6: a number begins with 0`,
		`{"a": NaN}`:              `6: expected a value: an object, array, string, number, true, false or null`,
		`{"a" 1}`:                 `5: expected ":" after a key`,
		`{"a": "x`:                `6: a string is never closed`,
		`[1, 2`:                   `0: '[' is never closed`,
		"[\"a\tb\"]":              `3: control character U+0009 in a string: write it as \u0009`,
		strings.Repeat("[", 1000): `257: nested deeper than 256 levels`,
	} {
		_, err := ParseJSON([]byte(src), 1)
		if err == nil {
			t.Errorf("%q: no error", src)
			continue
		}
		e := SyntaxOf(err)
		if got := fmt.Sprintf("%d: %s", e.Offset, e.Msg); got != want {
			t.Errorf("%.40q:\n got %s\nwant %s", src, got, want)
		}
	}
	n, err := ParseJSON([]byte(`{"a": "\ud83d\ude00\/", "a": 2}`), 1)
	if err != nil || n.Get("a").Text != "😀/" || len(n.Members) != 2 {
		t.Errorf("surrogates and duplicate keys: %v %v", n, err)
	}
}

// TestNumbers says that a number keeps its literal, and what JSON makes of it.
func TestNumbers(t *testing.T) {
	n, err := ParseYAML([]byte("[1.10, 0x1F, 1_000, .inf, -0.5, 1e3]\n"), 1)
	if err != nil || string(n.JSON()) != "[1.10,31,1000,null,-0.5,1e3]" || n.Members[0].Value.Text != "1.10" {
		t.Errorf("%s %v", n.JSON(), err)
	}
}

// checkSpans fails when a node lies outside of the file, or ends before it begins.
func checkSpans(t *testing.T, n *Node, size int) {
	if n == nil {
		return
	}
	if n.Pos < 1 || n.End < n.Pos || int(n.End) > size+1 {
		t.Fatalf("%v %q spans %d to %d of %d bytes", n.Kind, n.Text, n.Pos, n.End, size)
	}
	for _, m := range n.Members {
		checkSpans(t, m.Key, size)
		checkSpans(t, m.Value, size)
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: b\n", "- [x, {y: z}]\n", "a: &x {b: *x}\n", "a: |\n  x\n", "? [a]\n: b\n", "a: !!binary x\n<<: {b: c}\n", "\ufeffa: 1\r\nb: 2\r", "a: \"\\u0041\\\n  x\"\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if !utf8.Valid(src) || len(src) > 1<<16 {
			return
		}
		n, err := ParseYAML(src, 1)
		if err != nil {
			if e := SyntaxOf(err); e.Offset < 0 || e.End < e.Offset || e.End > len(src) {
				t.Fatalf("error spans %d to %d of %d bytes: %s", e.Offset, e.End, len(src), e.Msg)
			}
			return
		}
		checkSpans(t, n, len(src))
		if n != nil && !json.Valid(n.JSON()) {
			t.Fatalf("JSON() is %q", n.JSON())
		}
	})
}

// FuzzJSON holds the reader to encoding/json: it accepts the same texts, but
// for halves of surrogate pairs, which we refuse, and our bound on depth.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a": [1, -2.5e3, true, null, "x\n\u00e9"]}`, `[[[]]]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, "\t[ ]\n", `{"a": 1,}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if !utf8.Valid(src) {
			return
		}
		n, err := ParseJSON(src, 1)
		if err != nil {
			e := SyntaxOf(err)
			if e.Offset < 0 || e.End < e.Offset || e.End > len(src) {
				t.Fatalf("error spans %d to %d of %d bytes: %s", e.Offset, e.End, len(src), e.Msg)
			}
			if json.Valid(src) && !strings.Contains(e.Msg, "surrogate") && !strings.Contains(e.Msg, "nested deeper") {
				t.Fatalf("%q is JSON: %s", src, e.Msg)
			}
			return
		}
		checkSpans(t, n, len(src))
		if !json.Valid(src) || !json.Valid(n.JSON()) {
			t.Fatalf("%q is no JSON, but was read as %s", src, n.JSON())
		}
	})
}
