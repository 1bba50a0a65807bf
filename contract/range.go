package contract

import (
	"strings"

	"github.com/Masterminds/semver/v3"
)

// A Range is a requirement on versions: a union of sets of comparators, with
// the meaning of npm's semver package (its range grammar and its rule for
// prereleases). Every dialect's requirement is one. The zero Range is "*", any
// release. A Range is immutable and safe for concurrent use.
type Range struct {
	sets [][]comparator // one of them must hold entirely; none at all is "*"
}

// A comparator is one bound, such as ">=1.2.0".
type comparator struct {
	op operator
	version
}

type operator string

const (
	less         operator = "<"
	lessEqual    operator = "<="
	equal        operator = ""
	greaterEqual operator = ">="
	greater      operator = ">"
)

// nothing is the comparator that npm writes for a range without versions.
var nothing = comparator{less, version{}.first()}

func (c comparator) holds(v version) bool {
	order := v.compare(c.version)
	switch c.op {
	case less:
		return order < 0
	case lessEqual:
		return order <= 0
	case greaterEqual:
		return order >= 0
	case greater:
		return order > 0
	}
	return order == 0
}

// MinVersion reads the contract dialect's min_version, MAJOR.MINOR: that minor
// or a later one of the same major, so "1.2" is ">=1.2.0 <2.0.0". While the
// major is 0 the minor takes its place: "0.2" is ">=0.2.0 <0.3.0". A patch
// number is tolerated and ignored. The error is a *VersionError.
func MinVersion(text string) (Range, error) {
	low, _, err := parseMinor(text)
	if err != nil {
		return Range{}, err
	}
	high := version{major: low.major + 1}
	if low.major == 0 {
		high = version{minor: low.minor + 1}
	}
	return Range{[][]comparator{{{greaterEqual, low}, {less, high}}}}, nil
}

// Allows reports whether v satisfies the range. A prerelease does so only when
// a comparator of the set that holds names a prerelease of the same
// MAJOR.MINOR.PATCH: whoever writes "^1.2.3-beta.1" opted in to betas of 1.2.3
// and to no others. Build metadata is ignored. Allows does not allocate.
func (r Range) Allows(v *semver.Version) bool {
	w := asVersion(v)
	for _, set := range r.sets {
		if allows(set, w) {
			return true
		}
	}
	return r.sets == nil && w.pre == ""
}

func allows(set []comparator, v version) bool {
	named := v.pre == ""
	for i := range set {
		if !set[i].holds(v) {
			return false
		}
		named = named || set[i].pre != "" && set[i].compareRelease(v) == 0
	}
	return named
}

// String returns the range in comparators alone, as npm prints it:
// "^1.2 || 3" is ">=1.2.0 <2.0.0-0||>=3.0.0 <4.0.0-0". ParseRange reads it back.
func (r Range) String() string {
	if r.sets == nil {
		return "*"
	}
	var text strings.Builder
	for i, set := range r.sets {
		if i > 0 {
			text.WriteString("||")
		}
		for j, c := range set {
			if j > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(string(c.op))
			text.WriteString(c.version.String())
		}
	}
	return text.String()
}
