package remarks

import (
	"path"
	"regexp"
)

// LeftOut are the paths, of files or folders, that a text says its skill was copied without: "not included
// in this copy: references/, run.js", "`references/` is not included here".
func LeftOut(src []byte) (names []string) {
	for _, re := range leftOut {
		for _, m := range re.FindAllSubmatch(src, -1) {
			for _, name := range onePath.FindAllString(string(m[1]), -1) {
				names = append(names, path.Clean(name))
			}
		}
	}
	return names
}

const notWith = `not (?:included|bundled|shipped|copied|contained|vendored)\b`

var (
	leftOut = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b` + notWith + `[^:.\n]{0,60}: *([^—:;\n]*)`),
		regexp.MustCompile("(?i)((?:`[\\w./-]+`(?:,? (?:and|or) |, )?)+) (?:is|are) (?:intentionally |deliberately )?" + notWith),
	}
	onePath = regexp.MustCompile(`\b[\w-]+(?:\.[\w-]+)*(?:/[\w.-]+)*/|\b[\w-]+(?:/[\w-]+)*\.\w+\b`)
)
