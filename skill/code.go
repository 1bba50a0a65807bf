package skill

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/contract"
)

// CodeOptions say how the code of skills is to be read.
type CodeOptions struct {
	// PythonRoots are folders in which absolute imports of Python begin,
	// besides those that are found.
	PythonRoots []string
	// Calls are patterns of calls through a registry or gateway, as
	// "ToolRegistry.execute(name, args, ctx)". The parameter called name, tool
	// or tool_name is the tool, the one called args, arguments, input or params
	// what it is called with. nil means DefaultCalls.
	Calls []string
	// Unread leaves the code unread, for a tool that brings sources of its own.
	Unread bool
}

// DefaultCalls are the calls of tools that S0 shows (§4.3), the gateway's
// client, and that of the Model Context Protocol.
var DefaultCalls = []string{
	"ToolRegistry.execute(name, args, ctx)",
	"gateway.Call(ctx, name, args)",
	"gateway.Do(ctx, name)",
	"gateway.call(name, args)",
	"callTool(name, args)",
	"call_tool(name, args)",
}

// A CallPattern is one way to call a tool.
type CallPattern struct {
	Callee     []string // the last names of the chain that is called
	Name, Args int      // index of the parameters, -1 without
}

var callPattern = regexp.MustCompile(`^\s*([\pL_$][\pL\pN_$.]*)\s*\(([^()]*)\)\s*$`)

// nameParams and argsParams are the parameters of a pattern that matter, and
// the keywords by which code may give them.
var (
	nameParams = []string{"name", "tool", "tool_name", "toolName", "tool_id", "skill", "skill_name"}
	argsParams = []string{"args", "arguments", "input", "inputs", "params", "parameters", "payload", "kwargs"}
)

// ParseCall reads a pattern of a call.
func ParseCall(pattern string) (CallPattern, error) {
	m := callPattern.FindStringSubmatch(pattern)
	if m == nil {
		return CallPattern{}, fmt.Errorf("%q is no pattern of a call, expected one as %q", pattern, DefaultCalls[0])
	}
	c := CallPattern{strings.Split(m[1], "."), -1, -1}
	if slices.Contains(c.Callee, "") {
		return CallPattern{}, fmt.Errorf("%q is no pattern of a call: a name is empty", pattern)
	}
	for i, param := range strings.Split(m[2], ",") {
		switch param = strings.TrimSpace(param); {
		case c.Name < 0 && slices.Contains(nameParams, param):
			c.Name = i
		case c.Args < 0 && slices.Contains(argsParams, param):
			c.Args = i
		}
	}
	if c.Name < 0 {
		return CallPattern{}, fmt.Errorf("%q says not which parameter is the tool: call it name", pattern)
	}
	return c, nil
}

// matches reports whether a chain of names ends as the pattern does. What
// stands before the last name may be spelled as variables are: toolRegistry,
// tool_registry, _gateway.
func (c *CallPattern) matches(names []string) bool {
	if len(names) < len(c.Callee) {
		return false
	}
	last := len(c.Callee) - 1
	names = names[len(names)-len(c.Callee):]
	return names[last] == c.Callee[last] && slices.EqualFunc(names[:last], c.Callee[:last], func(a, b string) bool { return fold(a) == fold(b) })
}

// firstWords are the spellings of the name that a pattern begins with.
func (c *CallPattern) firstWords() []string {
	first := c.Callee[0]
	if len(c.Callee) == 1 {
		return []string{first}
	}
	var snake strings.Builder
	for i, r := range first {
		if i > 0 && unicode.IsUpper(r) {
			snake.WriteByte('_')
		}
		snake.WriteRune(unicode.ToLower(r))
	}
	words := []string{first, strings.ToLower(first[:1]) + first[1:], strings.ToUpper(first[:1]) + first[1:], snake.String()}
	for _, w := range words {
		words = append(words, "_"+w)
	}
	return words
}

// A language reads the sources of some file names.
type language struct {
	name    string
	extract func(x *extractor)
}

// languageOf returns the language of a file of code, nil for any other file.
func languageOf(p string) *language {
	switch strings.ToLower(path.Ext(p)) {
	case ".py", ".pyw", ".pyi":
		return &language{"python", extractPython}
	case ".js", ".mjs", ".cjs", ".jsx":
		return &language{"javascript", extractECMAScript}
	case ".ts", ".mts", ".cts", ".tsx":
		return &language{"typescript", extractECMAScript}
	case ".go":
		return &language{"go", extractGo}
	case ".sh", ".bash", ".zsh":
		return &language{"shell", extractShell}
	case ".ipynb":
		return &language{"notebook", extractNotebook}
	}
	return nil
}

// otherCode are the files of languages that are not read, but may call what a
// skill imports.
var otherCode = map[string]bool{
	".rb": true, ".rs": true, ".java": true, ".kt": true, ".swift": true, ".php": true, ".ps1": true, ".lua": true, ".cs": true,
	".c": true, ".cc": true, ".cpp": true, ".pl": true, ".r": true, ".ex": true, ".exs": true, ".scala": true, ".dart": true, ".vue": true, ".svelte": true,
}

// prose are the files beside the code that tell an agent what to call.
var prose = map[string]bool{".md": true, ".txt": true, ".yaml": true, ".yml": true}

func importsTools(s *Skill) bool {
	return slices.ContainsFunc(s.Imports, func(imp contract.Import) bool { return len(imp.Tools) > 0 })
}

// readCode reads the code in the folders of skills, in parallel. Files that
// cannot matter by the words in them are not parsed, and not kept.
func (ws *Workspace) readCode(fsys fs.FS, opts Options) {
	type candidate struct {
		path  string
		lang  *language
		skill *Skill
	}
	var list []candidate
	copies := ws.copiedFolders()
	for _, e := range ws.Tree.Entries() {
		if e.Kind != Regular {
			continue
		}
		lang := languageOf(e.Path)
		ext := strings.ToLower(path.Ext(e.Path))
		if lang == nil && !otherCode[ext] && !(prose[ext] && ws.ManifestAt(e.Path) == nil) {
			continue
		}
		s := ws.SkillAt(e.Path)
		if s == nil || prose[ext] && !importsTools(s) {
			continue
		}
		if !slices.ContainsFunc(copies, func(dir string) bool { return inFolder(e.Path, dir) }) {
			list = append(list, candidate{e.Path, lang, s})
		}
	}
	ws.code = map[*Skill]map[string]bool{}
	if len(list) == 0 {
		return
	}
	r := newResolver(ws, fsys, opts)
	ws.resolver = r
	if opts.Code.Unread {
		return
	}
	words := r.interestingWords()
	sources := make([]*Source, len(list))
	mentioned := make([][]string, len(list))
	Parallel(len(list), func(i int) {
		c := list[i]
		file, err := ws.codeFile(fsys, c.path)
		if err != nil {
			if c.lang != nil {
				sources[i] = &Source{File: file, Lang: c.lang.name, Skill: c.skill, Err: &SyntaxError{Msg: reason(err)}}
			}
			return
		}
		for _, imp := range c.skill.Imports {
			for _, tool := range imp.Tools {
				if bytes.Contains(file.Src, []byte(tool.Text)) {
					mentioned[i] = append(mentioned[i], tool.Text)
				}
			}
		}
		if c.lang == nil || !words.in(file.Src, c.skill) {
			return
		}
		x := r.extract(file, c.lang, c.skill)
		if len(x.refs) > 0 || x.err != nil {
			sources[i] = &Source{File: file, Lang: c.lang.name, Skill: c.skill, Refs: x.refs, Err: x.err}
		}
	})
	for i, c := range list {
		if !prose[strings.ToLower(path.Ext(c.path))] && ws.code[c.skill] == nil {
			ws.code[c.skill] = map[string]bool{}
		}
		if s := sources[i]; s != nil {
			ws.files[s.Path] = s.File
			ws.sources = append(ws.sources, s)
		}
	}
	for i, c := range list {
		if facts := ws.code[c.skill]; facts != nil {
			for _, tool := range mentioned[i] {
				facts[tool] = true
			}
		}
	}
	for _, m := range r.modules {
		if m != nil && (ws.files[m.Path] == nil || ws.files[m.Path].Src == nil) {
			ws.files[m.Path] = m.File
		}
	}
}

// codeFile reads a file, unless its text is there already.
func (ws *Workspace) codeFile(fsys fs.FS, p string) (*File, error) {
	known := ws.files[p]
	if known != nil && known.Src != nil {
		return known, nil
	}
	src, err := readCapped(fsys, p, maxFile)
	if err != nil && known != nil {
		return known, err
	}
	return ws.addFile(p, src), err
}

// copiedFolders are those of skills that were folded into another one.
func (ws *Workspace) copiedFolders() []string {
	var dirs []string
	for _, s := range ws.Skills {
		for _, p := range s.Copies {
			dirs = append(dirs, path.Dir(p))
		}
	}
	return dirs
}
