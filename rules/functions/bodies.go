package functions

import (
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// bodyFile returns the first of the files beside a manifest that is there, nil
// when it could not be read, and whether there is one.
func bodyFile(p *lint.Pass, m *skill.Manifest, names ...string) (*skill.File, bool) {
	for _, name := range names {
		target, kind := p.Tree.Resolve(path.Join(path.Dir(m.Path), name))
		if kind != skill.Absent {
			return p.File(target), true
		}
	}
	return nil, false
}

// eachExecute visits the function skills whose code is their body, and what the
// execute of that code reads and returns, as far as that is known.
func eachExecute(p *lint.Pass, do func(m *skill.Manifest, file *skill.File, execute *skill.Execute)) {
	for _, s := range p.Skills {
		m := dialects.ManifestOf(s, skill.Function)
		if m == nil || m.Root.Get("mode").Str() == manifest.LLMMode || len(m.Root.Get("pipeline").Items()) > 0 {
			continue
		}
		file, _ := bodyFile(p, m, manifest.IndexFiles...)
		if file == nil {
			continue
		}
		if execute := p.Execute(file); execute != nil {
			do(m, file, execute)
		}
	}
}

// undeclaredReads reports members of its input that execute reads and the
// manifest does not declare.
func undeclaredReads(p *lint.Pass) {
	eachExecute(p, func(m *skill.Manifest, file *skill.File, execute *skill.Execute) {
		names, closed := schemas.DeclaredNames(m.Root.Get("input"))
		if !closed {
			return
		}
		spell := lint.NewSpeller(names)
		known := map[string]bool{}
		for _, name := range names {
			known[name] = true
		}
		key, _ := m.Root.Entry("input")
		for _, read := range execute.Reads {
			if known[read.Text] {
				continue
			}
			known[read.Text] = true // one finding for each name, at its first place
			d := lint.At(read, "execute reads %q of its input, which the skill does not declare%s; it declares %s", read.Text, spell.DidYouMean(read.Text), messages.List(names))
			if spelling.IsMember(file.Written(read.Pos-1, read.End), read.Text) {
				d.SuggestedFixes = spelling.Respell(p, spell, read)
			}
			d.Related = []analysis.RelatedInformation{{Pos: key.Pos, End: key.End, Message: "the declared input"}}
			p.ReportAs(lint.Warning, d)
		}
	})
}

// incompleteResults reports objects that execute returns without what the
// manifest's output promises.
func incompleteResults(p *lint.Pass) {
	eachExecute(p, func(m *skill.Manifest, file *skill.File, execute *skill.Execute) {
		key, output := m.Root.Entry("output")
		names, closed := schemas.DeclaredNames(output)
		lacking := map[string]*analysis.Diagnostic{} // by member: one finding for all places
		for _, result := range execute.Returns {
			given := map[string]bool{}
			failed := false
			for _, k := range result.Keys {
				given[k.Text] = true
				failed = failed || output.Get("properties").Get(k.Text) == nil && strings.Contains(strings.ToLower(k.Text), "error")
			}
			if failed {
				continue // it tells of a failure, and is no result
			}
			misspelt := misspeltMembers(p, file, result, names, given, closed)
			if result.Open {
				continue
			}
			for _, member := range output.Get("required").Items() {
				name := member.Value.Str()
				if name == "" || given[name] || misspelt[name] {
					continue
				}
				if first := lacking[name]; first != nil {
					first.Related = append(first.Related, analysis.RelatedInformation{Pos: result.Pos, End: result.End, Message: "and here"})
					continue
				}
				d := lint.Span(result.Pos, result.End, "execute returns an object without %q, which the skill's output requires", name)
				d.Related = []analysis.RelatedInformation{{Pos: key.Pos, End: key.End, Message: "the declared output"}}
				lacking[name] = &d
			}
		}
		for _, name := range slices.Sorted(maps.Keys(lacking)) {
			p.ReportAs(lint.Warning, *lacking[name])
		}
	})
}

// misspeltMembers reports members of a result that are near misses of declared
// ones which it lacks, and returns those.
func misspeltMembers(p *lint.Pass, file *skill.File, result skill.ExecuteResult, names []string, given map[string]bool, closed bool) map[string]bool {
	misspelt := map[string]bool{}
	if !closed {
		return misspelt
	}
	declared := map[string]bool{}
	for _, name := range names {
		declared[name] = true
	}
	spell := lint.NewSpeller(names)
	for _, k := range result.Keys {
		near, ok := spell.Nearest(k.Text)
		if declared[k.Text] || !ok || given[near] {
			continue
		}
		misspelt[near] = true
		d := lint.At(k, "execute returns %q, which the skill's output does not declare (did you mean %q?)", k.Text, near)
		if spelling.IsMember(file.Written(k.Pos-1, k.End), k.Text) {
			d.SuggestedFixes = spelling.Respell(p, spell, k)
		}
		p.ReportAs(lint.Warning, d)
	}
	return misspelt
}
