package manifest

import (
	"cmp"
	_ "embed"
	"errors"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// Function is the dialect of skill.json: a skill that is one function,
// with the schemas of its input and output.
var Function = &Dialect{
	Name:       "function",
	Doc:        "`skill.json` with `mode`, `input`, `output`, `calls`, `pipeline`: a skill that is one function",
	Schema:     functionSchema,
	Files:      func(p string) bool { return path.Base(p) == "skill.json" },
	Match:      isFunction,
	Versions:   []VersionAt{{[]string{"version"}, FullVersion}},
	Lower:      lowerFunction,
	Contracted: true,
	Beside:     functionBodies,
}

//go:embed schema/function.schema.json
var functionSchema []byte

// FunctionModes are the values of `mode`: who executes the function.
const (
	CodeMode      = "code"
	LLMMode       = "llm"
	CompositeMode = "composite"
)

// isFunction tells a function from the other files named skill.json (Alexa's,
// npm-like metadata): only a function has a mode or calls beside input and output.
func isFunction(m *Manifest) bool {
	if m.Root == nil {
		return m.mentions("mode", "input") || m.mentions("mode", "output") || m.mentions("pipeline", "calls")
	}
	mode, input, output := m.Root.Get("mode"), m.Root.Get("input"), m.Root.Get("output")
	switch mode.Str() {
	case CodeMode, LLMMode, CompositeMode:
		return true
	}
	if steps := m.Root.Get("pipeline").Items(); len(steps) > 0 && steps[0].Value.Get("skill") != nil {
		return true
	}
	if m.Root.Get("calls").Is(document.List) || mode.Is(document.String) {
		return input.Is(document.Map) || output.Is(document.Map)
	}
	return looksLikeSchema(input) && looksLikeSchema(output) && m.Root.Get("category").Is(document.String)
}

func looksLikeSchema(n *document.Node) bool {
	return n.Get("type") != nil || n.Get("properties").Is(document.Map) || n.Get("$ref") != nil
}

// lowerFunction reads a skill.json: the skill provides one tool of its own
// name, and needs what it calls.
func lowerFunction(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("name"))
	s.Version = NameOf(m.Root.Get("version"))
	if m.Root.Get("version") == nil {
		s.Version = contract.Name{Text: "1.0.0", Pos: s.ID.Pos, End: s.ID.End} // the documented default
	}
	if v, err := contract.ParseVersion(s.Version.Text); err == nil {
		s.Provides = v
	}
	retries := retriesOf(m.Root)
	if s.ID.Text != "" {
		s.Exports = []contract.Tool{{
			Name:        s.ID,
			Description: m.Root.Get("description").Str(),
			Input:       schemaOf(m.Root.Get("input")),
			Output:      schemaOf(m.Root.Get("output")),
			Timeout:     cmp.Or(timeoutOf(m.Root), 30*time.Second),
			Retries:     retries,
			Idempotent:  retries > 0, // who asks for retries says that they do no harm
			Defaults:    true,
			Pos:         s.ID.Pos, End: s.ID.End,
		}}
	}
	called := map[string]bool{}
	for _, call := range NamesOf(m.Root.Get("calls")) {
		called[call.Text] = true
		s.Imports = append(s.Imports, callOf(call, "calls"))
	}
	if !RunsPipeline(m) {
		return
	}
	for _, step := range m.Root.Get("pipeline").Items() {
		if call := NameOf(step.Value.Get("skill")); call.Text != "" && !called[call.Text] {
			called[call.Text] = true
			s.Imports = append(s.Imports, callOf(call, "pipeline"))
		}
	}
}

// Steps are the functions that the steps of the skill's pipelines run, as each
// step names its own.
func (s *Skill) Steps() []contract.Name {
	var names []contract.Name
	for _, m := range s.Manifests {
		if m.Dialect != Function {
			continue
		}
		for _, step := range m.Root.Get("pipeline").Items() {
			if name := NameOf(step.Value.Get("skill")); name.Text != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// RunsPipeline reports whether a function's mode is one whose pipeline is run, or no known one.
func RunsPipeline(m *Manifest) bool {
	mode := m.Root.Get("mode").Str()
	return mode != CodeMode && mode != LLMMode
}

// timeoutOf reads `timeout` in milliseconds, at most a million seconds; 0 when none is given.
func timeoutOf(n *document.Node) time.Duration {
	return time.Duration(amount(n.Get("timeout"), 1e9) * 1e6)
}

// retriesOf reads `retry`, at most a million; 0 when none are given.
func retriesOf(n *document.Node) int { return int(amount(n.Get("retry"), 1e6)) }

// amount returns a number from 0 to most, 0 for what is none.
func amount(n *document.Node, most float64) float64 {
	if !n.Is(document.Number) {
		return 0
	}
	v, err := strconv.ParseFloat(string(n.JSON()), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return min(max(v, 0), most)
}

// callOf is the import of one function: tool and skill have the same name.
func callOf(name contract.Name, key string) contract.Import {
	return contract.Import{From: name, Tools: []contract.Name{name}, Key: key, Pos: name.Pos, End: name.End}
}

// IndexFiles are the files that may hold a function's code, in the order in
// which they are looked for.
var IndexFiles = []string{"index.ts", "index.tsx", "index.mts", "index.js", "index.mjs", "index.cjs", "index.py"}

// PromptFile holds the prompt of a function that a model executes.
const PromptFile = "prompt.md"

func functionBodies(m *Manifest, t *tree.Tree) []string {
	var found []string
	for _, name := range append(slices.Clone(IndexFiles), PromptFile) {
		p := path.Join(path.Dir(m.Path), name)
		if target, kind := t.Resolve(p); kind == tree.Regular {
			found = append(found, target)
		}
	}
	return found
}
