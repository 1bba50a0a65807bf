package rules

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// unraisedVersions is version-not-raised for plugins, and for skills of the
// open standard outside of plugins that give a version (P6).
func unraisedVersions(p *lint.Pass) {
	if p.Base == nil {
		return
	}
	before := map[string]*skill.Skill{}
	for _, s := range p.Base.Skills {
		if v := releaseVersion(s); v.Text != "" {
			before[s.Dir+" "+s.Manifest().Dialect.Name] = s
		}
	}
	for _, s := range p.Skills {
		if s.Plugin == nil && (s.Manifest().Dialect != skill.Standard || p.PluginAt(s.Dir) != nil) {
			continue
		}
		now, was := releaseVersion(s), before[s.Dir+" "+s.Manifest().Dialect.Name]
		if now.Text == "" || was == nil {
			continue
		}
		old := releaseVersion(was)
		if now.Text != old.Text && !lower(now.Text, old.Text) {
			continue
		}
		what := "skill " + s.ID.Text
		if s.Plugin != nil {
			what = "plugin " + pluginName(s)
		}
		if changed := changedFiles(p, s, was); len(changed) > 0 {
			more := ""
			if n := len(changed) - 1; n > 0 {
				more = fmt.Sprintf(" (and %d more)", n)
			}
			still := fmt.Sprintf("is still %q", now.Text)
			if now.Text != old.Text {
				still = fmt.Sprintf("%q is lower than %q before", now.Text, old.Text)
			}
			p.ReportAs(lint.Warning, lint.At(now, "%s of %s changed%s, and its version %s: who has it installed gets nothing", changed[0], what, more, still))
		}
	}
}

// releaseVersion is the version by which hosts tell whether there is
// something new: a plugin's, or `version` or `metadata.version` of a SKILL.md.
func releaseVersion(s *skill.Skill) contract.Name {
	if s.Plugin != nil {
		return s.Version
	}
	root := s.Manifest().Root
	for _, v := range []*skill.Node{root.Get("version"), root.Get("metadata").Get("version")} {
		if v.Is(skill.String) || v.Is(skill.Number) {
			return skill.NameOf(v)
		}
	}
	return contract.Name{}
}

func lower(a, b string) bool {
	va, errA := contract.ParseVersion(a)
	vb, errB := contract.ParseVersion(b)
	return errA == nil && errB == nil && va.LessThan(vb)
}

// changedFiles returns the files of a plugin or skill whose content differs
// from the base's, relative to its folder.
func changedFiles(p *lint.Pass, s, was *skill.Skill) []string {
	now, then := contentOf(p, p.Workspace, s), contentOf(p, p.Base, was)
	var changed []string
	for f := range now {
		if !then[f] || differs(p, path.Join(s.Dir, f)) {
			changed = append(changed, f)
		}
	}
	for f := range then {
		if !now[f] {
			changed = append(changed, f)
		}
	}
	slices.Sort(changed)
	return changed
}

// contentOf are the files that make up a plugin or a skill.
func contentOf(p *lint.Pass, ws *skill.Workspace, s *skill.Skill) map[string]bool {
	files := map[string]bool{}
	for _, e := range ws.Tree.Below(s.Dir) {
		if e.Kind != skill.Regular {
			continue
		}
		name := strings.TrimPrefix(e.Path, s.Dir+"/")
		if isContent(name, s.Dir == ".") && (s.Plugin == nil || ws.PluginAt(path.Dir(e.Path)).Dir == s.Dir || ws.PluginAt(path.Dir(e.Path)) == s) {
			files[name] = true
		}
	}
	return files
}

// installed are the folders of a plugin at the root of a repository that are
// surely the plugin's own.
var installed = []string{"skills", "commands", "agents", "hooks", "scripts", "references", "assets", "output-styles", "workflows", "themes", "monitors", "bin", "lib"}

// isContent tells what users get from what describes it.
func isContent(name string, atRoot bool) bool {
	first, _, deep := strings.Cut(name, "/")
	switch {
	case name == ".mcp.json" || name == ".lsp.json" || name == ".claude-plugin/plugin.json" || name == "SKILL.md":
		return true
	case strings.HasPrefix(first, ".") || atRoot && (!deep || !slices.Contains(installed, first)):
		return false
	}
	base := strings.ToLower(path.Base(name))
	for _, prefix := range []string{"readme", "changelog", "license", "licence", "notice", "package-lock.json"} {
		if strings.HasPrefix(base, prefix) {
			return false
		}
	}
	return true
}

// differs reports whether a file that both revisions have says something
// else. Of files that were not read as text nothing is known.
func differs(p *lint.Pass, file string) bool {
	now, then := p.File(file), p.Base.File(file)
	if now == nil || then == nil || now.Src == nil || then.Src == nil || bytes.Equal(now.Src, then.Src) {
		return false
	}
	a, b := p.ManifestAt(file), p.Base.ManifestAt(file)
	if a != nil && b != nil && a.Root != nil && b.Root != nil {
		return !bytes.Equal(meaning(a), meaning(b)) || !sameWords(a.Src[a.Body:], b.Src[b.Body:])
	}
	return !sameWords(now.Src, then.Src)
}

// aboutKeys are the keys of manifests that say something about a plugin or
// skill and change nothing in it.
var aboutKeys = []string{"version", "author", "authors", "license", "homepage", "repository", "keywords", "tags", "metadata", "displayName", "$schema", "date_added", "updated_at", "created_at", "source", "source_url"}

// meaning is a manifest's data without what is only about it.
func meaning(m *skill.Manifest) []byte {
	kept := *m.Root
	kept.Members = nil
	for _, e := range m.Root.Members {
		if e.Key == nil || !slices.Contains(aboutKeys, e.Key.Text) && (m.Dialect != skill.PluginManifest || e.Key.Text != "description") {
			kept.Members = append(kept.Members, e)
		}
	}
	return kept.JSON()
}

// sameWords compares texts without white space and line ends.
func sameWords(a, b []byte) bool {
	return slices.EqualFunc(bytes.Fields(a), bytes.Fields(b), bytes.Equal)
}
