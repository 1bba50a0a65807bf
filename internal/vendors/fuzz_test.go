package vendors

import (
	"encoding/json"
	"testing"
)

// FuzzRewrite checks and rewrites any schema for every vendor: what it gives
// is JSON.
func FuzzRewrite(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/n"},"b":{"type":["string","null"]}},"$defs":{"n":{"type":"string"}}}`,
		`{"type":"object","anyOf":[{"required":["p"]},{"properties":{"q":{"oneOf":[{"const":1},{"enum":[2]}]}}}],"additionalProperties":true}`,
		`{"$ref":"#"}`, `{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, name := range Names() {
			target := TargetOf(name)
			_, _ = target.Check(Tool{Name: "t", Description: "d", Input: src})
			r, err := target.Rewrite(src)
			if err == nil && !json.Valid(r.Schema) {
				t.Fatalf("%s: %s", name, r.Schema)
			}
		}
	})
}
