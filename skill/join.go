package skill

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
)

// join makes a Source of the Facts of a file and of what they lead to.
func (ws *Workspace) join(f *File, own *Skill, facts *code.Facts, links []resolve.Link) *Source {
	s := &Source{File: f, Skill: own, Err: facts.Err}
	name := func(n code.Name) contract.Name {
		return contract.Name{Text: n.Text, Pos: f.Pos(n.Start), End: f.Pos(n.End)}
	}
	for _, l := range links {
		if !l.Import {
			s.Reaches = append(s.Reaches, ReachRef{name(l.Name), l.Target})
			continue
		}
		ref := ImportRef{Name: name(l.Name), Target: l.Target, Missing: l.Missing, Via: ws.via(l.Via)}
		for _, n := range l.Names {
			ref.Names = append(ref.Names, name(n))
		}
		s.Imports = append(s.Imports, ref)
	}
	for _, c := range facts.Calls {
		ref := CallRef{Name: name(c.Name), Args: moved(c.Args, f), Ignored: c.Ignored, Client: c.Client}
		for _, path := range c.Fields {
			var chain []contract.Name
			for _, n := range path {
				chain = append(chain, name(n))
			}
			ref.Fields = append(ref.Fields, chain)
		}
		s.Calls = append(s.Calls, ref)
	}
	for _, d := range facts.Data {
		if ref := (DataRef{name(d.Name), d.Partial}); d.Write {
			s.Writes = append(s.Writes, ref)
		} else {
			s.Reads = append(s.Reads, ref)
		}
	}
	if own != nil && own.Contracted() {
		for _, h := range facts.Handlers {
			s.Handlers = append(s.Handlers, name(h))
		}
		s.OpenHandlers = facts.OpenHandlers
	}
	if own != nil && own.Package.Permissions() != nil {
		for _, e := range facts.Effects {
			s.Effects = append(s.Effects, EffectRef{name(e.Name), e.Kind, e.Target, e.Whole, e.Inside})
		}
	}
	for _, n := range facts.Skills {
		s.Activated = append(s.Activated, name(n))
	}
	for _, k := range facts.Keys {
		s.Keys = append(s.Keys, name(k))
	}
	s.sort()
	return s
}

// sort puts what a source refers to in order, each once.
func (s *Source) sort() {
	s.Imports = inOrder(s.Imports, func(r ImportRef) contract.Name { return r.Name })
	s.Reaches = inOrder(s.Reaches, func(r ReachRef) contract.Name { return r.Name })
	s.Calls = inOrder(s.Calls, func(r CallRef) contract.Name { return r.Name })
	s.Reads = inOrder(s.Reads, func(r DataRef) contract.Name { return r.Name })
	s.Writes = inOrder(s.Writes, func(r DataRef) contract.Name { return r.Name })
	s.Handlers = inOrder(s.Handlers, func(n contract.Name) contract.Name { return n })
	s.Effects = inOrder(s.Effects, func(r EffectRef) contract.Name { return r.Name })
	s.Activated = inOrder(s.Activated, func(n contract.Name) contract.Name { return n })
	s.Keys = inOrder(s.Keys, func(n contract.Name) contract.Name { return n })
}

// Execute returns what is known of a function's code, an index file beside its
// manifest; nil when that is nothing.
func (ws *Workspace) Execute(f *File) *Execute {
	facts := ws.bodies[f.Path]
	if facts == nil || facts.Execute == nil || facts.Err != nil {
		return nil
	}
	names := func(list []code.Name) (out []contract.Name) {
		for _, n := range list {
			out = append(out, contract.Name{Text: n.Text, Pos: f.Pos(n.Start), End: f.Pos(n.End)})
		}
		return out
	}
	execute := &Execute{Reads: inOrder(names(facts.Execute.Reads), func(n contract.Name) contract.Name { return n })}
	for _, r := range facts.Execute.Returns {
		execute.Returns = append(execute.Returns, ExecuteResult{f.Pos(r.Start), f.Pos(r.End), names(r.Keys), r.Open})
	}
	return execute
}

// inOrder sorts places and drops those that are there twice.
func inOrder[T any](list []T, at func(T) contract.Name) []T {
	slices.SortStableFunc(list, func(a, b T) int {
		return cmp.Or(cmp.Compare(at(a).Pos, at(b).Pos), strings.Compare(at(a).Text, at(b).Text))
	})
	return slices.CompactFunc(list, func(a, b T) bool { return at(a).Pos == at(b).Pos && at(a).Text == at(b).Text })
}

// moved returns a value of Facts with its places in a file.
func moved(n *Node, f *File) *Node {
	if n == nil {
		return nil
	}
	out := *n
	if n.Pos.IsValid() {
		out.Pos, out.End = f.Pos(int(n.Pos)-1), f.Pos(int(n.End)-1)
	}
	out.Members = make([]Member, len(n.Members))
	for i, m := range n.Members {
		out.Members[i] = Member{Key: moved(m.Key, f), Value: moved(m.Value, f)}
	}
	return &out
}

// via is the place at which a shared module passes a name on.
func (ws *Workspace) via(p resolve.Place) contract.Name {
	if p.Path == "" {
		return contract.Name{}
	}
	f, err := ws.files.Read(p.Path)
	if err != nil {
		return contract.Name{}
	}
	if there := ws.files.At(p.Path); there == nil || !there.Known() {
		ws.files.Put(f)
	}
	return contract.Name{Text: p.Path, Pos: f.Pos(p.Start), End: f.Pos(p.End)}
}

// silent reports whether a source refers to nothing.
func (s *Source) silent() bool {
	return len(s.Imports)+len(s.Reaches)+len(s.Calls)+len(s.Reads)+len(s.Writes)+len(s.Keys)+len(s.Handlers)+len(s.Activated)+len(s.Effects) == 0 && !s.OpenHandlers
}

// GoSource reads a Go file of a skill with the help of its types. offset
// gives the byte of a position. It is nil when the file lies in no skill.
func (ws *Workspace) GoSource(p string, src []byte, file *ast.File, offset func(token.Pos) int, types *code.GoTypes) *Source {
	own := ws.SkillAt(p)
	if own == nil || ws.links == nil {
		return nil
	}
	f := ws.files.At(p)
	if f == nil || string(f.Source()) != string(src) {
		f = ws.files.NewFile(p, src, nil)
	}
	facts := ws.reader.GoFacts(src, file, offset, types)
	s := ws.join(f, own, facts, ws.links.Links(p, ws.owners[own], facts))
	s.Lang = string(code.Go)
	return s
}
