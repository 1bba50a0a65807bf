package document

import "regexp"

// A Named is a path or a file's name as it stands in a text.
type Named struct {
	Span
	Path string
}

// prosePaths match the paths of a skill's own files in words, code spans and
// bold: group 1.
var prosePaths = regexp.MustCompile("(?:^|[\\s`\"'(*:,])(?:\\./)?((?:references?|resources|assets|scripts|templates)/(?:[\\w.-]+/)*[\\w-][\\w.-]*\\.[A-Za-z][A-Za-z0-9]{0,4}|(?:\\.\\./)+(?:[\\w.-]+/)*SKILL\\.md)\\b")

// listedFiles match the files that a list gives: in code, first in an item, a
// heading or a row.
var listedFiles = regexp.MustCompile("(?m)^\\s*(?:[-*+]|\\d+\\.|#{2,6}|\\|)\\s*\\**`([\\w][\\w.-]*\\.(?:py|sh|js|mjs|ts|rb|ps1|md|R|ipynb))`")

// namedIn returns what the first group of an expression matches behind an offset,
// each text once.
func namedIn(re *regexp.Regexp, src []byte, body int) []Named {
	var found []Named
	seen := map[string]bool{}
	body = min(body, len(src))
	for _, m := range re.FindAllSubmatchIndex(src[body:], -1) {
		name := string(src[body+m[2] : body+m[3]])
		if !seen[name] {
			seen[name] = true
			found = append(found, Named{Span{body + m[2], body + m[3]}, name})
		}
	}
	return found
}
