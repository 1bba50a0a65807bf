package cli

import (
	"strings"
	"unicode"
)

// shellWords writes arguments as a shell takes them.
func shellWords(args []string) string {
	var words []string
	for _, a := range args {
		plain := a != "" && !strings.HasPrefix(a, "-") && !strings.ContainsFunc(a, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("/._-+@:,", c)
		})
		if !plain {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}
