package contract

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/internal/wording"
)

// maxNumber is the largest number in a version that every implementation of
// semantic versioning holds exactly (JavaScript's Number.MAX_SAFE_INTEGER).
const maxNumber = 1<<53 - 1

// A VersionError says why a text is not the version or range it should be.
type VersionError struct {
	Text       string // the whole text, as it was written
	Reason     string // a fact about Text, such as `the patch number is missing`
	Suggestion string // what was probably meant and is valid, or ""
}

// Error returns one line with Text quoted, control characters escaped, and
// cut when it is very long.
func (e *VersionError) Error() string {
	msg := wording.Quote(e.Text) + ": " + e.Reason
	if e.Suggestion != "" {
		msg += " (did you mean " + wording.Quote(e.Suggestion) + "?)"
	}
	return msg
}

// ParseVersion reads a full semantic version, MAJOR.MINOR.PATCH with optional
// prerelease and build metadata (semver.org 2.0.0). The error
// is a *VersionError; for near misses such as "3.0" or "v1.2.3" it suggests
// the version that was meant.
func ParseVersion(text string) (*semver.Version, error) {
	v, err := semver.StrictNewVersion(text)
	if err == nil && max(v.Major(), v.Minor(), v.Patch()) <= maxNumber {
		return v, nil
	}
	reason, suggestion := explainVersion(text)
	return nil, &VersionError{text, reason, suggestion}
}

// nearVersion matches what people write for versions: numbers left out, a v in
// front, a prerelease without its hyphen.
var nearVersion = regexp.MustCompile(`^\s*([vV=]*)\s*([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?` +
	`(?:-([0-9A-Za-z.-]+)|([._]?[A-Za-z][0-9A-Za-z.-]*))?(\+[0-9A-Za-z.-]+)?\s*$`)

// explainVersion says what keeps text from being a semantic version, and
// which one it resembles.
func explainVersion(text string) (reason, suggestion string) {
	const unlike = `not a semantic version, such as "1.0.0"`
	if text == "" {
		return "the version is empty", ""
	}
	if len(text) > semver.MaxVersionLen {
		return fmt.Sprintf("a version has at most %d characters", semver.MaxVersionLen), ""
	}
	m := nearVersion.FindStringSubmatch(text)
	if m == nil || m[6] != "" && m[4] == "" {
		return unlike, ""
	}
	numbers, written, zeros, huge := [3]string{"0", "0", "0"}, 0, false, false
	for i, digits := range m[2:5] {
		if digits == "" {
			break
		}
		written++
		if short := strings.TrimLeft(digits, "0"); short != "" {
			numbers[i] = short
		}
		zeros = zeros || numbers[i] != digits
		huge = huge || saturated(numbers[i]) > maxNumber
	}
	suggestion = strings.Join(numbers[:], ".")
	if pre := m[5] + strings.TrimLeft(m[6], "._"); pre != "" {
		suggestion += "-" + pre
	}
	suggestion += m[7]
	if huge {
		return fmt.Sprintf("a number is larger than %d", maxNumber), ""
	}
	if _, err := semver.StrictNewVersion(suggestion); err != nil {
		return unlike, ""
	}
	switch {
	case m[1] != "":
		reason = "a semantic version begins with a number"
	case written == 1:
		reason = "the minor and patch numbers are missing"
	case written == 2:
		reason = "the patch number is missing"
	case zeros:
		reason = "a number begins with 0"
	case m[6] != "":
		reason = "a hyphen introduces the prerelease"
	default:
		reason = "white space surrounds the version"
	}
	return reason, suggestion
}

// ParseAPIVersion reads an API version, MAJOR.MINOR in numbers as the semantic version with patch 0. The error is a *VersionError.
func ParseAPIVersion(text string) (*semver.Version, error) {
	v, patch, err := parseMinor(text)
	if err == nil && patch {
		err = &VersionError{text, "an API version has no patch number", fmt.Sprintf("%d.%d", v.major, v.minor)}
	}
	if err != nil {
		return nil, err
	}
	return semver.New(v.major, v.minor, 0, "", ""), nil
}

// parseMinor reads MAJOR.MINOR, or MAJOR.MINOR.PATCH and then says so.
func parseMinor(text string) (v version, patch bool, err error) {
	if short, err := semver.StrictNewVersion(text + ".0"); err == nil && short.Prerelease() == "" &&
		short.Metadata() == "" && max(short.Major(), short.Minor()) <= maxNumber {
		return version{major: short.Major(), minor: short.Minor()}, false, nil
	}
	full, ferr := ParseVersion(text)
	if ferr == nil && full.Prerelease() == "" && full.Metadata() == "" {
		return version{major: full.Major(), minor: full.Minor()}, true, nil
	}
	bad := &VersionError{text, `not MAJOR.MINOR, such as "1.0"`, ""}
	near := text
	if ferr != nil {
		near = ferr.(*VersionError).Suggestion
	}
	if full, err := semver.StrictNewVersion(near); err == nil {
		bad.Suggestion = fmt.Sprintf("%d.%d", full.Major(), full.Minor())
	}
	if text == "" {
		bad.Reason = "the version is empty"
	}
	return version{}, false, bad
}

// version is what precedence is decided by: build metadata has no say.
type version struct {
	major, minor, patch uint64
	pre                 string // "" for a release, else dotted identifiers
}

func asVersion(v *semver.Version) version {
	return version{v.Major(), v.Minor(), v.Patch(), v.Prerelease()}
}

func (v version) String() string {
	text := make([]byte, 0, 16+len(v.pre))
	text = strconv.AppendUint(text, v.major, 10)
	text = strconv.AppendUint(append(text, '.'), v.minor, 10)
	text = strconv.AppendUint(append(text, '.'), v.patch, 10)
	if v.pre != "" {
		text = append(append(text, '-'), v.pre...)
	}
	return string(text)
}

// release is v without its prerelease: the version that v leads up to.
func (v version) release() version { v.pre = ""; return v }

// first is the lowest prerelease of v's release.
func (v version) first() version { v.pre = "0"; return v }

// next is the lowest version above v: nothing lies between 1.2.3 and 1.2.4-0,
// nor between 1.2.3-a and 1.2.3-a.0.
func (v version) next() version {
	if v.pre == "" {
		v.patch++
		return v.first()
	}
	v.pre += ".0"
	return v
}

// compare orders by precedence (semver.org, 11).
func (v version) compare(w version) int {
	if c := v.compareRelease(w); c != 0 {
		return c
	}
	switch {
	case v.pre == w.pre:
		return 0
	case v.pre == "":
		return 1
	case w.pre == "":
		return -1
	}
	return comparePrerelease(v.pre, w.pre)
}

func (v version) compareRelease(w version) int {
	if c := cmp.Compare(v.major, w.major); c != 0 {
		return c
	}
	if c := cmp.Compare(v.minor, w.minor); c != 0 {
		return c
	}
	return cmp.Compare(v.patch, w.patch)
}

// comparePrerelease orders two non-empty prereleases without splitting them:
// gateways compare versions on every call, so nothing may be allocated.
func comparePrerelease(a, b string) int {
	for {
		x, restA, moreA := strings.Cut(a, ".")
		y, restB, moreB := strings.Cut(b, ".")
		if c := compareIdentifier(x, y); c != 0 {
			return c
		}
		switch {
		case !moreA && !moreB:
			return 0
		case !moreA:
			return -1
		case !moreB:
			return 1
		}
		a, b = restA, restB
	}
}

// compareIdentifier orders numbers below words; numbers have no leading zeros
// and any length, so the longer one is the larger.
func compareIdentifier(a, b string) int {
	numA, numB := leadingDigits(a) == a, leadingDigits(b) == b
	switch {
	case numA && numB && len(a) != len(b):
		return cmp.Compare(len(a), len(b))
	case numA && !numB:
		return -1
	case numB && !numA:
		return 1
	}
	return strings.Compare(a, b)
}

func leadingDigits(s string) string {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
