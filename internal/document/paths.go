package document

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/rare"
)

// A Named is a path or a file's name as it stands in a text.
type Named struct {
	Span
	Path string
}

// pathHeads are what a slash ends in every path that prosePathsIn finds.
var pathHeads = [][]byte{[]byte("reference"), []byte("references"), []byte("resources"), []byte("assets"), []byte("scripts"), []byte("templates"), []byte("..")}

// prosePathsIn finds the paths of a skill's own files behind an offset, in words, code spans
// and bold, each text once: those below its folders of resources, and of the SKILL.md of a
// folder above.
func prosePathsIn(src []byte, body int) []Named {
	var found []Named
	var seen map[string]bool
	for at := min(body, len(src)); ; {
		i := bytes.IndexByte(src[at:], '/')
		if i < 0 {
			return found
		}
		slash := at + i
		at = slash + 1
		head := headBefore(src[:slash])
		if head == 0 || slash-head < body {
			continue
		}
		start := slash - head
		before := src[body:start]
		if bytes.HasSuffix(before, []byte("./")) {
			before = before[:len(before)-2]
		}
		if len(before) > 0 && !beginsPath[before[len(before)-1]] {
			continue
		}
		end := prosePathEnd(src, start, slash+1)
		if end == 0 {
			continue
		}
		at = end
		if name := string(src[start:end]); !seen[name] {
			if seen == nil {
				seen = map[string]bool{}
			}
			seen[name] = true
			found = append(found, Named{Span{start, end}, name})
		}
	}
}

// beginsPath are the bytes behind which a path begins.
var beginsPath = bytesOf(" \t\n\f\r`\"'(*:,")

// prosePathEnd returns where a path ends that begins at an offset and whose first slash
// stands before another one: as late as it can, 0 where it is none.
func prosePathEnd(src []byte, start, next int) int {
	manual := src[start] == '.'
	run := next // all that may be of the path: no step of it is empty
	for run < len(src) && InPath(src[run]) && (src[run] != '/' || src[run-1] != '/') {
		run++
	}
	for last := run; ; { // the end of the last step that is tried
		from := next + bytes.LastIndexByte(src[next-1:last], '/')
		step := src[from:last]
		if manual {
			if rest, is := bytes.CutPrefix(step, []byte("SKILL.md")); is && (len(rest) == 0 || !wordByte(rest[0])) {
				return last - len(rest)
			}
		} else if n := fileName(step); n > 0 {
			return from + n
		}
		if from == next {
			return 0
		}
		last = from - 1
	}
}

// fileName is how many bytes of a step are the name of a file with an extension: the most
// that are, 0 for none.
func fileName(step []byte) int {
	if len(step) == 0 || step[0] == '.' {
		return 0
	}
	for dot := len(step) - 1; dot > 0; dot-- {
		if step[dot] != '.' {
			continue
		}
		end := dot + 1
		for end < len(step) && end <= dot+10 && wordByte(step[end]) && step[end] != '_' {
			end++
		}
		if end > dot+1 && step[dot+1] > '9' && (end == len(step) || !wordByte(step[end])) {
			return end
		}
	}
	return 0
}

// headBefore is how many bytes the head has that a text ends in; 0 for none.
func headBefore(text []byte) int {
	if len(text) == 0 || text[len(text)-1] != 's' && text[len(text)-1] != 'e' && text[len(text)-1] != '.' {
		return 0 // nearly all: every slash of every text is asked
	}
	for _, head := range pathHeads {
		if bytes.HasSuffix(text, head) {
			return len(head)
		}
	}
	return 0
}

// listMarks match, up to a code span, what makes it the first of an item of a
// list, a heading or a row.
var listMarks = regexp.MustCompile(`(?m)^\s*(?:[-*+]|\d+\.|#{2,6}|\|)\s*\**\z`)

// listedExtensions are those of the files that listedIn finds.
var listedExtensions = map[string]bool{"py": true, "sh": true, "js": true, "mjs": true, "ts": true, "rb": true, "ps1": true, "md": true, "R": true, "ipynb": true}

// listedIn finds the files that a list gives behind an offset, each name once:
// in code, first in an item, a heading or a row.
func listedIn(src []byte, body int) []Named {
	var found []Named
	seen := map[string]bool{}
	body = min(body, len(src))
	for from := body; ; {
		i := bytes.IndexByte(src[from:], '`')
		if i < 0 {
			return found
		}
		before, whole := src[from:from+i], from == body // whole says that it begins with a line
		start := from + i + 1
		from = start
		end := start
		for end < len(src) && (wordByte(src[end]) || src[end] == '-' || src[end] == '.') {
			end++
		}
		if end == len(src) || end == start || src[end] != '`' || !wordByte(src[start]) {
			continue
		}
		name := src[start:end]
		if dot := bytes.LastIndexByte(name, '.'); dot < 0 || !listedExtensions[string(name[dot+1:])] || seen[string(name)] {
			continue
		}
		line := bytes.LastIndexByte(bytes.TrimRight(before, " \t\r\n\f*"), '\n') + 1 // of the mark, which may stand in a line before
		if line == 0 && !whole {
			line = bytes.IndexByte(before, '\n') + 1
			if line == 0 {
				continue
			}
		}
		if listMarks.Match(before[line:]) {
			seen[string(name)] = true
			found = append(found, Named{Span{start, end}, string(name)})
		}
	}
}

// maxNamed bounds a path that resourcesIn returns behind the folder of resources, in bytes.
const maxNamed = 256

// resourcesIn returns the paths in a text of files in the folder of resources of another
// folder, from that one on: of skills/draw/references/x.md draw/references/x.md. What a text
// tells to read of any skill is a pattern: of "load `<skill>/references/<version>.md`"
// */references/*.md. It looks from slash to slash: all texts are asked.
func resourcesIn(text []byte) (paths []string) {
	for at := 0; ; {
		next := bytes.IndexByte(text[at:], '/')
		if next < 0 {
			return paths
		}
		slash := at + next
		at = slash + 1
		if headBefore(text[:slash]) == 0 {
			continue
		}
		head := bytes.LastIndexByte(text[:slash], '/')
		if head < 0 || !slices.ContainsFunc(pathHeads, func(name []byte) bool { return bytes.Equal(name, text[head+1:slash]) }) {
			continue
		}
		if head > 0 && (text[head-1] == '>' || text[head-1] == '}') {
			if m := patternRead.FindSubmatch(text[max(0, head-maxNamed/4):min(len(text), slash+maxNamed)]); m != nil {
				paths = append(paths, "*/"+string(m[1])+"*"+string(m[2]))
			}
			continue
		}
		from, end := head, slash
		for size := endsInPath(text[:from]); size > 0 && head-from < maxNamed; size = endsInPath(text[:from]) {
			from -= size
		}
		for from < head && end-slash < maxNamed && end < len(text) && text[end] == '/' && inPath(text[end+1:]) > 0 {
			end++
			for size := inPath(text[end:]); size > 0 && end-slash < maxNamed; size = inPath(text[end:]) {
				end += size
			}
		}
		if end < len(text) && text[end] == '*' { // any of several: references/step_*.md
			for end++; end-slash < maxNamed && inPath(text[end:]) > 0; {
				end += inPath(text[end:])
			}
		}
		if end > slash {
			paths = append(paths, string(bytes.TrimRight(text[from:end], ".")))
		}
	}
}

// patternRead matches what tells to read files of any skill.
var patternRead = regexp.MustCompile("(?i)\\b(?:load|read|open|follow)[^\\n]{0,40}[ `/][<{]skill(?:[-_ ]name)?[>}]/((?:[\\w-]+/)+)[<{][\\w -]+[>}](\\.md)")

// endsInPath is how many bytes the last letter, digit or mark of a text has, if a path
// may hold it; 0 if not.
func endsInPath(text []byte) int {
	_, size := utf8.DecodeLastRune(text)
	return inPath(text[len(text)-size:])
}

// inPath is how many bytes the letter, digit or mark has that a text begins with, if a
// path may hold it; 0 if not.
func inPath(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	switch c := text[0]; {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == '-':
		return 1
	case c >= utf8.RuneSelf:
		if r, size := utf8.DecodeRune(text); unicode.IsLetter(r) {
			return size
		}
	}
	return 0
}

// An Anchored is a path to a file behind a variable that names the folder of a skill or
// plugin: it is relative to nothing else.
type Anchored struct {
	Span        // of the path
	Path string // without "./" before it
	// Plugin says that the variable names the plugin's folder, else it is the skill's.
	Plugin bool
}

// anchors are the variables, with what stands before the path.
var anchors = []struct {
	mark   rare.Text
	plugin bool
}{
	{rare.Of("{CLAUDE_PLUGIN_ROOT}/"), true},
	{rare.Of("$CLAUDE_PLUGIN_ROOT/"), true},
	{rare.Of("{CLAUDE_SKILL_DIR}/"), false},
	{rare.Of("$CLAUDE_SKILL_DIR/"), false},
	{rare.Of("{baseDir}/"), false},
}

// anchoredIn finds the paths of files behind an offset that stand behind such a variable.
func anchoredIn(src []byte, body int) (found []Anchored) {
	for _, anchor := range anchors {
		for at := min(body, len(src)); ; {
			i := anchor.mark.Index(src, at)
			if i < 0 {
				break
			}
			start := i + anchor.mark.Len()
			at = start
			for bytes.HasPrefix(src[start:], []byte("./")) {
				start += 2
			}
			end := start
			for end < len(src) && InPath(src[end]) {
				end++
			}
			last := start + bytes.LastIndexByte(src[start:end], '/') + 1
			n := fileName(src[last:end])
			if n == 0 || len(bytes.TrimRight(src[last+n:end], ".")) > 0 || end < len(src) && strings.IndexByte("<{*$[", src[end]) >= 0 {
				continue // a folder, or a path that goes on with what stands for others
			}
			found = append(found, Anchored{Span{start, last + n}, string(src[start : last+n]), anchor.plugin})
			at = end
		}
	}
	return found
}
