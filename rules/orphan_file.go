package rules

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// OrphanFile reports files of a skill that neither its text nor its code names.
var OrphanFile = &lint.Rule{
	Name: "orphan-file", Group: "W", Severity: lint.Note,
	Doc: `A file of a skill is named neither by its text nor by its other files.

An agent reads ` + "`SKILL.md`" + `, then what that names, then what those files name. A file in ` + "`scripts/`, `references/` or `assets/`" + ` that
nothing on the way names is not found. Naming it with or without its extension, or its folder, is enough. Name it, or
remove it.`,
	Sources: []lint.Source{rated("convention", specification)},
	Run: func(p *lint.Pass) {
		var open []*search
		for _, s := range p.Skills {
			m := s.Manifest()
			if m.Root == nil || m.Dialect != skill.Standard && m.Dialect != skill.Contract {
				continue
			}
			if found := unnamed(p, s); len(found.pending) > 0 {
				open = append(open, found)
			}
		}
		askUsers(p, open)
		for _, found := range open {
			for _, orphan := range found.pending {
				if file := p.File(orphan); file != nil {
					p.Report(lint.Span(file.Pos(0), file.Pos(0), "neither the SKILL.md of %s nor a file that it names mentions this file: link to it, or delete it", found.skill.ID.Text))
				}
			}
		}
	},
}

// A search is for what names the files of a skill.
type search struct {
	skill   *skill.Skill
	pending []string // files that nothing names so far
	looked  int      // bytes times files
}

// ask drops the files that a text of some size names, by match. Beyond the
// bound nothing is said of the rest.
func (s *search) ask(size int, match func(f string) bool) {
	if s.looked += size * len(s.pending); s.looked > maxLooked {
		s.pending = nil
		return
	}
	s.pending = slices.DeleteFunc(s.pending, match)
}

// maxLooked bounds the text that one skill's search goes through, in bytes;
// beyond it nothing is said.
const maxLooked = 256 << 20

// unnamed returns the resources of a skill that nothing reachable names. It
// stops where none is left, so that texts of most skills are not read again.
func unnamed(p *lint.Pass, s *skill.Skill) *search {
	found := &search{skill: s}
	linked := linkedFromElsewhere(p)
	wanted := func(f string) bool { return resource(s, f) && !supporting(path.Base(f)) && !linked[f] }
	for _, e := range p.Tree.Below(s.Dir) {
		if e.Kind == skill.Regular && !hidden(e.Path) && skillFolder(p, e.Path) == s.Dir {
			found.pending = append(found.pending, e.Path)
		}
	}
	var queue []*skill.File
	for _, f := range found.pending {
		if m := p.ManifestAt(f); m != nil { // what hosts read by themselves
			queue = append(queue, m.File)
		}
	}
	for ; len(queue) > 0 && slices.ContainsFunc(found.pending, wanted); queue = queue[1:] {
		text := queue[0].Source()
		folders := map[string]bool{}
		found.ask(len(text), func(f string) bool {
			if !namesFile(text, f) && !inNamedFolder(text, s.Dir, f, folders) {
				return false
			}
			if file := p.File(f); file != nil {
				queue = append(queue, file)
			}
			return true
		})
	}
	found.pending = slices.DeleteFunc(found.pending, func(f string) bool { return !wanted(f) })
	return found
}

// askUsers drops what texts outside of the skills name that may load it by
// themselves: those of the skill's plugin, and what stands at the root for an
// agent. Each text is read once.
func askUsers(p *lint.Pass, open []*search) {
	byPlugin := map[string][]*search{}
	for _, found := range open {
		if plugin := p.PluginAt(found.skill.Dir); plugin != nil {
			byPlugin[plugin.Dir] = append(byPlugin[plugin.Dir], found)
		}
	}
	ask := func(text *skill.File, list []*search) {
		src := text.Source()
		for _, found := range list {
			found.ask(len(src), func(f string) bool { return bytes.Contains(src, []byte(path.Base(f))) })
		}
	}
	for dir, list := range byPlugin {
		for _, text := range textsOf(p)[dir] {
			ask(text, list)
		}
	}
	for _, doc := range p.Docs() {
		if len(open) > 0 && !strings.Contains(doc.Path, "/") {
			ask(doc, open)
		}
	}
}

var linkedMemo skill.Memo[map[string]bool]

// linkedFromElsewhere are the files that a manifest in another folder links to.
func linkedFromElsewhere(p *lint.Pass) map[string]bool {
	return linkedMemo.Of(p.Workspace, func() map[string]bool {
		linked := map[string]bool{}
		for _, m := range p.Manifests {
			for _, d := range m.Prose().Destinations {
				if target, ok := localTarget(d.Dest); ok && strings.HasPrefix(target, "../") {
					linked[path.Join(path.Dir(m.Path), target)] = true
				}
			}
		}
		return linked
	})
}

var textsOfPlugins skill.Memo[map[string][]*skill.File]

// textsOf are the texts of each plugin that are no part of a skill.
func textsOf(p *lint.Pass) map[string][]*skill.File {
	return textsOfPlugins.Of(p.Workspace, func() map[string][]*skill.File {
		byPlugin := map[string][]*skill.File{}
		for _, f := range p.Texts() {
			if plugin := p.PluginAt(path.Dir(f.Path)); plugin != nil && skillFolder(p, f.Path) == "" {
				byPlugin[plugin.Dir] = append(byPlugin[plugin.Dir], f)
			}
		}
		return byPlugin
	})
}

// namesFile reports whether a text names a file, with or without extension.
func namesFile(text []byte, f string) bool {
	name := path.Base(f)
	if stem := strings.TrimSuffix(name, path.Ext(name)); len(stem) >= 3 {
		name = stem
	}
	return bytes.Contains(text, []byte(name))
}

// inNamedFolder reports whether a text names a folder that a file stands in,
// below the skill's: "references/" without a file's name behind it, or as a
// word. known holds what was found for the folders of this text.
func inNamedFolder(text []byte, dir, f string, known map[string]bool) bool {
	for d := path.Dir(f); d != dir && d != "."; d = path.Dir(d) {
		named, ok := known[d]
		if !ok {
			named = namesFolder(text, path.Base(d))
			known[d] = named
		}
		if named {
			return true
		}
	}
	return false
}

func namesFolder(text []byte, name string) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(name))
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(name)
		at = end
		if start > 0 && document.InPath(text[start-1]) && text[start-1] != '/' && text[start-1] != '.' {
			continue
		}
		rest := text[end:]
		if len(rest) > 0 && rest[0] == '/' {
			if rest = rest[1:]; len(rest) == 0 || !document.InPath(rest[0]) || rest[0] == '.' {
				return true // "references/", "references/*", "references/<name>"
			}
			continue
		}
		if start > 0 && strings.IndexByte("`\"'/*", text[start-1]) >= 0 && (len(rest) == 0 || !document.InPath(rest[0])) {
			return true // `references`, "templates", x/assets
		}
		for _, word := range []string{" folder", " director", " subfolder", " subdirector"} {
			if bytes.HasPrefix(rest, []byte(word)) {
				return true
			}
		}
	}
}

// hidden reports whether a path goes through a name that begins with a dot.
func hidden(p string) bool { return strings.HasPrefix(path.Base(p), ".") }

// supporting reports whether a file is found by its name, or by tools.
func supporting(name string) bool {
	switch name {
	case "pytest.ini", "tox.ini", "setup.cfg", "setup.py", "go.work", ".env.example", "__init__.py", "__main__.py", "conftest.py", "package.json", "package-lock.json", "tsconfig.json", "requirements.txt", "pyproject.toml", "uv.lock", "go.mod", "go.sum", "Makefile", "Dockerfile", "deno.json", "bun.lock", "yarn.lock", "pnpm-lock.yaml", "Cargo.toml", "Cargo.lock", "SKILL.md":
		return true
	}
	lower := strings.ToLower(name)
	for _, prefix := range []string{"readme", "license", "licence", "notice", "changelog", "copying", "test_", "test-", "index.", "ofl"} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	for _, word := range []string{"license", "licence", "logo", "favicon"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return strings.Contains(lower, "_test.") || strings.Contains(lower, ".test.") || strings.Contains(lower, ".spec.")
}
