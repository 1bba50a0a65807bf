package document

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// A Script is a command of a Markdown text that runs a script by its path.
type Script struct {
	Span // of the path
	Path string
	Own  bool // a variable in front of it names the skill's folder
	// Options are the long ones behind it, in the order of the text.
	Options []Option
}

// An Option is an option of a command, with its dashes and without its value.
type Option struct {
	Span
	Name string
}

// runs matches a command that runs a script; group 1 is the skill's folder
// when a variable names it, group 2 the script.
var runs = regexp.MustCompile("(?:^|[\\s`$(;&|])(?:python3?|bash|sh|zsh|node|deno run|bun run|bun|uv run|npx tsx|tsx|ruby|perl|pwsh|source)(?: -[A-Za-z][\\w-]*)* +\"?((?:\\$\\{?CLAUDE_SKILL_DIR\\}?|\\{baseDir\\})/)?(?:\\./)?((?:[\\w.-]+/)*[\\w.-]+\\.(?:py|sh|js|mjs|cjs|ts|rb|pl|ps1))\\b")

// scriptMarks are what the lines of such commands hold.
var scriptMarks = [][]byte{[]byte("scripts/"), []byte("SKILL_DIR"), []byte("{baseDir}")}

// scriptsIn finds the commands behind an offset that run a script below
// scripts/ or below the skill's folder.
func scriptsIn(src []byte, body int) []Script {
	var found []Script
	next := make([]int, len(scriptMarks)) // where each mark is, from at on
	for i := range next {
		next[i] = -1
	}
	told := 0 // where the command ends of which the options were told last
	for at := body; at < len(src); {
		first := len(src)
		for i, mark := range scriptMarks {
			if next[i] < at {
				if next[i] = len(src); bytes.Contains(src[at:], mark) {
					next[i] = at + bytes.Index(src[at:], mark)
				}
			}
			first = min(first, next[i])
		}
		if first == len(src) {
			break
		}
		from := max(body, bytes.LastIndexByte(src[:first], '\n')+1)
		line, _, _ := bytes.Cut(src[from:], []byte("\n"))
		for _, m := range runs.FindAllSubmatchIndex(line, -1) {
			s := Script{Span: Span{from + m[4], from + m[5]}, Path: string(line[m[4]:m[5]]), Own: m[2] >= 0}
			if s.Start >= told {
				s.Options, told = optionsBehind(src, s.End)
			}
			found = append(found, s)
		}
		at = from + len(line) + 1
	}
	return found
}

// optionsBehind returns the long options of a command from behind its script, on all
// lines that backslashes join, and where it ends.
func optionsBehind(src []byte, at int) (options []Option, end int) {
	if at < len(src) && src[at] == '"' {
		at++
	}
	if at < len(src) && !isBlank(src[at]) {
		return nil, at // the path goes on
	}
	for at < len(src) {
		switch c, rest := src[at], src[at+1:]; {
		case strings.IndexByte("\n|;&>)`", c) >= 0, c == '#' && isBlank(src[at-1]), bytes.HasPrefix(src[at:], []byte("-- ")):
			return options, at
		case c == '\\' && bytes.HasPrefix(rest, []byte("\n")), c == '\\' && bytes.HasPrefix(rest, []byte("\r\n")):
			at += 1 + bytes.IndexByte(rest, '\n')
		case c == '"' || c == '\'' || c == '<': // a value, or what stands for one
			if c == '<' {
				c = '>'
			}
			from := at
			for at++; at < len(src) && src[at] != c; at++ {
				if src[at] == '\n' {
					return options, from
				}
			}
		case c == '-' && bytes.HasPrefix(rest, []byte("-")) && (isBlank(src[at-1]) || src[at-1] == '['):
			end := at + 2
			for end < len(src) && (wordByte(src[end]) || src[end] == '-') {
				end++
			}
			if end > at+2 && (end == len(src) || isBlank(src[end]) || strings.IndexByte("=]`)|;&\\", src[end]) >= 0) {
				options = append(options, Option{Span{at, end}, string(src[at:end])})
			}
			at = end - 1
		}
		at++
	}
	return options, at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// A PathUp is a path of a Markdown text that leads out of its folder:
// ../other/scripts/run.sh.
type PathUp struct {
	Span
	Path string
}

// pathsUp finds them behind an offset.
func pathsUp(src []byte, body int) []PathUp {
	var found []PathUp
	for at := body; ; {
		i := bytes.Index(src[at:], []byte("../"))
		if i < 0 {
			return found
		}
		start := at + i
		at = start
		for at < len(src) && InPath(src[at]) {
			at++
		}
		if start == 0 || !InPath(src[start-1]) {
			found = append(found, PathUp{Span{start, at}, strings.TrimRight(string(src[start:at]), ".")})
		}
	}
}

// A Call is a place in a Markdown text that calls a part of a plugin by its
// full name: Skill(skill: "plugin:name"), /plugin:name, subagent_type:
// "plugin:name".
type Call struct {
	Span         // of the name
	Plugin, Name string
}

// callsIn finds such calls, by the colon in them; those of one name with more
// than one colon are all given.
func callsIn(src []byte) []Call {
	var found []Call
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], ':')
		if i < 0 {
			return found
		}
		colon := at + i
		at = colon + 1
		if at == len(src) || !inName(src[at]) && src[at] != ':' || colon == 0 || !inName(src[colon-1]) {
			continue
		}
		start, limit := colon, max(0, colon-maxCallName)
		for start > limit && inName(src[start-1]) {
			start--
		}
		if !called(src[max(0, start-40):start]) {
			continue
		}
		end := at
		for end < min(len(src), at+maxCallName) && (inName(src[end]) || src[end] == ':') {
			end++
		}
		if end < len(src) && bytes.IndexByte([]byte("{<$*["), src[end]) >= 0 {
			continue // the rest of the name is to be filled in
		}
		if name := strings.TrimRight(string(src[at:end]), ".:_"); name != "" && !strings.HasSuffix(name, "-") { // else it goes on in another line
			found = append(found, Call{Span{at, at + len(name)}, string(src[start:colon]), name})
		}
	}
}

// maxCallName bounds the names that are looked at, in bytes.
const maxCallName = 1 << 10

func inName(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

// called reports whether what stands before a name calls it.
func called(before []byte) bool {
	if n := len(before); n > 0 && before[n-1] == '/' {
		return n == 1 || !InPath(before[n-2]) && before[n-2] != '<' && before[n-2] != ':' && before[n-2] != '}' && before[n-2] != '>'
	}
	text := bytes.TrimRight(before, "\"'` ")
	if bytes.HasSuffix(text, []byte("Skill(")) {
		return true
	}
	text = bytes.TrimRight(text, "=: \"'`")
	return bytes.HasSuffix(text, []byte("Skill(skill")) || bytes.HasSuffix(text, []byte("subagent_type")) || bytes.HasSuffix(text, []byte("Skill(command"))
}

// An Install is an installation that a text tells of: /plugin install
// plugin@marketplace.
type Install struct{ Plugin, Marketplace string }

var (
	installWords = []byte("plugin install ")
	installed    = regexp.MustCompile(`^plugin install ([\w.-]+)@([\w.-]+)`)
)

// installsIn finds the installations, each once.
func installsIn(src []byte) []Install {
	var found []Install
	for at := 0; ; at += len(installWords) {
		i := bytes.Index(src[at:], installWords)
		if i < 0 {
			return found
		}
		at += i
		m := installed.FindSubmatch(src[at:])
		if m == nil || at > 0 && wordByte(src[at-1]) {
			continue
		}
		if in := (Install{string(m[1]), string(m[2])}); !slices.Contains(found, in) {
			found = append(found, in)
		}
	}
}
