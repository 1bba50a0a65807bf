package manifest

import (
	"go/token"
	"slices"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// A Dated is the contract of a manifest as it stood in the history.
type Dated struct {
	Deprecated []contract.Deprecation
	When       time.Time
}

// DeprecationsOf reads the deprecations of a SKILL.md, none when it cannot be read.
func DeprecationsOf(src []byte) []contract.Deprecation {
	data := document.New(token.NewFileSet(), "SKILL.md", "SKILL.md", src).Read()
	var s Skill
	lowerExports(data.Root.Get("exports"), &s)
	return s.Deprecated
}

// An Announcement says when a deprecation's window began.
type Announcement struct {
	Day time.Time
	// Cut says that the history ends before the entry first appears in it, so
	// that it may be older.
	Cut bool
}

// Announced returns when a deprecation's window began: the oldest of the
// states, newest first, up to which the entry stood there without a break and
// with the present removal date or an earlier one. An entry that no state has
// was not announced before now. cut says that there were older states.
func Announced(d *contract.Deprecation, states []Dated, cut bool, now time.Time) Announcement {
	announced := now
	for _, state := range states {
		if !slices.ContainsFunc(state.Deprecated, func(old contract.Deprecation) bool {
			return old.Tool.Text == d.Tool.Text && !old.RemovalDate.IsZero() && !old.RemovalDate.After(d.RemovalDate)
		}) {
			cut = false
			break
		}
		announced = state.When
	}
	y, m, day := announced.UTC().Date()
	return Announcement{time.Date(y, m, day, 0, 0, 0, 0, time.UTC), cut}
}
