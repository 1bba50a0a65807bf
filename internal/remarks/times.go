package remarks

import (
	"regexp"
	"slices"
)

// A Setting is where a text names something: a part of a plugin, a tool, an option.
type Setting struct {
	Before, After string   // the parts of its line before the name, and from the name on
	Introduction  string   // the line above its list or table, "" where it is in none
	Passage       string   // its item of a list, row or paragraph
	Headings      []string // of the sections that hold it, the innermost first
}

// OtherTime reports whether a text tells of what is gone or to come where it names something. A
// name that its line says to use in the place of another is there, and so is one that removes
// what is old.
func (s Setting) OtherTime() bool {
	if toUse.MatchString(s.Before) && inItsPlace.MatchString(s.After) || removesOld.MatchString(s.After) {
		return false
	}
	line := s.Before + s.After
	return ofAnotherTime.MatchString(line) || markedOpen.MatchString(line) || isGone.MatchString(s.Passage) || ofPlans.MatchString(s.Introduction) || replaced.MatchString(s.Introduction) ||
		slices.ContainsFunc(s.Headings, func(heading string) bool {
			return OfVersions(heading) || ofPlans.MatchString(heading) || ofGone.MatchString(heading)
		})
}

// OtherTime reports whether a sentence tells of what is gone or to come.
func OtherTime(sentence []byte) bool { return ofAnotherTime.Match(sentence) }

// OfVersions reports whether a heading is that of a section on one version or day, or on what
// is different in the next.
func OfVersions(heading string) bool { return ofVersions.MatchString(heading) }

var (
	// replaced matches what introduces a list of what something stands in for.
	replaced = regexp.MustCompile(`(?i)^\W*(?:replaces|supersedes|formerly)\W*$`)
	// ofAnotherTime matches a line that tells what something was called before, or what may be
	// there one day.
	ofAnotherTime = regexp.MustCompile(`(?i)\b(?:moved|instead|renamed|removed|deprecated|replace[sd]?|formerly|was|migrat\w+|legacy|old|superseded|former|(?:collapsed|merged|folded) into|no longer|what(?:ever)? happened to|future|planned|proposed|deferred|postponed|rejected|not yet|would become)\b|(?:延[后後]|推[迟遲])到`)

	// isGone matches a passage that says that what it names is gone.
	isGone = regexp.MustCompile(`(?i)\b(?:is|are|was|were|has been|have been)\s+(?:\w+\s+)?(?:gone|retired|removed|dropped|discontinued)\b|\bwent with (?:it|them)\b`)

	// markedOpen matches a line with a mark of what is still to be made, alone in a cell or in
	// brackets, or behind a dash or colon.
	markedOpen = regexp.MustCompile("[|(\\[:—–-]\\s*[*_`]*(?:TODO|TBD|TBA|WIP|(?i:coming soon|in (?:development|progress)|under (?:development|construction)|not (?:available|implemented|released|started|done)|unreleased|pending|open)|待(?:实现|實作|开发|開發|做|办|辦|完成)|未(?:实现|實作|実装|完成)|(?:规划|規劃|开发|開發|計画)中|予定)[*_`]*\\s*(?:[|)\\]]|$)|🚧|⏳|🔜")

	// toUse and inItsPlace match what stands around a name that is to be used: "use `/kit:new` instead".
	toUse      = regexp.MustCompile("(?i)\\b(?:use|run|call|try|invoke)\\s+[`*\"']*/?[\\w.-]*:?$")
	inItsPlace = regexp.MustCompile("^[\\w.:-]+[`*\"']*\\s+instead\\b(?:[^ ]| [^o]|$)")

	// removesOld matches what stands behind a name of which a list or table says that it removes something.
	removesOld = regexp.MustCompile("(?i)^[\\w.:-]+[`*]*\\s*(?:\\||[—–:-])\\s*(?:remove|delete|clean|prune)s?\\s+(?:up\\s+)?(?:the\\s+|all\\s+|any\\s+)?(?:legacy|old|stale|outdated|obsolete|deprecated|removed|unused)\\b")

	// ofPlans matches the heading or introduction of what may come.
	ofPlans = regexp.MustCompile(`(?i)\b(?:future|roadmap|planned|proposed|candidates?|ideas|todo|upcoming|enhancements?|under consideration|not (?:yet )?(?:built|implemented)|level(?:l?ing)? up)\b`)

	// ofVersions matches such a heading: "Upgrading", "v3.1.0", "[1.2.3] - 2026-02-01".
	ofVersions = regexp.MustCompile(`(?i)\bupgrad(?:e|es|ing)\b|\bmigrat(?:e|ing|ion)\b|\bchange ?log\b|\brelease notes\b|\bbreaking changes\b|\bwhat(?:'s| is) new\b|\bwhat(?:ever)? happened to\b` +
		`|^[*_\[]*(?:v|version )\d+(?:\.\d+)+\b|^[*_\[]*\d+\.\d+\.\d+[\w.+-]*[*_\]]*\s*(?:$|[(–—:-])|^[*_\[]*20\d\d-[01]\d-[0-3]\d\b`)
)
