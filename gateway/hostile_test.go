package gateway_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway"
)

const strict = `{"version": 1, "contracts": [{"id": "s", "exports": [{"name": "f", "input_schema":
	{"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "multipleOf": 3}, "s": {"type": "string", "pattern": "^(a+)+$", "maxLength": 100},
	"l": {"type": "array", "uniqueItems": true}, "o": {"type": "object", "additionalProperties": false}}, "additionalProperties": false}}]}]}`

func TestHostileArguments(t *testing.T) {
	g, ctx, _ := served(t, strict, answer(`{}`))
	deep := func(open, close string, n int) string { return strings.Repeat(open, n) + strings.Repeat(close, n) }
	for name, args := range map[string]string{
		"exponent": `{"n": 1e10000000}`, "negative exponent": `{"n": 1e-10000000}`, "bare": `1e10000000`, "overflow": `{"n": 1e99999999999999999999}`,
		"digits":     `{"n": ` + strings.Repeat("9", 100_000) + `}`,
		"fraction":   `{"n": 0.` + strings.Repeat("9", 100_000) + `}`,
		"no integer": `{"n": 1.5}`, "not by 3": `{"n": 1}`, "NaN": `{"n": NaN}`, "hex": `{"n": 0x3}`, "zeros": `{"n": 003}`, "plus": `{"n": +3}`,
		"depth": `{"l": ` + deep("[", "]", 100_000) + `}`, "depth of objects": deep(`{"o":`, "}", 50_000), "unclosed": strings.Repeat("[", 500_000),
		"duplicate": `{"n": 3, "n": 3}`, "escaped duplicate": `{"n": 3, "\u006e": 3}`, "case": `{"N": 3}`, "proto": `{"__proto__": {}}`,
		"surrogate": `{"s": "\ud800"}`, "UTF-8": "{\"s\": \"\xff\"}", "BOM": "\ufeff{}", "NUL": "{\"s\": \"a\x00\"}", "trailing": `{} {}`, "comment": `{} // x`,
		"comma": `{"n": 3,}`, "empty object key": `{"": 1}`, "reference": `{"o": {"$ref": "file:///etc/passwd"}}`, "text": `hello`, "white space": ` `, "array": `[]`,
		"regexp": `{"s": "` + strings.Repeat("a", 90) + `!"}`, "long": `{"s": "` + strings.Repeat("a", 500_000) + `"}`,
		"unique": `{"l": [1, 1.0]}`,
	} {
		_, err := g.Call(ctx, "f", json.RawMessage(args))
		if code(t, err) != gateway.InvalidArguments {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s := jsonOf(t, err); len(s) > 4096 || strings.Contains(s, "root:") {
			t.Errorf("%s: the caller is told %.200s", name, s)
		}
	}
	for name, args := range map[string]string{"10 MB": `{"s": "` + strings.Repeat("a", 10<<20) + `"}`, "nonsense": strings.Repeat("[", 10<<20)} {
		if _, err := g.Call(ctx, "f", json.RawMessage(args)); code(t, err) != gateway.PayloadTooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, tool := range []string{"", "f\x00", "../f", strings.Repeat("f", 10<<20), "\xff"} {
		_, err := g.Call(ctx, tool, nil)
		if code(t, err) != gateway.ToolNotFound || len(err.Error()) > 2000 {
			t.Errorf("%.20q: %.100v", tool, err)
		}
	}
	if _, err := g.Call(ctx, "f", json.RawMessage(`{"n": 3, "s": "aaa", "l": [1, 2], "o": {}}`)); err != nil {
		t.Error(err)
	}
}

// TestHostileSchemas are refused when they are loaded.
func TestHostileSchemas(t *testing.T) {
	for name, schema := range map[string]string{
		"file": `{"$ref": "file:///etc/passwd"}`, "network": `{"$ref": "http://169.254.169.254/"}`, "relative": `{"$ref": "other.json"}`,
		"nowhere": `{"$ref": "#/$defs/x"}`, "cycle": `{"$ref": "#"}`, "type": `{"type": "strnig"}`, "no schema": `[]`, "rebased": `{"$id": "file:///etc/", "$ref": "passwd"}`,
	} {
		text := strings.Replace(retried, `{"name": "once"`, `{"input_schema": `+schema+`, "name": "once"`, 1)
		_, err := gateway.New(catalogOf(t, text), gateway.Options{Audit: &memoryLog{}})
		if err == nil || !strings.Contains(err.Error(), `tool "once" of "s"`) || strings.Contains(err.Error(), "root:") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzArguments: whatever they are, the answer is one of two, and never a panic.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{`{}`, `{"n": 3}`, `{"n": 1e400}`, `{"l": [[[]]]}`, `{"s": "\ud83d\ude00"}`, `[`, `{"n":3,"n":3}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		g, ctx, _ := served(t, strict, answer(`{}`))
		_, err := g.Call(ctx, "f", args)
		if c := code(t, err); c != "" && c != gateway.InvalidArguments {
			t.Errorf("%s", c)
		}
		if err == nil && len(args) > 0 && !json.Valid(args) {
			t.Errorf("%q is no JSON", args)
		}
	})
}
