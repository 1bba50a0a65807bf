package skill

import (
	"go/token"
	"time"

	"github.com/skilllint/skilllint/contract"
)

// A Dated is the contract of a manifest as it stood in the history.
type Dated struct {
	Deprecated []contract.Deprecation
	When       time.Time
}

// DeprecationsOf reads the deprecations of a SKILL.md, none when it cannot be read.
func DeprecationsOf(src []byte) []contract.Deprecation {
	p := parsed{manifest: &Manifest{File: addFile(token.NewFileSet(), "SKILL.md", "SKILL.md", src), Body: len(src)}}
	p.markdown()
	var s Skill
	lowerExports(p.manifest.Root.Get("exports"), &s)
	return s.Deprecated
}

// Announced returns the day on which a deprecation's window began: the oldest
// of the states, newest first, up to which the entry stood there without a
// break and with the present removal date or an earlier one. An entry that no
// state has was not announced before now.
func Announced(d *contract.Deprecation, states []Dated, now time.Time) time.Time {
	announced := now
	for _, state := range states {
		found := false
		for i := range state.Deprecated {
			old := &state.Deprecated[i]
			if old.Tool.Text == d.Tool.Text && !old.RemovalDate.IsZero() && !old.RemovalDate.After(d.RemovalDate) {
				found = true
			}
		}
		if !found {
			break
		}
		announced = state.When
	}
	y, m, day := announced.UTC().Date()
	return time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
}
