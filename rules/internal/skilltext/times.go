package skilltext

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/skill"
)

// TellsOfAnotherTime reports whether a text tells of what is gone, or to come, or shows the
// wrong way, where it names something.
func TellsOfAnotherTime(f *skill.File, at int) bool {
	src := f.Source()
	line, start := LineAt(src, at)
	named := remarks.Setting{
		Before: line[:at-start], After: line[at-start:],
		Introduction: Introduction(src, start), Passage: string(remarks.Passage(src, at, at)), Headings: HeadingsAt(f, start),
	}
	return WrongWay.MatchString(line) || named.OtherTime()
}

// A heading is one of a text. A line of code that looks like one counts, too.
type heading struct {
	At, Level int
	Text      string
}

// headings are those of a text, in its order.
var headings = document.Part[[]heading]{Name: "headings", Find: func(_ string, src []byte) *[]heading {
	var list []heading
	for at := 0; at < len(src); {
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		if n := len(line) - len(bytes.TrimLeft(line, "#")); n > 0 && n <= 6 && bytes.HasPrefix(line[n:], []byte(" ")) {
			list = append(list, heading{at, n, string(line[n+1:])})
		}
		at += len(line) + 1
	}
	return &list
}}

// HeadingsAt are the headings of the sections that hold a line, the innermost first.
func HeadingsAt(f *skill.File, line int) (above []string) {
	list := *headings.Of(f)
	i, _ := slices.BinarySearchFunc(list, line, func(h heading, line int) int { return h.At - line })
	level := 7
	for i--; i >= 0 && level > 1; i-- {
		if h := list[i]; h.Level < level {
			level = h.Level
			above = append(above, h.Text)
		}
	}
	return above
}

// HasHeading reports whether a text has a heading, with a number before it or without.
func HasHeading(f *skill.File, text string) bool {
	return slices.ContainsFunc(*headings.Of(f), func(h heading) bool {
		return strings.TrimSpace(strings.TrimLeft(h.Text, "0123456789. ")) == text
	})
}

// Introduction is the line above the list or table that a line is in, "" where it is in
// none.
func Introduction(src []byte, line int) string {
	row, _ := LineAt(src, line)
	listed := remarks.ListItem.MatchString(row)
	for listed || strings.HasPrefix(row, "  ") { // an item goes on below its first line
		if line == 0 {
			return ""
		}
		if row, line = LineAt(src, line-1); strings.TrimSpace(row) == "" {
			row = "  "
		}
		is := remarks.ListItem.MatchString(row)
		if listed && !is && !strings.HasPrefix(row, "  ") {
			return row
		}
		listed = listed || is
	}
	return ""
}

// WrongWay matches a line that shows what not to do.
var WrongWay = regexp.MustCompile(`❌|\b(?:WRONG|BAD|NEVER|AVOID|INCORRECT)\b|\b[Nn]ever (?:call|run|use)\b|\b[Dd](?:o not|on't) (?:call|run|use)\b`)

// ColumnHead is what the head of a table says above a cell, "" where the line is no row of one.
func ColumnHead(src []byte, line, column int) string {
	row, _ := LineAt(src, line)
	if !strings.HasPrefix(strings.TrimSpace(row), "|") {
		return ""
	}
	for line > 0 {
		above, at := LineAt(src, line-1)
		if !strings.HasPrefix(strings.TrimSpace(above), "|") {
			break
		}
		row, line = above, at
	}
	if cells := strings.Split(row, "|"); column < len(cells) {
		return cells[column]
	}
	return ""
}
