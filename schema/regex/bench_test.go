package regex

import (
	"regexp"
	"strings"
	"testing"
)

// BenchmarkIncluded asks one question in a new Table, parsing included; steps/op shows regressions on any machine.
func BenchmarkIncluded(b *testing.B) {
	for _, c := range []struct{ name, p, q string }{
		{"equal", "^[a-z][a-z0-9-]*$", "^[a-z][a-z0-9-]*$"},
		{"identifier", "^[a-z][a-z0-9_-]{0,62}$", "^[A-Za-z][A-Za-z0-9_-]{0,63}$"},
		{"identifier refuted", "^[A-Za-z][A-Za-z0-9_-]{0,63}$", "^[a-z][a-z0-9_-]{0,62}$"},
		{"date", `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`, `^\d{4}-\d{2}-\d{2}$`},
		{"mail", `^[^@\s]+@[^@\s]+\.[^@\s]+$`, `^[^@\s]+@[^@\s]+$`},
		{"lookahead", "^(?!admin$)[a-z]+$", "^[a-z]+$"},
		{"password", `^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{8,}$`, `^.{8,64}$`},
		{"ipv4", `^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$`, `^[0-9.]{7,15}$`},
		{"letters", `^\p{L}+$`, `^[\p{L}\p{Nd}]+$`},
		{"exponential", "^(?:[ab][ab])*a[ab]{20}$", "^[ab]*a[ab]{20}$"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			steps := 0
			for b.Loop() {
				tab := NewTable()
				f := fuel()
				p, q := pattern(b, tab, c.p), pattern(b, tab, c.q)
				tab.Included(p, q, f)
				steps = 300_000 - f.Steps
			}
			b.ReportMetric(float64(steps), "steps/op")
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compile("^[a-z][a-z0-9_-]{0,62}$")
	}
}

// BenchmarkMatch matches a short name and a long input, beside Go's regexp where it knows the pattern.
func BenchmarkMatch(b *testing.B) {
	inputs := map[string]string{"short": "my-tool-name_42", "long": strings.Repeat("ab ", 10_000)}
	for _, src := range []string{"^[a-z][a-z0-9_-]{0,62}$", "(x+x+)+y", "^(?!admin$)[a-z0-9_-]+$"} {
		m, err := Compile(src)
		if err != nil {
			b.Fatal(err)
		}
		for _, length := range []string{"short", "long"} {
			b.Run(src+"/"+length, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.MatchString(inputs[length])
				}
			})
			if re2, ok := Translate(src); ok {
				re := regexp.MustCompile(re2)
				b.Run(src+"/"+length+"/regexp", func(b *testing.B) {
					for b.Loop() {
						re.MatchString(inputs[length])
					}
				})
			}
		}
	}
}
