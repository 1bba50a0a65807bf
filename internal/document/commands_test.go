package document

import (
	"regexp"
	"slices"
	"testing"
)

func TestInstalls(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Install
	}{
		{"/plugin install a@b", []Install{{"a", "b"}}},
		{"`claude plugin install a.x-1@b_2` twice: plugin install a.x-1@b_2; plugin install c@d", []Install{{"a.x-1", "b_2"}, {"c", "d"}}},
		{"myplugin install a@b, plugin install a, plugin install <a>@b, plugin  install a@b", nil},
		{"plugin install plugin install a@b", []Install{{"a", "b"}}},
	} {
		if got := installsIn([]byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q installs %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzInstalls holds the look for installations to an expression.
func FuzzInstalls(f *testing.F) {
	for _, text := range []string{"/plugin install a@b", "plugin install a@b@c", "plugin install @b plugin install a@", "xplugin install a@b", "plugin install plugin install a.b@c-d"} {
		f.Add([]byte(text))
	}
	installed := regexp.MustCompile(`^plugin install ([\w.-]+)@([\w.-]+)`)
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []Install
		for at := range src {
			if m := installed.FindSubmatch(src[at:]); m != nil && (at == 0 || !wordByte(src[at-1])) {
				if in := (Install{string(m[1]), string(m[2])}); !slices.Contains(want, in) {
					want = append(want, in)
				}
			}
		}
		if got := installsIn(src); !slices.Equal(got, want) {
			t.Errorf("%q installs %q, want %q", src, got, want)
		}
	})
}
