package gateway_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/quota"
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

// hostileCatalogs are contracts that nobody should write, and that are read all the same.
func hostileCatalogs() map[string]string {
	tool := func(members string) string {
		return `{"version": 1, "contracts": [{"id": "s", "version": "1", "exports": [{"name": "f"` + members + `}]}]}`
	}
	return map[string]string{
		"empty":           ``,
		"no JSON":         `{"version": 1, "contracts": [`,
		"two":             tool("") + tool(""),
		"depth":           tool(`, "input_schema": ` + strings.Repeat(`{"not":`, 100_000) + `{}` + strings.Repeat(`}`, 100_000)),
		"depth in tokens": strings.Repeat("[", 1_000_000),
		"exponent":        tool(`, "input_schema": {"minimum": 1e10000000}`),
		"multiple of":     tool(`, "input_schema": {"multipleOf": 1e-10000000}`),
		"default":         tool(`, "fill_defaults": true, "input_schema": {"properties": {"n": {"default": 1e10000000}}}`),
		"duplicate":       tool(`, "input_schema": {"type": "object", "type": "array"}`),
		"file":            tool(`, "output_schema": {"$ref": "file:///etc/passwd"}`),
		"no range":        `{"version": 1, "contracts": [{"id": "s", "exports": [{"name": "f"}], "imports": [{"from": "p", "tools": ["t"], "version": "1", "range": "` + strings.Repeat("1||", 100_000) + `x"}]}]}`,
		"timeout":         tool(`, "timeout_ms": 9223372036854775807, "retry": 9223372036854775807`),
		"negative":        tool(`, "timeout_ms": -1, "retry": -1`),
		"expansion": tool(`, "input_schema": {"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]}, "b": {"allOf": [{"$ref": "#/$defs/c"}, {"$ref": "#/$defs/c"}]},
			"c": {"allOf": [{"$ref": "#/$defs/d"}, {"$ref": "#/$defs/d"}]}, "d": {"type": "object"}}, "$ref": "#/$defs/a"}`),
		"pattern": tool(`, "input_schema": {"properties": {"s": {"pattern": "^(a+)+$"}}}`),
		"10 MB":   tool(`, "description": "` + strings.Repeat("a", 10<<20) + `"`),
	}
}

// TestHostileCatalogs: contracts that can't be used are an error when they are loaded, the
// gateway goes on with those that it had, and no call of the others panics.
func TestHostileCatalogs(t *testing.T) {
	for name, text := range hostileCatalogs() {
		w := newWorld(t)
		var c contract.Catalog
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = w.Reload(c)
		}
		if err != nil {
			if s := err.Error(); len(s) > 4096 || strings.Contains(s, "root:") {
				t.Errorf("%s: the error is %.200s", name, s)
			}
			if _, err := w.Call(w.as(t, "jungastro"), "get_chart_snapshot", nil); err != nil {
				t.Errorf("%s: after the reload: %v", name, err)
			}
			continue
		}
		if err := w.Register("s", "", map[string]gateway.Handler{"f": answer(`{}`)}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, args := range []string{`{}`, `{"n": 1}`, `{"s": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}`} {
			switch _, err := w.Call(w.as(t, "s"), "f", json.RawMessage(args)); code(t, err) {
			case "", gateway.InvalidArguments:
			default:
				t.Errorf("%s: %s is %v", name, args, err)
			}
		}
	}
}

// FuzzCatalog: whatever is handed over, it is refused as a whole, or calls of it have one
// of the answers that calls have.
func FuzzCatalog(f *testing.F) {
	f.Add([]byte(astro))
	f.Add([]byte(retried))
	for _, text := range hostileCatalogs() {
		if len(text) < 1000 {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var c contract.Catalog
		if json.Unmarshal(text, &c) != nil {
			return
		}
		g, err := gateway.New(c, gateway.Options{Audit: &memoryLog{}, Quota: quota.NewMemory(), Subscriptions: gateway.SubscriptionFunc(
			func(context.Context, gateway.Identity, string) (bool, error) { return true, nil })})
		if err != nil {
			return
		}
		for _, s := range c.Contracts {
			ctx, leave, err := g.Enter(context.Background(), alice, s.ID.Text)
			if err != nil {
				continue
			}
			for _, tool := range s.Exports {
				if _, err := g.Call(ctx, tool.Name.Text, json.RawMessage(`{"a": [1, "b"]}`)); err == nil || code(t, err) == gateway.Internal {
					t.Errorf("%s of %s: %v", tool.Name.Text, s.ID.Text, err)
				}
			}
			for _, imp := range s.Imports {
				for _, tool := range imp.Tools {
					if _, err := g.Call(ctx, tool.Text, nil); code(t, err) == gateway.Internal {
						t.Errorf("%s for %s: %v", tool.Text, s.ID.Text, err)
					}
				}
			}
			leave()
		}
	})
}
