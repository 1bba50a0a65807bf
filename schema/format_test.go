package schema

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/skilllint/skilllint/internal/regex"
)

// TestFormatBounds: what the lower pattern of a format matches, the other validator accepts, too; and the lower lies
// within the upper. Members of the languages are drawn at random and at their edges.
func TestFormatBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for name, b := range formatBounds {
		tab := regex.NewTable()
		under, err := tab.Pattern(b.under.src)
		if err != nil {
			t.Fatal(err)
		}
		over, err := tab.Pattern(b.over.src)
		if err != nil {
			t.Fatal(err)
		}
		if ok, w, err := tab.Included(under, over, &regex.Fuel{Steps: 3_000_000}); !ok {
			t.Errorf("%s: %q is in the lower language alone (%v)", name, w, err)
		}
		members, err := tab.Enumerate(under, 300, &regex.Fuel{Steps: 3_000_000})
		if err != nil || len(members) != 300 {
			t.Errorf("%s: %d members, %v", name, len(members), err)
		}
		for _, s := range members {
			if !formatAccepts(name, s) {
				t.Errorf("%s: %q is refused", name, s)
			}
		}
		// Neighbours of samples: if accepted they lie within the upper language, by the library's own judgement.
		for _, sample := range formatSamples[name] {
			for range 3000 {
				s := []byte(sample)
				for range 1 + r.IntN(2) {
					s[r.IntN(len(s))] = "0123456789abcdefzZtT-:.+@[]\" "[r.IntN(29)]
				}
				if match, _ := b.under.match(string(s)); match && !formatAccepts(name, string(s)) {
					t.Errorf("%s: %q is refused", name, s)
				}
			}
		}
	}
}

// TestFormatsAgainstPatterns: asserted formats are compared with the patterns that people write for them.
func TestFormatsAgainstPatterns(t *testing.T) {
	text := func(pattern string) string { return fmt.Sprintf(`{"type":"string","pattern":%q}`, pattern) }
	format := func(name string) string { return fmt.Sprintf(`{"type":"string","format":%q}`, name) }
	for _, c := range []struct {
		a, b string
		want Verdict
	}{
		{format("date"), text(`^\d{4}-\d{2}-\d{2}$`), Subschema},
		{text(`^\d{4}-\d{2}-\d{2}$`), format("date"), Not},
		{text(`^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$`), format("date"), Subschema},
		{format("date"), `{"minLength":10,"maxLength":10}`, Subschema},
		{format("date-time"), text(`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$`), Subschema},
		{format("date-time"), text(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`), Not},
		{format("date-time"), `{"minLength":20}`, Subschema},
		{format("date"), format("date-time"), Not},
		{`{"allOf":[` + format("date") + `,` + format("date-time") + `]}`, `false`, Subschema},
		{format("uuid"), text(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`), Subschema},
		{text(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), format("uuid"), Subschema},
		{format("uuid"), text(`^[0-9a-f-]{36}$`), Not},
		{format("ipv4"), text(`^(\d{1,3}\.){3}\d{1,3}$`), Subschema},
		{text(`^(\d{1,3}\.){3}\d{1,3}$`), format("ipv4"), Not},
		{text(`^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$`), format("ipv4"), Subschema},
		{format("email"), text(`@`), Subschema},
		{format("email"), text(`^[^@\s]+@[^@\s]+\.[^@\s]+$`), Not},
		{text(`^[^@\s]+@[^@\s]+\.[^@\s]+$`), format("email"), Not},
		{text(`^[a-z]{1,20}@[a-z]{1,20}\.com$`), format("email"), Subschema},
		{format("email"), `{"minLength":3}`, Subschema},
		{format("email"), format("email"), Subschema},
	} {
		r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{AssertFormats: true})
		if r.Verdict != c.want {
			t.Errorf("%s in %s: %s %s %s (%s)", c.a, c.b, r.Verdict, r.Witness, r.Reason, r.Detail)
		}
	}
}
