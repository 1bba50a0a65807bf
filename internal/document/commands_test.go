package document

import (
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
