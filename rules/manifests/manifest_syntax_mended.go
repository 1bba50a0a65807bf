package manifests

import (
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// readByAll reports whether the hosts that a file is for are known, and each reads it all
// the same: it puts a value in quotes, documents the value so, or needs no YAML.
func readByAll(f *skill.File, unclosed bool, forms []hostform.Form) bool {
	return len(forms) > 0 && !slices.ContainsFunc(forms, func(of hostform.Form) bool { return !reads(f, unclosed, of) })
}

// reads reports whether a host reads a file that is no YAML, or whose frontmatter is never closed, or not by a line of its own.
func reads(f *skill.File, unclosed bool, of hostform.Form) bool {
	return of.Broken == hosts.Loads || unclosed && of.Unclosed == hosts.Loads || f.Repaired(of.Repairs) != nil || of.Dashes == hosts.Cut && f.EndsEarly()
}

// mendedBy says who reads a file all the same which is no YAML, and how grave that leaves it: the host that its collection is for,
// or each that the project shows to be used with, of those that read the folder; else "".
func mendedBy(p *lint.Pass, f *skill.File, unclosed bool) (by string, severity lint.Severity) {
	if len(p.Config.Hosts) > 0 {
		return "", lint.Off // it was said which are meant
	}
	if installed := loading.MeantForms(p, f.Path); len(loading.SkillForms(p, f.Path)) == 0 && readByAll(f, unclosed, installed) {
		return installed[0].Host.Title + ", which the collection is for, mends it, others may not", lint.Note
	}
	var used []string
	for _, l := range loading.OwnLoads(p, f.Path) {
		if !l.Host.Used(l.Root, func(at string) bool { _, is := p.Tree.Lookup(at); return is }) {
			continue
		}
		if of, ok := hostform.Of(l.Host, l.Folder.Scope, hosts.Skill); !ok || !reads(f, unclosed, of) {
			return "", lint.Off
		}
		if !slices.Contains(used, l.Host.Title) {
			used = append(used, l.Host.Title)
		}
	}
	switch len(used) {
	case 0:
		return "", lint.Off
	case 1:
		return "the project is used with " + used[0] + ", which mends it, others do not load the skill", lint.Warning
	}
	return "the project is used with " + messages.And(used) + ", which mend it, others do not load the skill", lint.Warning
}

// mostMend are the titles of the hosts that read a SKILL.md all the same which is no YAML, where most hosts do and no
// installer is known that would refuse it; else "".
func mostMend(p *lint.Pass, m *skill.Manifest, unclosed bool) string {
	if m == nil || m.Root != nil || path.Base(m.Path) != "SKILL.md" || p.HoldsContracts(m.Path) || p.Whole().InstalledFor(m.Path).Any {
		return ""
	}
	var menders []string
	all := 0
	for _, h := range hosts.All() {
		of, ok := hostform.Of(h, hosts.Project, hosts.Skill)
		if !ok || of.Broken == "" {
			continue // what it does is not known
		}
		if all++; reads(m.File, unclosed, of) {
			menders = append(menders, h.Title)
		}
	}
	if 2*len(menders) <= all {
		return ""
	}
	return messages.And(menders)
}

// documentedPlain is the host that documents the value of a line, which is no YAML, as it is
// written, nil where none does.
func documentedPlain(f *skill.File, at token.Pos) *hosts.Host {
	line, _ := skilltext.LineAt(f.Source(), f.Offset(at))
	key, _, _ := strings.Cut(line, ":")
	i := slices.IndexFunc(hosts.All(), func(h *hosts.Host) bool {
		of, ok := hostform.Of(h, hosts.Project, hosts.Skill)
		return ok && slices.Contains(of.Plain(), key) && f.Repaired(of.Repairs) != nil
	})
	if i < 0 {
		return nil
	}
	return hosts.All()[i]
}
