package skillnames

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fault says what a name of the open standard must not be. Unicode
// letters are allowed there.
func Fault(name string) string {
	if n := utf8.RuneCountInString(name); n > 64 {
		return fmt.Sprintf("has %d characters, expected at most 64", n)
	}
	var previous rune = '-'
	for _, r := range name {
		switch {
		case r == '-' && previous == '-':
			return `has a hyphen at its start or two in a row`
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			return fmt.Sprintf("contains the uppercase letter %q, expected %s", r, form)
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			return fmt.Sprintf("contains %q, expected %s", r, form)
		}
		previous = r
	}
	if previous == '-' {
		return "has a hyphen at its end"
	}
	return ""
}

// IsGrouped reports whether a name is one of the open standard behind the names of groups:
// jira.setup, jira:setup.
func IsGrouped(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == ':' })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return Fault(part) != "" || part[0] <= '9' })
}

// form is that of a name of the open standard, in words.
const form = "lower-case letters, digits and single hyphens"

// Advice is what is wrong with the name of a skill in a folder, "" where nothing is, with a name in the right form: that of the
// folder, which it has to have, too, where it can be.
func Advice(name, folder string) string {
	fault := Fault(name)
	if !strings.HasSuffix(fault, form) {
		return fault
	}
	if Fault(folder) == "" {
		return fmt.Sprintf("%s, such as %q", fault, folder)
	}
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), "-")
	if slug == "" {
		return fault
	}
	return fmt.Sprintf("%s, such as %q", fault, slug)
}
