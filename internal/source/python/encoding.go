package python

import (
	"strings"
	"unicode/utf8"
)

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// declaresEncoding tells whether one of the first two lines names an encoding other than UTF-8 (PEP 263).
func declaresEncoding(src string) bool {
	for range 2 {
		end := strings.IndexAny(src, "\r\n")
		line := src
		if end >= 0 {
			line = src[:end]
		}
		if body := strings.TrimLeft(line, " \t\f"); body != "" && body[0] != '#' {
			return false
		}
		if at := strings.Index(line, "coding"); at >= 0 {
			name := line[at+len("coding"):]
			if name != "" && (name[0] == ':' || name[0] == '=') {
				name = strings.ToLower(strings.TrimLeft(name[1:], " \t"))
				return !strings.HasPrefix(name, "utf-8") && !strings.HasPrefix(name, "utf8")
			}
		}
		if end < 0 {
			return false
		}
		src = src[end+newline(src[end:]):]
	}
	return false
}
