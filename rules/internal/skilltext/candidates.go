package skilltext

import (
	"bytes"
	"regexp"
	"strings"
)

// testReach is how far below a path code tests for it, in bytes.
const testReach = 600

// placeTest is code that asks whether a path is there.
const placeTest = `\b(?:existsSync|accessSync|statSync|exists|isfile|is_file|isdir|is_dir|which)\(|\[ -[defx] `

var (
	// listItemEnd matches what stands behind an element of a list of paths, listEnd what
	// stands behind the last, and listBefore what stands before it in a list of one line.
	listItemEnd = regexp.MustCompile("^[^\"'`\\n]*[\"'`]\\)?,")
	listEnd     = regexp.MustCompile("^[^\"'`\\n]*[\"'`]\\)?\\s*[\\])]?[:;]?\\s*$")
	listBefore  = regexp.MustCompile("(?:\\bin|=|return)\\s*[\\[(].*,\\s*(?:\\w+\\()?[\"'`]$")
	testsPlace  = regexp.MustCompile(placeTest)
	// askedFor matches what stands before a path that is asked for, inLoop before one that a
	// shell's loop goes through.
	askedFor = regexp.MustCompile(`(?:` + placeTest + `)\s*["'` + "`" + `]?$`)
	inLoop   = regexp.MustCompile(`^\s*for \w+ in\s(?:[^;]*\s)?["']?$`)
)

// IsCandidate reports whether a path in code is one that the code asks for, or one of a list
// of places of which the code right below takes the one that is there.
func IsCandidate(src []byte, start, end int) bool {
	if i := bytes.LastIndexAny(src[start:end], "\"'`"); i > 0 {
		end = start + i // of a call that joins names
	}
	line, from := LineAt(src, end)
	start = max(start, from)
	above, _ := LineAt(src, max(0, from-1))
	rest := line[end-from:]
	if askedFor.MatchString(line[:start-from]) {
		return true
	}
	listed := inLoop.MatchString(line[:start-from]) || listItemEnd.MatchString(rest) || listEnd.MatchString(rest) && (from > 0 && strings.HasSuffix(strings.TrimSpace(above), ",") || listBefore.MatchString(line[:start-from]))
	return listed && testsPlace.Match(src[end:min(len(src), end+testReach)])
}
