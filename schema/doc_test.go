package schema

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestDocumentation runs the examples of docs/schema.md.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../docs/schema.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, block := range strings.Split(string(text), "```subschema\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		var a, b string
		for _, line := range strings.Split(block, "\n") {
			switch {
			case strings.HasPrefix(line, "A  "):
				a = line[3:]
			case strings.HasPrefix(line, "B  "):
				b = line[3:]
			case strings.HasPrefix(line, "→  "):
				n++
				want, declared := strings.CutPrefix(strings.TrimPrefix(line, "→  "), "declared ")
				o := Options{}
				if declared {
					o.Model = Declared
				}
				r := CheckBytes(context.Background(), []byte(a), []byte(b), o)
				got := r.Verdict.String()
				switch r.Verdict {
				case Unknown:
					got += " " + string(r.Reason)
				case Not:
					got += " " + r.Witness.String()
					if r.Path != "" {
						got += " at " + r.Path
					}
				}
				if got != want {
					t.Errorf("%s\n%s\n%s, the page says %s", a, b, got, want)
				}
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d examples", n)
	}
}

func ExampleCheck() {
	old, _ := Parse([]byte(`{"type": "object", "properties": {"status": {"enum": ["json", "csv"]}}}`))
	new, _ := Parse([]byte(`{"type": "object", "properties": {"status": {"enum": ["json"]}}}`))
	r := Check(context.Background(), old, new, Options{})
	fmt.Println(r.Verdict, r.Witness)
	fmt.Println(r.Path, r.A, r.B)
	fmt.Println(r.Detail)
	// Output:
	// not {"status":"csv"}
	// /status /properties/status /properties/status/enum
	// "csv" is not one of "json"
}

func ExampleCompare() {
	old, _ := Parse([]byte(`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "number"}}}`))
	new, _ := Parse([]byte(`{"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}, "limit": {"type": "integer"}}, "required": ["q"]}`))
	c := Compare(context.Background(), old, new, Input, Options{Model: Declared})
	for _, b := range c.Breaks {
		fmt.Printf("%s, by %s\n", b.Message, b.Witness)
	}
	// Output:
	// "q" is required now, by {}
	// "n" no longer accepts 0.5: 0.5 is not an integer; only fractions show it, by {"n":0.5}
}

func ExampleSchema_Validate() {
	s, _ := Parse([]byte(`{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["id"], "additionalProperties": false}`))
	v, _ := ParseValue([]byte(`{"n": 0.5, "systm": true}`))
	for _, x := range s.Validate(v) {
		fmt.Printf("%q %s: %s\n", x.Instance, x.Keyword, x.Message)
	}
	// Output:
	// "" /required: missing "id"
	// "/n" /properties/n/type: 0.5 is not an integer
	// "" /additionalProperties: unknown property "systm"
}
