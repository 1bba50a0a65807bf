package contract

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestParseVersion(t *testing.T) {
	for _, text := range []string{"1.2.3", "0.0.0", "1.10.0", "1.2.3-beta.1", "1.2.3+build", "1.0.0-0A.is.legal", "1.2.3--", "9007199254740991.0.0"} {
		v, err := ParseVersion(text)
		if err != nil || v.String() != text {
			t.Errorf("ParseVersion(%q) = %v, %v", text, v, err)
		}
	}
	for text, want := range map[string]string{
		"3.0":                    `"3.0": the patch number is missing (did you mean "3.0.0"?)`,
		"3":                      `"3": the minor and patch numbers are missing (did you mean "3.0.0"?)`,
		"v1.2.3":                 `"v1.2.3": a semantic version begins with a number (did you mean "1.2.3"?)`,
		"V1.2":                   `"V1.2": a semantic version begins with a number (did you mean "1.2.0"?)`,
		"=1.2.3":                 `"=1.2.3": a semantic version begins with a number (did you mean "1.2.3"?)`,
		" 1.2.3\n":               `" 1.2.3\n": white space surrounds the version (did you mean "1.2.3"?)`,
		"01.2.3":                 `"01.2.3": a number begins with 0 (did you mean "1.2.3"?)`,
		"1.00.3":                 `"1.00.3": a number begins with 0 (did you mean "1.0.3"?)`,
		"1.0.0beta1":             `"1.0.0beta1": a hyphen introduces the prerelease (did you mean "1.0.0-beta1"?)`,
		"1.0.0.beta":             `"1.0.0.beta": a hyphen introduces the prerelease (did you mean "1.0.0-beta"?)`,
		"1.0-rc.1":               `"1.0-rc.1": the patch number is missing (did you mean "1.0.0-rc.1"?)`,
		"latest":                 `"latest": not a semantic version, such as "1.0.0"`,
		"^1.2.3":                 `"^1.2.3": not a semantic version, such as "1.0.0"`,
		"1.2.3-":                 `"1.2.3-": not a semantic version, such as "1.0.0"`,
		"1.2.3-a..b":             `"1.2.3-a..b": not a semantic version, such as "1.0.0"`,
		"":                       `"": the version is empty`,
		"９.0.0":                  `"９.0.0": not a semantic version, such as "1.0.0"`,
		"9007199254740992.0.0":   `"9007199254740992.0.0": a number is larger than 9007199254740991`,
		"1.99999999999999999999": `"1.99999999999999999999": a number is larger than 9007199254740991`,
		"\x1b]8;;x\x07":          `"\x1b]8;;x\a": not a semantic version, such as "1.0.0"`,
	} {
		v, err := ParseVersion(text)
		if err == nil || err.Error() != want {
			t.Errorf("ParseVersion(%q) = %v\ngot  %v\nwant %s", text, v, err, want)
		}
	}
	if _, err := ParseVersion("1.2.3-" + strings.Repeat("é", 500)); err == nil || len(err.Error()) > 300 {
		t.Errorf("a long version: %v", err)
	}
}

func TestParseAPIVersion(t *testing.T) {
	for text, want := range map[string]string{"1.2": "1.2.0", "1.10": "1.10.0", "0.0": "0.0.0"} {
		v, err := ParseAPIVersion(text)
		if err != nil || v.String() != want {
			t.Errorf("ParseAPIVersion(%q) = %v, %v", text, v, err)
		}
	}
	for text, want := range map[string]string{
		"1.2.0":     `"1.2.0": an API version has no patch number (did you mean "1.2"?)`,
		"1":         `"1": not MAJOR.MINOR, such as "1.0" (did you mean "1.0"?)`,
		"v1.2":      `"v1.2": not MAJOR.MINOR, such as "1.0" (did you mean "1.2"?)`,
		"1.02":      `"1.02": not MAJOR.MINOR, such as "1.0" (did you mean "1.2"?)`,
		"1.2-beta":  `"1.2-beta": not MAJOR.MINOR, such as "1.0" (did you mean "1.2"?)`,
		"1.2.3-rc":  `"1.2.3-rc": not MAJOR.MINOR, such as "1.0" (did you mean "1.2"?)`,
		"1.2.3.4":   `"1.2.3.4": not MAJOR.MINOR, such as "1.0"`,
		"1.2.+x":    `"1.2.+x": not MAJOR.MINOR, such as "1.0"`,
		"latest":    `"latest": not MAJOR.MINOR, such as "1.0"`,
		"":          `"": the version is empty`,
		"1.2.3+abc": `"1.2.3+abc": not MAJOR.MINOR, such as "1.0" (did you mean "1.2"?)`,
	} {
		_, err := ParseAPIVersion(text)
		var bad *VersionError
		if !errors.As(err, &bad) || bad.Text != text || bad.Error() != want {
			t.Errorf("ParseAPIVersion(%q)\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// The order of semver.org, 11, with numbers that no machine word holds.
func TestPrecedence(t *testing.T) {
	order := []string{
		"0.0.0-0", "0.0.0", "1.0.0-0", "1.0.0-0.0", "1.0.0-9", "1.0.0-10", "1.0.0-99999999999999999999", "1.0.0-100000000000000000000", "1.0.0--", "1.0.0-alpha",
		"1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.9.0", "1.10.0", "2.0.0",
	}
	for i, a := range order {
		for j, b := range order {
			v, w := mustVersion(t, a), mustVersion(t, b)
			if got := mustRange(t, "<"+b).sets[0][0].holds(asVersion(v)); got != (i < j) {
				t.Errorf("%s < %s: %t", a, b, got)
			}
			if got := asVersion(v).compare(asVersion(w)) == 0; got != (i == j) {
				t.Errorf("%s = %s: %t", a, b, got)
			}
		}
	}
	for _, text := range order {
		v := asVersion(mustVersion(t, text))
		if n := v.next(); n.compare(v) <= 0 || slices.Contains(order, n.String()) && text != "1.0.0-0" {
			t.Errorf("%s is followed by %s", v, n)
		}
	}
}

func FuzzParseVersion(f *testing.F) {
	for _, text := range []string{"1.2.3-rc.1+b", "v1.02", "1.0.0beta", "1.10", "latest", " 1.2.3", "1.2.3.4", "99999999999999999999.0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseVersion(text)
		if err == nil && v.String() != text {
			t.Fatalf("%q becomes %s", text, v)
		}
		if bad := (*VersionError)(nil); errors.As(err, &bad) && bad.Suggestion != "" {
			mustVersion(t, bad.Suggestion)
		}
		_, err = ParseAPIVersion(text)
		if bad := (*VersionError)(nil); errors.As(err, &bad) && bad.Suggestion != "" {
			if _, err := ParseAPIVersion(bad.Suggestion); err != nil {
				t.Fatalf("%q suggests %q: %v", text, bad.Suggestion, err)
			}
		}
		_, tolerated := MinVersion(text)
		if tolerated != nil && err == nil {
			t.Fatalf("%q is an API version, but no minimal one: %v", text, tolerated)
		}
	})
}
