package document

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/rare"
)

// A Script is a command of a Markdown text that runs a script by its path.
type Script struct {
	Span // of the path
	Path string
	Own  bool // a variable in front of it names the skill's folder
	// Plugin says that a variable in front of it names the plugin's folder.
	Plugin bool
	Direct bool // no interpreter stands before it
	// First is the plain word right behind it, which may be a subcommand; without a name
	// where there is none.
	First Option
	// Options are the long ones behind it, in the order of the text.
	Options []Option
}

// An Option is an option of a command, with its dashes and without its value.
type Option struct {
	Span
	Name string
}

// scriptBase matches a variable that names the folder of a skill or plugin.
const scriptBase = `(\$\{?CLAUDE_(?:SKILL_DIR|PLUGIN_ROOT)\}?/|\{baseDir\}/)?`

var (
	// runs matches a command that runs a script; group 1 is the folder of the skill or plugin
	// when a variable names it, group 2 the script.
	runs = regexp.MustCompile("(?:^|[\\s`$(;&|])(?:python3?|bash|sh|zsh|node|deno run|bun run|bun|uv run|npx tsx|tsx|ruby|perl|pwsh|source)(?: -[A-Za-z][\\w-]*)* +\"?" + scriptBase + "(?:\\./)?((?:[\\w.-]+/)*[\\w.-]+\\.(?:py|sh|js|mjs|cjs|ts|rb|pl|ps1))\\b")
	// interpreters are the words before a blank that runs begin with.
	interpreters = []string{"python", "python3", "bash", "sh", "zsh", "node", "deno run", "bun run", "bun", "uv run", "npx tsx", "tsx", "ruby", "perl", "pwsh", "source"}
	// runsItself matches the same where no interpreter stands before the script.
	runsItself = regexp.MustCompile("^\"?" + scriptBase + "(?:\\./)?((?:[\\w.-]+/)*[\\w.-]+\\.(?:py|sh|bash|js|mjs|rb|pl))(?:[\\s\"`;|&)]|$)")
)

// scriptMarks are what the lines of such commands hold.
var scriptMarks = []rare.Text{rare.Of("scripts/"), rare.Of("SKILL_DIR"), rare.Of("{baseDir}"), rare.Of("PLUGIN_ROOT")}

// scriptsIn finds the commands behind an offset that run a script below
// scripts/ or below the folder of the skill or plugin.
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
				next[i] = len(src)
				if ahead := mark.Index(src, at); ahead >= 0 {
					next[i] = ahead
				}
			}
			first = min(first, next[i])
		}
		if first == len(src) {
			break
		}
		from := max(body, bytes.LastIndexByte(src[:first], '\n')+1)
		line, _, _ := bytes.Cut(src[from:], []byte("\n"))
		of := runsItselfIn(line)
		if at := interpreterIn(line); at >= 0 {
			for _, m := range runs.FindAllSubmatchIndex(line[at:], -1) {
				of = append(of, scriptAt(line[at:], m, at))
			}
		}
		slices.SortStableFunc(of, func(a, b Script) int { return cmp.Compare(a.Start, b.Start) })
		for _, s := range of {
			s.Start, s.End = from+s.Start, from+s.End
			if s.Start >= told {
				s.Options, told = optionsBehind(src, s.End)
				s.First = wordBehind(src, s.End)
			}
			found = append(found, s)
		}
		at = from + len(line) + 1
	}
	return found
}

// interpreterIn returns where the first match of runs may begin in a line, -1 where none may:
// most lines that name a script run none.
func interpreterIn(line []byte) int {
	for at := 0; at < len(line); at++ {
		i := bytes.IndexByte(line[at:], ' ')
		if i < 0 {
			return -1
		}
		at += i
		for _, name := range interpreters {
			if start := at - len(name); start >= 0 && string(line[start:at]) == name && (start == 0 || !wordByte(line[start-1])) {
				return max(0, start-1)
			}
		}
	}
	return -1
}

// scriptAt is the script of a match in a text that begins at an offset of its line.
func scriptAt(text []byte, m []int, at int) Script {
	s := Script{Span: Span{at + m[4], at + m[5]}, Path: string(text[m[4]:m[5]])}
	if m[2] >= 0 {
		s.Plugin = bytes.Contains(text[m[2]:m[3]], []byte("PLUGIN"))
		s.Own = !s.Plugin
	}
	return s
}

// runsItselfIn finds the scripts of a line that a command begins with.
func runsItselfIn(line []byte) (found []Script) {
	begins, mark := true, byte(0) // a command may begin here, behind this mark
	for i, c := range line {
		switch {
		case isBlank(c):
		case (c == '$' || c == '>') && mark == 0 && begins && i+1 < len(line) && line[i+1] == ' ': // a prompt
		case begins && (c == '"' || c == '$' || c == '{' || c == '.' || wordByte(c)):
			begins = false
			if m := runsItself.FindSubmatchIndex(line[i:]); m != nil && (mark != '`' || isCommand(line[:i], line[i+m[5]:])) {
				s := scriptAt(line[i:], m, i)
				s.Direct = true
				found = append(found, s)
			}
		default:
			begins, mark = strings.IndexByte("`;&|(", c) >= 0, c
		}
	}
	return found
}

// isCommand reports whether a path that begins a code span is a command, by what stands
// before the path and behind it: arguments, or the word "run". Else it is only named.
func isCommand(before, behind []byte) bool {
	behind = bytes.TrimPrefix(behind, []byte(`"`))
	if rest := bytes.TrimLeft(behind, " \t"); len(rest) < len(behind) && len(rest) > 0 && rest[0] != '`' {
		return true
	}
	before = bytes.TrimRight(before[max(0, len(before)-wordReach):], "`\"*_: \t")
	return runWords[strings.ToLower(string(before[bytes.LastIndexAny(before, " \t*_(")+1:]))]
}

// wordReach is how far before a path a word stands that says to run it, in bytes.
const wordReach = 40

var runWords = map[string]bool{"run": true, "runs": true, "running": true, "execute": true, "executes": true}

// wordBehind returns the plain word right behind a script, on the same line or on the next
// where a backslash joins them.
func wordBehind(src []byte, at int) Option {
	if at < len(src) && src[at] == '"' {
		at++
	}
	start := at
	for start < len(src) && (src[start] == ' ' || src[start] == '\t') {
		start++
	}
	if rest := src[start:]; start > at && (bytes.HasPrefix(rest, []byte("\\\n")) || bytes.HasPrefix(rest, []byte("\\\r\n"))) {
		start += bytes.IndexByte(rest, '\n') + 1
		for start < len(src) && (src[start] == ' ' || src[start] == '\t') {
			start++
		}
	}
	end := start
	for end < len(src) && (wordByte(src[end]) || src[end] == '-') {
		end++
	}
	if start == at || start == end || src[start] < 'a' || src[start] > 'z' || end < len(src) && !isBlank(src[end]) && strings.IndexByte("`;)", src[end]) < 0 {
		return Option{}
	}
	return Option{Span{start, end}, string(src[start:end])}
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
		case c == '$' && bytes.HasPrefix(rest, []byte("(")): // another command, whose output is a value
			depth := 0
			for at++; at < len(src) && src[at] != '\n'; at++ {
				if src[at] == '(' {
					depth++
				} else if src[at] == ')' {
					depth--
				}
				if depth == 0 {
					break
				}
			}
			if depth > 0 {
				return options, at
			}
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
