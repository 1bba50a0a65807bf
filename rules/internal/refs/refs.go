// Package refs goes through what the code of skills refers to, and says whose that is.
package refs

import (
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Each calls f for all that the code of skills has of one kind, which pick
// takes from a source.
func Each[T any](p *lint.Pass, pick func(*skill.Source) []T, f func(src *skill.Source, r *T)) {
	for _, src := range p.Sources() {
		list := pick(src)
		for i := range list {
			f(src, &list[i])
		}
	}
}

// Calls are the calls in a source, for Each.
func Calls(src *skill.Source) []skill.CallRef { return src.Calls }

// ProviderOf returns who the tool of a call belongs to, when that is another
// skill than the caller, and why the caller may not call it.
func ProviderOf(p *lint.Pass, s *skill.Skill, tool string) (*contract.Contract, *contract.Denial) {
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
		return ServerOf(p, s, tool), nil
	}
	return provider, denial
}

// ServerOf returns the recorded MCP server that a skill names and that has a
// tool, for calls by a client of the protocol: which tools the agent is allowed
// is nothing to the skill's code. It is nil when there is none.
func ServerOf(p *lint.Pass, s *skill.Skill, tool string) *contract.Contract {
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

var namespaces skill.Memo[map[string]*skill.Skill]

// NamespaceOf returns the skill whose data stands at a path, "skills.<name>.…",
// compared by segments; own says that it is the reader's.
func NamespaceOf(p *lint.Pass, s *skill.Skill, dataPath string) (name string, owner *skill.Skill, own bool) {
	name, _ = DataOwner(dataPath)
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

// KnownPath is what of a data path is known in whole segments.
func KnownPath(r *skill.DataRef) string {
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

// DataOwner splits "skills.<owner>.<rest>" by segments; the owner is "" for
// any other path.
func DataOwner(path string) (owner, rest string) {
	parts := strings.SplitN(path, ".", 3)
	if len(parts) < 2 || parts[0] != "skills" {
		return "", ""
	}
	if len(parts) == 3 {
		rest = parts[2]
	}
	return parts[1], rest
}

// Callable reports whether a skill or a tool has that name.
func Callable(p *lint.Pass, name string) bool {
	return name == contract.Core || p.Config.CoreTool(name) || len(p.Index.ID(name)) > 0 || len(p.Index.Tool(name)) > 0
}
