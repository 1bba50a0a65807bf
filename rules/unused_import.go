package rules

import (
	"bytes"
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnusedImport is B10 and D2.
var UnusedImport = &lint.Rule{
	Name: "unused-import", Group: "B", Severity: lint.Warning,
	Doc: `A skill declares a call that it does not make.

It needs a permission that it has no use for, and is bound to a provider for nothing. Remove the entry, or make the call.`,
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			if m := manifestOf(s, skill.Function); m != nil {
				unusedCalls(p, m)
			}
		}
	},
}

// unusedCalls reports the calls of a function that neither its pipeline nor
// its code makes. A step that calls something unknown may mean one of them.
func unusedCalls(p *lint.Pass, m *skill.Manifest) {
	used := map[string]bool{}
	for _, step := range m.Root.Get("pipeline").Items() {
		name := step.Value.Get("skill").Str()
		if name == "" || !callable(p, name) {
			return
		}
		used[name] = true
	}
	mode := m.Root.Get("mode").Str()
	code, known := functionCode(p, m)
	for _, call := range skill.NamesOf(m.Root.Get("calls")) {
		switch {
		case used[call.Text] || !callable(p, call.Text) || !known || bytes.Contains(code, []byte(call.Text)):
		case mode == skill.CompositeMode:
			p.Report(lint.At(call, "calls lists %q, which no step of the pipeline calls", call.Text))
		case mode == skill.CodeMode || mode == skill.LLMMode:
			p.Report(lint.At(call, "calls lists %q, but mode %q calls no skills", call.Text, mode))
		}
	}
}

// functionCode returns the code of a function skill, and whether all of it is
// known: other sources beside it may make the calls.
func functionCode(p *lint.Pass, m *skill.Manifest) ([]byte, bool) {
	file, there := bodyFile(p, m, skill.IndexFiles...)
	if !there {
		return nil, true
	}
	if file == nil {
		return nil, false
	}
	for _, e := range p.Tree.Below(path.Dir(m.Path)) {
		switch path.Ext(e.Path) {
		case ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".py":
			if e.Path != file.Path {
				return nil, false
			}
		}
	}
	return file.Src, true
}
