package skillnames

import (
	"slices"
	"testing"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

func TestNameIndex(t *testing.T) {
	of := func(dir, id string) *skill.Skill {
		return &skill.Skill{Dir: dir, Contract: contract.Contract{ID: contract.Name{Text: id}}}
	}
	plugin := of("deploy", "deploy")
	plugin.Plugin = &skill.Plugin{}
	names := indexNames([]*skill.Skill{of("a/ux", "design"), of("b/designer", ""), of("c/design", "design"), plugin, of("d/日本", "日本語")})
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"deploy", nil},
		{"the ux", []string{"a/ux"}},
		{"design, design", []string{"a/ux", "c/design"}},
		{"redesigners", []string{"a/ux", "b/designer", "c/design"}},
		{"desig", nil},
		{"日本語", []string{"d/日本"}},
	} {
		var got []string
		for _, s := range names.in(c.text) {
			got = append(got, s.Dir)
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("%q names %q, want %q", c.text, got, c.want)
		}
	}
}
