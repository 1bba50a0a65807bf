package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// failOn are the values of fail_on.
var failOn = []string{"error", "warning", "note", "never"}

// baseline reads the path of the file of findings that do not count.
func (r *configReader) baseline(_, v *skill.Node) error {
	p := path.Clean(v.Str())
	if v.Str() == "" || path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") {
		return r.fail(v, "baseline is %q, expected the path of a file of this workspace", v.Text)
	}
	r.c.Baseline = p
	return nil
}

func (r *configReader) failOn(_, v *skill.Node) error {
	if !slices.Contains(failOn, v.Str()) {
		return r.fail(v, "fail_on is %q%s, expected %s", v.Text, NewSpeller(failOn).DidYouMean(v.Text), strings.Join(failOn, ", "))
	}
	r.c.FailOn = v.Str()
	return nil
}

// format reads the name of a report's format; package report knows which there are.
func (r *configReader) format(_, v *skill.Node) error {
	if v.Str() == "" {
		return r.fail(v, "format is %s, expected the name of a format", v.Kind)
	}
	r.c.Format = v.Str()
	return nil
}
