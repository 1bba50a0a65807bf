package changes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

// Raised returns the highest level that the version of a skill was raised by.
// With 0.y the minor takes the major's place, and of a prerelease everything
// may change. A skill that gives no version raises nothing.
func (s *Skill) Raised() Level {
	old, current := s.old, s.current
	if old == nil || current == nil {
		if s.Content && s.Old.Text != s.New.Text {
			return Major // of versions that are none nobody knows which is higher
		}
		return Text
	}
	switch {
	case current.Major() < old.Major() || !current.GreaterThan(old):
		if s.Content && s.Old.Text != s.New.Text && !lower(s.New.Text, s.Old.Text) {
			return Patch // other build metadata, or another way to write it: hosts see another text
		}
		return Text
	case current.Major() > old.Major() || old.Prerelease() != "":
		return Major
	case current.Minor() > old.Minor():
		if old.Major() == 0 {
			return Major
		}
		return Minor
	case old.Major() == 0 && current.Patch() > old.Patch():
		return Minor
	}
	return Patch
}

// lower reports whether a version is surely lower than another.
func lower(a, b string) bool {
	va, errA := contract.ParseVersion(a)
	vb, errB := contract.ParseVersion(b)
	return errA == nil && errB == nil && va.LessThan(vb)
}

// measureContracts takes the versions that tools are provided at.
func (s *Skill) measureContracts() {
	if s.Before != nil {
		s.Old, s.old = s.Before.Version, s.Before.Provides
	}
	if s.After != nil {
		s.New, s.current = s.After.Version, s.After.Provides
	}
}

// measureContents takes the versions by which hosts tell whether there is
// something new. Only users see them, so they may be short.
func (s *Skill) measureContents() {
	if s.Before != nil {
		s.Old = releaseVersion(s.Before)
		s.old, _ = semver.NewVersion(s.Old.Text)
	}
	if s.After != nil {
		s.New = releaseVersion(s.After)
		s.current, _ = semver.NewVersion(s.New.Text)
	}
}

// releaseVersion is a plugin's version, or `version` or `metadata.version` of
// a SKILL.md.
func releaseVersion(s *skill.Skill) contract.Name {
	if s.Plugin != nil {
		return s.Version
	}
	for _, v := range releaseVersions(s.Manifest().Root) {
		return skill.NameOf(v)
	}
	return contract.Name{}
}

func releaseVersions(root *skill.Node) []*skill.Node {
	return slices.DeleteFunc([]*skill.Node{root.Get("version"), root.Get("metadata").Get("version")}, func(v *skill.Node) bool {
		return !v.Is(skill.String) && !v.Is(skill.Number) || v.Text == ""
	})
}

// Required returns the version that the skill should carry, written as its
// manifest writes versions; "" when the present one will do, or none is given.
func (s *Skill) Required() string {
	level := s.Level()
	if s.Before == nil || s.After == nil || level == Text || level <= s.Raised() {
		return ""
	}
	old, form := s.old, s.New.Text
	if old == nil {
		return ""
	}
	if form == "" {
		form = s.Old.Text
	}
	numbers := numbersOf(form)
	if !s.Content && numbers < 3 && old.Major() == 0 && level < Major {
		return "" // 0.y as major.minor has no place for an addition
	}
	var next semver.Version
	switch {
	case numbers == 1, level == Major && old.Major() > 0:
		next = old.IncMajor()
	case numbers == 2, level == Major, level == Minor && old.Major() > 0:
		next = old.IncMinor()
	default:
		next = old.IncPatch()
	}
	if old.Prerelease() != "" {
		next, _ = old.SetPrerelease("") // the release that it leads to
	}
	return inForm(form, &next)
}

// numbersOf counts the numbers of a version as it is written: 2 of "v1.2-rc".
func numbersOf(text string) int {
	core, _, _ := strings.Cut(text, "-")
	return strings.Count(core, ".") + 1
}

// inForm writes a version as another one is written: v1.2, 1.2.0.
func inForm(as string, v *semver.Version) string {
	text := fmt.Sprintf("%d.%d.%d", v.Major(), v.Minor(), v.Patch())
	switch numbersOf(as) {
	case 1:
		text = fmt.Sprint(v.Major())
	case 2:
		text = fmt.Sprintf("%d.%d", v.Major(), v.Minor())
	}
	if strings.HasPrefix(as, "v") {
		text = "v" + text
	}
	return text
}
