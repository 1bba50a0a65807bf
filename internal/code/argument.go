package code

import (
	"path"
	"strings"
)

// argument reads what is given to a call: a path, a command line, or a list
// or map of them.
func (x *extractor) argument(e *expr, use Use, depth int) {
	if e == nil || depth > 4 {
		return
	}
	if e.kind == nameExpr && e.resolved() != e {
		if v := e.resolved(); v.kind == listExpr {
			x.argument(v, use, depth+1)
			return
		}
	}
	switch e.kind {
	case listExpr, mapExpr:
		for _, item := range e.args {
			x.argument(item, use, depth+1)
		}
	case textExpr, joinExpr:
		if e.kind == textExpr && saysNothing(e.text) {
			return
		}
		if words := commandWords(e); len(words) > 1 {
			x.commandLine(e, words)
			return
		}
		x.reach(e, use)
	case nameExpr, memberExpr, slashExpr, indexExpr:
		x.reach(e, use)
	case callExpr: // visited by itself
		if use == ModulePath {
			for _, a := range e.args {
				x.argument(a, use, depth+1)
			}
		}
	}
}

// saysNothing reports whether a literal is several words of which none may be a path or the
// module of a command, as most texts that programs print.
func saysNothing(text string) bool {
	if strings.ContainsAny(text, "/\\") || strings.Contains(text, "-m") || strings.Contains(text, `-"`) || strings.Contains(text, "-'") || strings.Count(text, "\n") > 20 || len(text) > 4000 {
		return false
	}
	words, in := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '"' || text[i] == '\'':
		case commandBreak[text[i]]:
			in = false
		case !in:
			words, in = words+1, true
		}
	}
	return words > 1
}

// commandBreak are the bytes at which a shell parts words.
var commandBreak = bytesOf(" \t\n;&|<>()\"'`")

// commandWords splits a string that is put together into the words that a
// shell would see; one for a string without blanks, none for a text of
// several lines or of no word.
func commandWords(e *expr) []*expr {
	parts := e.args
	if e.kind == textExpr {
		parts = []*expr{e}
	}
	var words []*expr
	var word []*expr
	flush := func() {
		if len(word) > 0 {
			words = append(words, &expr{kind: joinExpr, args: word, start: e.start, end: e.end})
			word = nil
		}
	}
	for _, part := range parts {
		if part.kind != textExpr {
			word = append(word, part)
			continue
		}
		if strings.Count(part.text, "\n") > 20 || len(part.text) > 4000 {
			return nil
		}
		text := part.text
		for text != "" {
			i := strings.IndexAny(text, " \t\n;&|<>()\"'`")
			if i < 0 {
				i = len(text)
			}
			if i > 0 {
				word = append(word, &expr{kind: textExpr, text: text[:i], start: e.start, end: e.end})
			}
			if i == len(text) {
				break
			}
			if c := text[i]; c != '"' && c != '\'' {
				flush()
			}
			text = text[i+1:]
		}
	}
	flush()
	return words
}

// isPython reports whether a word of a command is the interpreter: python3, /usr/bin/python,
// pypy.exe.
func isPython(word string) bool {
	folder, name := path.Split(word)
	if strings.Contains(folder, "\n") {
		return false
	}
	name = strings.TrimSuffix(name, ".exe")
	version, is := strings.CutPrefix(name, "python")
	if !is {
		version, is = strings.CutPrefix(name, "pypy")
	}
	return is && strings.Trim(version, "0123456789.") == ""
}

// callArguments notes what the arguments of a call name: the module that it runs,
// files that it uses, and the key of a cache.
func (x *extractor) callArguments(call *expr, use Use) {
	x.runsModule(call.args)
	for i, a := range call.args {
		if i > 0 && joinsSteps(call) {
			break
		}
		x.argument(a, use, 0)
		if i == 0 && a != nil && a.kind == joinExpr { // else it is no key
			if bound := keyContext(call); bound != "" {
				x.key(a, bound)
			}
		}
	}
}

// runsModule notes the module that a command runs: python -m
// skills.zodiac.services.
func (x *extractor) runsModule(args []*expr) {
	var command []*expr // run(["python", "-m", …]), spawn("python", ["-m", …])
	for _, a := range args {
		if list := a.resolved(); list.kind == listExpr {
			command = append(command, list.args...)
		} else {
			command = append(command, a)
		}
	}
	python := false
	for i, word := range command {
		text, known := word.constText()
		switch {
		case known && isPython(text), word.last() == "executable":
			python = true
		case python && text == "-m" && i+1 < len(command):
			module := command[i+1]
			if name, _ := module.constText(); name != "" {
				x.out.Runs = append(x.out.Runs, x.name(name, module.start, module.end))
			}
			return
		}
	}
}

// commandLine reads the words of a command: those with a slash may be paths.
func (x *extractor) commandLine(e *expr, words []*expr) {
	x.runsModule(words)
	c := Command{Start: x.at(e.start), End: x.at(e.end)}
	for _, w := range words {
		if p := x.evalPath(w, 0); p.anchor != NoPath && strings.Contains(p.rel, "/") && p.mayLeave(FileUse) {
			c.Words = append(c.Words, x.pathFact(p, e.start, e.end, FileUse))
		}
	}
	if len(c.Words) > 0 {
		x.out.Commands = append(x.out.Commands, c)
	}
}
