package edit

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// trailing returns the comment behind an offset of a line, with the blanks
// before it.
func trailing(src []byte, at int) string {
	rest := src[at:lineEnd(src, at)]
	i := bytes.IndexByte(rest, '#')
	if i < 0 || len(bytes.Trim(rest[:i], " \t,]")) > 0 {
		return ""
	}
	return "  " + strings.TrimRight(string(rest[i:]), "\r\n")
}

// lines returns the whole lines of an entry of the top level.
func lines(m *skill.Manifest, key, value *skill.Node) (from, to int) {
	from = m.Offset(key.Pos)
	for from > 0 && m.Head()[from-1] != '\n' {
		from--
	}
	return from, lineEnd(m.Head(), m.Offset(value.End))
}

// lineEnd returns the offset behind the end of the line that at is in.
func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(src)
}

// blockList reports whether a list is written with hyphens.
func blockList(m *skill.Manifest, list *skill.Node) bool { return m.Head()[m.Offset(list.Pos)] == '-' }

func column(src []byte, at int) int { return at - (bytes.LastIndexByte(src[:at], '\n') + 1) }
