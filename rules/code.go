package rules

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// eachRef calls f for all that the code of skills has of one kind, which pick
// takes from a source.
func eachRef[T any](p *lint.Pass, pick func(*skill.Source) []T, f func(src *skill.Source, r *T)) {
	for _, src := range p.Sources() {
		list := pick(src)
		for i := range list {
			f(src, &list[i])
		}
	}
}

func callsOf(src *skill.Source) []skill.CallRef { return src.Calls }

// providerOf returns who the tool of a call belongs to, when that is another
// skill than the caller, and why the caller may not call it.
func providerOf(p *lint.Pass, s *skill.Skill, tool string) (*contract.Contract, *contract.Denial) {
	if p.Config.CoreTool(tool) || s.Export(tool) != nil {
		return nil, nil
	}
	var provider *contract.Contract
	var denial *contract.Denial
	for _, c := range p.Index.Tool(tool) {
		if other := p.Owner(c); other == s || other.ID.Text == s.ID.Text {
			return nil, nil
		}
		d := contract.Check(&s.Contract, c, tool, p.Now)
		if d == nil || d.Code != contract.ToolNotImported {
			return c, d
		}
		if provider == nil {
			provider, denial = c, d
		}
	}
	if provider == nil {
		return serverOf(p, s, tool), nil
	}
	return provider, denial
}

// serverOf returns the recorded MCP server that a skill names and that has a
// tool, for calls by a client of the protocol: which tools the agent is allowed
// is nothing to the skill's code. It is nil when there is none.
func serverOf(p *lint.Pass, s *skill.Skill, tool string) *contract.Contract {
	for i := range s.Imports {
		imp := &s.Imports[i]
		if _, server := contract.Server(imp.From.Text); !server {
			continue
		}
		if c := p.Index.Provider(imp, tool); c != nil && c.Export(tool) != nil {
			return c
		}
	}
	return nil
}

// isTest reports whether code tests other code, by its path.
func isTest(p string) bool {
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "__tests__", "testing", "testdata", "fixtures":
			return true
		}
	}
	base := path.Base(p)
	return strings.HasPrefix(base, "test_") || strings.HasPrefix(base, "test-") || strings.Contains(base, "_test.") || strings.Contains(base, "-test.") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || base == "conftest.py"
}

var namespaces skill.Memo[map[string]*skill.Skill]

// namespaceOf returns the skill whose data stands at a path, "skills.<name>.…",
// compared by segments; own says that it is the reader's.
func namespaceOf(p *lint.Pass, s *skill.Skill, dataPath string) (name string, owner *skill.Skill, own bool) {
	name, _ = dataOwner(dataPath)
	if name == "" {
		return "", nil, false
	}
	if sameWord(name, s.ID.Text) || sameWord(name, lastSegment(s.Dir)) {
		return name, s, true
	}
	byName := namespaces.Of(p.Workspace, func() map[string]*skill.Skill {
		m := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			for _, word := range []string{s.ID.Text, lastSegment(s.Dir)} {
				if key := foldWord(word); key != "" && m[key] == nil {
					m[key] = s
				}
			}
		}
		return m
	})
	return name, byName[foldWord(name)], false
}

func lastSegment(dir string) string { return dir[strings.LastIndexByte(dir, '/')+1:] }

// foldWord drops the difference between jung-astro and jung_astro.
func foldWord(w string) string { return strings.ReplaceAll(strings.ToLower(w), "-", "_") }

func sameWord(a, b string) bool { return foldWord(a) == foldWord(b) }

// knownPath is what of a data path is known in whole segments.
func knownPath(r *skill.DataRef) string {
	if !r.Partial {
		return r.Text
	}
	for i := len(r.Text) - 1; i >= 0; i-- {
		if r.Text[i] == '.' {
			return r.Text[:i]
		}
	}
	return ""
}

// dataOwner splits "skills.<owner>.<rest>" by segments; the owner is "" for
// any other path.
func dataOwner(path string) (owner, rest string) {
	parts := strings.SplitN(path, ".", 3)
	if len(parts) < 2 || parts[0] != "skills" {
		return "", ""
	}
	if len(parts) == 3 {
		rest = parts[2]
	}
	return parts[1], rest
}

// callable reports whether a skill or a tool has that name.
func callable(p *lint.Pass, name string) bool {
	return name == contract.Core || p.Config.CoreTool(name) || len(p.Index.ID(name)) > 0 || len(p.Index.Tool(name)) > 0
}
