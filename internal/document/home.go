package document

import (
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/internal/rare"
)

// A Home is a path into somebody's home: `/Users/name`, `/home/name`,
// `C:\Users\name`.
type Home struct {
	Span
	Name string
	Path string // the home, as it is written
}

// homes match the beginning of a path in a home directory on macOS, Linux and
// Windows; group 1 is the user's name. A home alone may be any folder, or the
// subject of a text.
var homes = regexp.MustCompile(`^(?:/Users/|/home/|[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z0-9][A-Za-z0-9._-]*)[/\\]`)

// homeMarks are parts of every home's path, with how far before the mark the
// path may begin.
var homeMarks = []struct {
	text   rare.Text
	before int
}{{rare.Of("/Users/"), 0}, {rare.Of("/home/"), 0}, {rare.Of(`\Users\`), 3}}

// homesIn finds the homes of a text in order, but for those in the middle of
// another path or address.
func homesIn(src []byte) []Home {
	var found []Home
	for _, mark := range homeMarks {
		for at := 0; ; {
			i := mark.text.Index(src, at)
			if i < 0 {
				break
			}
			for start := max(at, i-mark.before); start <= i; start++ {
				if start > 0 && (InPath(src[start-1]) || src[start-1] == '}' || src[start-1] == ')') {
					continue
				}
				if m := homes.FindSubmatchIndex(src[start:min(len(src), start+4096)]); m != nil {
					found = append(found, Home{Span{start, start + m[3]}, string(src[start+m[2] : start+m[3]]), string(src[start : start+m[3]])})
					break
				}
			}
			at = i + mark.text.Len()
		}
	}
	slices.SortFunc(found, func(a, b Home) int { return a.Start - b.Start })
	return found
}

// InPath reports whether a byte may be part of a path.
func InPath(c byte) bool { return wordByte(c) || c == '-' || c == '.' || c == '/' }

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
