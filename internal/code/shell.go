package code

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/code/effect"
	"github.com/skilllint/skilllint/internal/source/shell"
)

// extractShell reads a shell script: the paths that its commands name.
func extractShell(x *extractor) {
	sh := &shExtractor{extractor: x, vars: map[string]shVariable{}}
	sh.read(shell.Parse(x.src))
}

// A shExtractor evaluates the words of a script.
type shExtractor struct {
	*extractor
	vars map[string]shVariable
	base int // of the source in the file

	depth int // of scripts in words of scripts
}

// A shVariable is the value of a variable that is set once; nil when it is
// set again, or to a list.
type shVariable struct {
	value *shell.Word
	base  int
}

func (s *shExtractor) read(file *shell.File) {
	if file.Err != nil {
		s.fault(s.base+file.Err.Offset, file.Err.Msg)
	}
	for _, a := range file.Assigns {
		if _, again := s.vars[a.Name]; again {
			s.vars[a.Name] = shVariable{}
		} else {
			s.vars[a.Name] = shVariable{a.Value, s.base}
		}
	}
	for _, c := range file.Commands {
		if len(c.Words) > 0 {
			name, _ := c.Words[0].Literal()
			switch name {
			case "echo", "printf", "log", "info", "warn", "error", "grep", "for", "[[", "[", "test", "die", "alias":
				continue
			}
		}
		s.reaches(c.Words)
		for i, w := range c.Words {
			s.word(w)
			s.script(c.Words[:i], w)
		}
		s.moduleRun(c.Words)
		for _, r := range c.Redirects {
			if r.Target != nil {
				s.word(r.Target)
			}
		}
	}
	for _, a := range file.Assigns {
		if a.Value != nil {
			s.word(a.Value)
		}
	}
}

// reaches notes a command that reaches outside, with the address that it is given.
func (s *shExtractor) reaches(command []*shell.Word) {
	if len(command) == 0 {
		return
	}
	name := literalOf(command[0])
	f, ok := effect.Of(string(Shell), name)
	if !ok {
		return
	}
	out := Effect{Name: s.name(name, s.base+command[0].Start, s.base+command[0].End), Kind: f.Kind}
	for _, w := range command[1:] {
		if text := literalOf(w); strings.Contains(text, "://") {
			out.Target, out.Whole = strings.Clone(text), true
		}
	}
	s.out.Effects = append(s.out.Effects, out)
}

// script reads a command line in a word: bash -c '…', eval '…'.
func (s *shExtractor) script(before []*shell.Word, w *shell.Word) {
	if len(before) == 0 || len(w.Parts) != 1 || w.Parts[0].Kind != shell.Literal || s.depth > 3 {
		return
	}
	part := w.Parts[0]
	if string(s.src[s.base+part.Start:s.base+part.End]) != part.Text { // escapes: places inside of it are not known
		return
	}
	name := path.Base(literalOf(before[0]))
	flag := literalOf(before[len(before)-1])
	switch {
	case name == "eval":
	case (name == "sh" || name == "bash" || name == "zsh" || name == "dash") && strings.HasPrefix(flag, "-") && !strings.HasPrefix(flag, "--") && strings.HasSuffix(flag, "c"):
	default:
		return
	}
	inner := &shExtractor{extractor: s.extractor, vars: s.vars, base: s.base + part.Start, depth: s.depth + 1}
	inner.read(shell.Parse([]byte(part.Text)))
}

// moduleRun reads python -m skills.zodiac.services.
func (s *shExtractor) moduleRun(command []*shell.Word) {
	words := make([]*expr, len(command))
	for i, w := range command {
		words[i] = &expr{start: s.base + w.Start, end: s.base + w.End}
		if text, ok := w.Literal(); ok {
			words[i].kind, words[i].text = textExpr, text
		}
	}
	s.runsModule(words)
}

// word notes a word that is a path into another skill; what is in $(…) is
// read by itself.
func (s *shExtractor) word(w *shell.Word) {
	p := s.eval(w.Parts, 0)
	if p.anchor == NoPath || !steps(w) {
		return
	}
	if p.mayLeave(FileUse) {
		s.out.Paths = append(s.out.Paths, s.pathFact(p, s.base+w.Start, s.base+w.End, FileUse))
	}
}

// steps reports whether a word names a step itself, not only through variables.
func steps(w *shell.Word) bool {
	for _, p := range w.Parts {
		if p.Kind == shell.Literal && strings.Trim(p.Text, "./") != "" {
			return true
		}
	}
	return false
}

// eval evaluates the parts of a word as a path.
func (s *shExtractor) eval(parts []shell.Part, depth int) place {
	at := &expr{start: 0, end: len(s.src)}
	p := place{anchor: Relative, origin: at}
	for i, part := range parts {
		switch part.Kind {
		case shell.Literal:
			if strings.ContainsAny(part.Text, "\n*?") || len(part.Text) > 1000 {
				return place{}
			}
			if i == 0 && (strings.HasPrefix(part.Text, "/") || strings.HasPrefix(part.Text, "~")) {
				p.anchor = Somewhere
			}
			if _, value, ok := strings.Cut(part.Text, "=/"); ok && i == 0 && strings.HasPrefix(part.Text, "-") { // --file=/x
				p.anchor, part.Text = Somewhere, "/"+value
			} else if flag, value, ok := strings.Cut(part.Text, "="); ok && i == 0 && strings.HasPrefix(flag, "-") {
				part.Text = value
			}
			p.rel += part.Text
		case shell.Variable:
			v := s.variable(part, depth)
			switch {
			case i == 0 || p.rel == "" && !p.known():
				p = v
			default:
				p.rel += "\x00"
			}
		default:
			if i > 0 && (p.rel != "" || p.known()) {
				p.rel += "\x00"
				continue
			}
			p = s.substitution(part, depth)
		}
	}
	if p.origin == nil {
		p.origin = at
	}
	return p
}

func (s *shExtractor) variable(part shell.Part, depth int) place {
	switch part.Text {
	case "0", "BASH_SOURCE":
		p := place{anchor: File}
		if strings.HasPrefix(part.Arg, "%/*") || strings.HasPrefix(part.Arg, "[0]%/*") {
			p.rel = ".."
		}
		return p
	case "CLAUDE_SKILL_DIR", "SKILL_DIR", "SKILL_ROOT", "SKILL_PATH":
		if _, set := s.vars[part.Text]; !set {
			return place{anchor: OwnFolder}
		}
	}
	if v := s.vars[part.Text]; v.value != nil && depth < 8 {
		there := &shExtractor{extractor: s.extractor, vars: s.vars, base: v.base}
		if p := there.eval(v.value.Parts, depth+1); p.known() || p.anchor == SkillsDir || p.anchor == Somewhere && p.rel != "" {
			return p
		}
	}
	if skillsDirName(part.Text) {
		return place{anchor: SkillsDir}
	}
	return place{anchor: Somewhere}
}

// substitution reads the ways in which scripts find their own folder:
// $(cd "$(dirname "$0")/.." && pwd), $(dirname "$(realpath "$0")").
func (s *shExtractor) substitution(part shell.Part, depth int) place {
	unknown := place{anchor: Somewhere}
	if depth > 8 || part.End-part.Start > 500 {
		return unknown
	}
	text := string(s.src[s.base+part.Start : s.base+part.End])
	switch {
	case strings.HasPrefix(text, "$(") && strings.HasSuffix(text, ")"):
		text = text[2 : len(text)-1]
	case strings.HasPrefix(text, "`") && strings.HasSuffix(text, "`") && len(text) > 1:
		text = text[1 : len(text)-1]
	default:
		return unknown
	}
	inner := &shExtractor{extractor: s.extractor, vars: s.vars, base: s.base + part.Start + strings.Index(string(s.src[s.base+part.Start:s.base+part.End]), text)}
	for _, c := range shell.Parse([]byte(text)).Commands {
		if len(c.Words) < 1 {
			continue
		}
		name, _ := c.Words[0].Literal()
		args := c.Words[1:]
		for len(args) > 0 && strings.HasPrefix(literalOf(args[0]), "-") {
			args = args[1:]
		}
		if len(args) == 0 {
			continue
		}
		switch name {
		case "cd", "realpath", "readlink", "echo":
			return inner.eval(args[0].Parts, depth+1)
		case "dirname":
			return up(inner.eval(args[0].Parts, depth+1), 1, nil)
		case "git":
			if literalOf(args[0]) == "rev-parse" {
				return place{anchor: Root, rel: "."}
			}
		default:
			return unknown
		}
	}
	return unknown
}

func literalOf(w *shell.Word) string {
	text, _ := w.Literal()
	return text
}
