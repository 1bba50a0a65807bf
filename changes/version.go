package changes

import (
	"fmt"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/skill"
)

// Raised returns the highest level that the version of a skill was raised by.
// With 0.y the minor takes the major's place. A skill that gives no version
// raises nothing.
func (s *Skill) Raised() Level {
	if s.Before == nil || s.After == nil || s.Before.Provides == nil || s.After.Provides == nil {
		return Text
	}
	old, current := s.Before.Provides, s.After.Provides
	switch {
	case current.Major() > old.Major():
		return Major
	case current.Major() < old.Major() || !current.GreaterThan(old):
		return Text
	case current.Minor() > old.Minor():
		if old.Major() == 0 {
			return Major
		}
		return Minor
	case old.Major() == 0 && current.Patch() > old.Patch():
		return Minor
	}
	return Text
}

// Required returns the version that the skill should carry, written as its
// manifest writes versions; "" when the present one will do, or none is given.
func (s *Skill) Required() string {
	level := s.Level()
	if s.Before == nil || s.After == nil || s.Before.Provides == nil || level <= s.Raised() || level == Text {
		return ""
	}
	old := s.Before.Provides
	var next semver.Version
	switch {
	case level == Major && old.Major() > 0:
		next = old.IncMajor()
	case level == Major || old.Major() > 0:
		next = old.IncMinor()
	default:
		next = old.IncPatch()
	}
	if s.short() {
		if old.Major() == 0 && level == Minor {
			return "" // 0.y as major.minor has no place for an addition
		}
		return fmt.Sprintf("%d.%d", next.Major(), next.Minor())
	}
	return next.String()
}

// short reports whether the skill's version is written as major.minor.
func (s *Skill) short() bool {
	for _, at := range s.After.Manifest().Dialect.Versions {
		for _, n := range s.After.Manifest().Root.All(at.Path...) {
			if n.Pos == s.After.Version.Pos {
				return at.Form == skill.APIVersion
			}
		}
	}
	return false
}
