package lint

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/skill"
)

var releasePattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5}))?$`)

// version reads the release whose rules and severities count.
func (r *configReader) version(_, v *skill.Node) error {
	if !releasePattern.MatchString(v.Str()) {
		return r.fail(v, "version is %s, expected the release whose rules count, as text: version: \"0.1\"", wording.Cut(v.Text, wording.Most))
	}
	r.c.Version = v.Str()
	return nil
}

// OlderRelease reports whether a release, "0.2" or "0.2.1", came before another.
func OlderRelease(a, b string) bool {
	older, err := semver.NewVersion(a)
	newer, err2 := semver.NewVersion(b)
	return err == nil && err2 == nil && older.LessThan(newer)
}

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
