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
		{"/plugin install a@b", []Install{{Span{18, 19}, "a", "b"}}},
		{"`claude plugin install a.x-1@b_2`: plugin install c@d", []Install{{Span{29, 32}, "a.x-1", "b_2"}, {Span{52, 53}, "c", "d"}}},
		{"myplugin install a@b, plugin install a, plugin install <a>@b, plugin  install a@b", nil},
		{"plugin install plugin install a@b", []Install{{Span{32, 33}, "a", "b"}}},
	} {
		if got := installsIn([]byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q installs %v, want %v", c.text, got, c.want)
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
				sign := at + len("plugin install ") + len(m[1])
				want = append(want, Install{Span{sign + 1, sign + 1 + len(m[2])}, string(m[1]), string(m[2])})
			}
		}
		if got := installsIn(src); !slices.Equal(got, want) {
			t.Errorf("%q installs %v, want %v", src, got, want)
		}
	})
}

func TestAdds(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"/plugin marketplace add acme/kit\n", []string{"acme/kit"}},
		{"`claude plugin marketplace add ./` or [this](marketplace add https://github.com/acme/kit.git), marketplace add ./", []string{"./", "https://github.com/acme/kit.git"}},
		{"marketplace add", nil},
		{"marketplace add <owner/repo>, marketplace add  a", nil},
	} {
		if got := addsIn([]byte(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q adds %q, want %q", c.text, got, c.want)
		}
	}
}

// FuzzAdds holds the look for marketplaces to an expression.
func FuzzAdds(f *testing.F) {
	for _, text := range []string{"marketplace add a/b", "marketplace add `a", "marketplace add marketplace add a", "marketplace add  a\tmarketplace add ./"} {
		f.Add([]byte(text))
	}
	added := regexp.MustCompile("marketplace add ([^\x00-\x20`\"')<>|]*)")
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []string
		for _, m := range added.FindAllSubmatch(src, -1) {
			if name := string(m[1]); name != "" && !slices.Contains(want, name) {
				want = append(want, name)
			}
		}
		if got := addsIn(src); !slices.Equal(got, want) {
			t.Errorf("%q adds %q, want %q", src, got, want)
		}
	})
}
