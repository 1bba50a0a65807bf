package cli

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkDiff compares two lists of 2,500 tools, of which 50 changed: read and
// compared within 50 ms.
func BenchmarkDiff(b *testing.B) {
	list := func(kind string) []byte {
		var t strings.Builder
		t.WriteString(`{"tools":[`)
		for i := range 2500 {
			if i > 0 {
				t.WriteByte(',')
			}
			typ := "string"
			if i%50 == 0 {
				typ = kind
			}
			fmt.Fprintf(&t, `{"name":"tool_%d","description":"Does %d.","inputSchema":{"type":"object","properties":{"a":{"type":%q},"b":{"type":"integer"}},"required":["a"]}}`, i, i, typ)
		}
		t.WriteString("]}")
		return []byte(t.String())
	}
	before, after := list("string"), list("integer")
	for b.Loop() {
		changed, err := diffTexts("a", before, "b", after)
		if err != nil || len(changed) != 1 || len(changed[0].Changes) != 50 {
			b.Fatal(err, changed)
		}
	}
}
