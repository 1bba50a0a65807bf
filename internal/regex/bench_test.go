package regex

import (
	"regexp"
	"strings"
	"testing"
)

// BenchmarkIncluded asks one question in a new Table, parsing included; steps/op shows regressions on any machine.
func BenchmarkIncluded(b *testing.B) {
	for _, c := range questions {
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
