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
	fault, _ := faultOf(name)
	return fault
}

// faultOf is that, and whether its letters are what is at fault: it has one that none may have.
func faultOf(name string) (fault string, letters bool) {
	const form = "lower-case letters, digits and single hyphens"
	if n := utf8.RuneCountInString(name); n > 64 {
		return fmt.Sprintf("has %d characters, expected at most 64", n), false
	}
	var previous rune = '-'
	for _, r := range name {
		switch {
		case r == '-' && previous == '-':
			return `has a hyphen at its start or two in a row`, false
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			return fmt.Sprintf("contains the uppercase letter %q, expected %s", r, form), true
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			return fmt.Sprintf("contains %q, expected %s", r, form), true
		}
		previous = r
	}
	if previous == '-' {
		return "has a hyphen at its end", false
	}
	return "", false
}

// IsGrouped reports whether a name is one of the open standard behind the names of groups:
// jira.setup, jira:setup.
func IsGrouped(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == ':' })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return Fault(part) != "" || part[0] <= '9' })
}

// Advice is what is wrong with the name of a skill in a folder, "" where nothing is, with a name in the right form: that of the
// folder, which it has to have, too, where it can be.
func Advice(name, folder string) string {
	fault, letters := faultOf(name)
	if !letters {
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
