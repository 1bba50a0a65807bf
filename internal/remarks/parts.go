package remarks

import (
	"bytes"
	"regexp"
	"slices"
)

// A Part is a part of a text that names what need not be there, in bytes; End is exclusive.
type Part struct {
	Start, End int
	Made       bool // by the reader, or by what the reader runs: commands in it are the skill's own
}

// Holds reports whether an offset is in one of the parts; those of what is made count for
// a path, not for a command.
func Holds(parts []Part, at int, command bool) bool {
	return slices.ContainsFunc(parts, func(p Part) bool { return p.Start <= at && at < p.End && !(command && p.Made) })
}

// Parts are the sections of which the heading says that what they name is not there, and the
// lists, tables and blocks of code below a line that says so.
func Parts(src []byte) []Part { return append(sections(src), lists(src)...) }

// sections are those of which the heading says that what they name was removed, is to come,
// or is what comes out.
func sections(src []byte) (parts []Part) {
	within, fenced := 0, false // the level of the section, 0 outside of any
	var section Part
	for at := 0; at < len(src); {
		line, end := lineFrom(src, at)
		if isFence(line) {
			fenced = !fenced
		}
		level := len(line) - len(bytes.TrimLeft(line, "#"))
		if !fenced && level > 0 && bytes.HasPrefix(line[level:], []byte(" ")) {
			if within > 0 && level <= within {
				section.End = at
				parts, within = append(parts, section), 0
			}
			absent := comesLater.Match(line) || ofGone.Match(line)
			if within == 0 && (absent || comesOut.Match(line)) {
				within, section = level, Part{Start: at, Made: !absent}
			}
		}
		at = end
	}
	if within > 0 {
		section.End = len(src)
		parts = append(parts, section)
	}
	return parts
}

// comesLater matches the heading of a section on what is not there yet.
var comesLater = regexp.MustCompile(`(?i)\b(?:coming soon|future (?:work|enhancements?|improvements?|extensions?|additions?)|to be (?:implemented|developed|written|created|added)|not (?:yet )?implemented|roadmap|planned (?:files|scripts|references|additions|resources))\b|^[#\s*\d.]*(?-i:TODOs?)\s*(?:[(（:：]|$)|\((?:planned|future|tbd|todo|optional)\)|待(?:开发|实现|补充)|未实现|计划中|开发中|规划中|未実装|実装予定|開発中|구현 예정|미구현|개발 예정`)

// ofGone matches the heading of a section on what was there once.
var ofGone = regexp.MustCompile(`(?i)\b(?:deleted|removed|removals|renamed|renames|retired|obsolete|superseded|deprecations?|deprecated|change ?log|(?:revision|version) history)\b|已删除|已移除|已废弃|更新日志|版本历史|变更记录|変更履歴|削除済み|버전 (?:관리|이력)|변경 (?:이력|내역)`)

// comesOut matches the heading of a section on what the reader of the text makes, or what somebody changed.
var comesOut = regexp.MustCompile(`(?i)^#+[\s*\d.]*deliverables[\s*:]*$|\boutputs?(?: (?:files?|format|structure|layout|locations?|director(?:y|ies)|folders?|artifacts?|contract|tree))?[\s*:]*$|\b(?:generated|created|produced|resulting|expected|example|sample|recommended|suggested|proposed|typical|target) (?:[\w-]+ ){0,2}(?:structure|layout|files?|folders?|director(?:y|ies)|tree|outputs?|artifacts?|deliverables?|skill)\b|\b(?:modified|changed|touched) files\b|\bfiles (?:modified|changed|touched)\b|修改的文件|变更(?:的)?文件|\b(?:files?|artifacts?) (?:to (?:create|write|generate|add|produce)|created|generated|produced|written)\b|\bdeliverables\b|输出(?:文件|结构|目录|格式)|目录结构示例|产出|出力(?:ファイル|構成|先)`)

// lists are the lists, tables and blocks of code below a line which says that what they name
// was removed, is to be made, may be there, or is an example.
func lists(src []byte) (parts []Part) {
	for at := 0; at < len(src); {
		line, end := lineFrom(src, at)
		at = end
		if line = bytes.TrimRight(line, " \t\r*_"); !bytes.HasSuffix(line, []byte(":")) && !bytes.HasSuffix(line, []byte("：")) {
			continue
		}
		absent := introduces.Match(line)
		if !absent && !makes.Match(line) {
			continue
		}
		if to := listEnd(src, end, indent(line)); to > end {
			parts = append(parts, Part{end, to, !absent})
			at = to
		}
	}
	return parts
}

// introduces matches such a line, which ends with a colon, and makes one of which what
// follows is what comes out.
var (
	introduces = regexp.MustCompile(`(?i)^[ \t*_>+-]*(?:example|ejemplo|exemple|exemplo|esempio|beispiel|пример|例|示例|예시)(?:[ \t]*[(（][^)）\n]*[)）])?[*_]*[:：]$` +
		`|\((?:future|upcoming|coming soon|later)\)[*_]*[:：]$` +
		`|\b(?:deleted|removed|renamed|retired|replaced|merged|dropped|superseded|obsolete|deprecated|archived|optional|planned|to be (?:created|written|added|made)|to do|todo|tbd|(?:not|n't) (?:yet )?(?:exist|included|bundled|shipped|created|written|implemented)|if (?:they|it) exists?|if (?:present|available)|(?:can|may|could) be added)\b` +
		`|可(?:以)?(?:根据|按|视)?(?:需要|需求)?(?:自行)?(?:添加|扩展)|按需(?:添加|扩展)|必要に応じて追加|필요에 따라 추가`)
	makes = regexp.MustCompile(`(?i)\b(?:creates|generates|produces|writes|saves|scaffolds|outputs?)(?: (?:the|these|this|a|an|all|following|files?|folders?|\w+ files|structure|layout|artifacts?|director(?:y|ies)|(?:in)?to \S+)){0,5}[*_]*[:：]$|\b(?:(?:will|would|should|might|could|may) (?:be (?:created|generated|written|saved|produced)|(?:then )?(?:create|generate|produce|write|save|look|have|contain))|looks? like)\b`)
)

// listEnd is the end of the list, table or block of code that follows at a place; the place
// itself where another thing follows. What follows an item of a list is indented deeper.
func listEnd(src []byte, at, deep int) int {
	fenced, some, blank := false, false, false
	for at < len(src) {
		line, end := lineFrom(src, at)
		switch {
		case fenced:
			fenced = !isFence(line)
		case len(bytes.TrimSpace(line)) == 0:
			blank = true
			at = end
			continue
		case isFence(line) && !some:
			fenced = true
		case ListItem.Match(line) && (deep == 0 || indent(line) > deep):
		case indent(line) > deep+1 && (some || blank):
		default:
			return at
		}
		some, blank, at = true, false, end
	}
	return at
}

// ListItem matches the beginning of a line of a list, or of a table.
var ListItem = regexp.MustCompile(`^\s*(?:(?:[-+|]|\d+[.)])\s?|\*\s)`)

func indent(line []byte) int {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	if n == 0 && ListItem.Match(line) {
		return 1
	}
	return n
}

func isFence(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// lineFrom is the line that begins at a place, and where the next one does.
func lineFrom(src []byte, at int) ([]byte, int) {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return src[at : at+i], at + i + 1
	}
	return src[at:], len(src)
}
