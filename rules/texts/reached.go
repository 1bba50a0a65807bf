package texts

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// A search is for what names the files of a skill.
type search struct {
	skill   *skill.Skill
	pending []resourceFile // that nothing names so far
	looked  int            // bytes times files
	stopped bool           // at the bound, so that nothing is known of the rest
	reader  bool           // asks for what an agent reads: a folder that a program names leads it nowhere
}

// ask returns the paths of the files that a text names, with folders or without.
func (s *search) ask(text *skill.File, folders bool) map[string]bool {
	return s.askFrom(s.skill.Dir, text, folders)
}

// askFrom is ask of a text that may name folders below dir.
func (s *search) askFrom(dir string, text *skill.File, folders bool) map[string]bool {
	if !s.mayAsk(text) {
		return nil
	}
	named := map[string]bool{}
	wanted := false // one of those that the facts of the text do not name
	said := namesSaid(text)
	for _, f := range s.pending {
		if said.hold(f.name) {
			named[f.path] = true
		}
		wanted = wanted || f.wanted && !named[f.path]
	}
	if !wanted {
		return named // nothing is asked for the rest
	}
	asked := skilltext.AskedFiles{Dir: dir, Folders: folders, Forms: !s.reader, Files: make([]skilltext.AskedFile, 0, len(s.pending)-len(named))}
	for _, f := range s.pending {
		if !named[f.path] {
			asked.Files = append(asked.Files, skilltext.AskedFile{Path: f.path, Name: f.name})
		}
	}
	for _, i := range *skilltext.FilesNamed.Of(text, &asked) {
		named[asked.Files[i].Path] = true
	}
	return named
}

// mayAsk counts a text that is to be asked. Beyond the bound nothing is said of
// the rest.
func (s *search) mayAsk(text *skill.File) bool {
	if s.looked += text.Size * len(s.pending); s.looked > maxLooked {
		s.pending, s.stopped = nil, true
	}
	return len(s.pending) > 0
}

func (s *search) drop(is func(f resourceFile) bool) { s.pending = slices.DeleteFunc(s.pending, is) }

// maxLooked bounds the text that one skill's search goes through, in bytes;
// beyond it nothing is said.
const maxLooked = 256 << 20

// read drops the findings in texts of a skill to which nothing leads an agent that reads
// SKILL.md: what they say misleads nobody.
func read(p *lint.Pass, s *skill.Skill, list []missingPath) []missingPath {
	asked := map[string]bool{}
	for _, d := range list {
		if f := p.FileAt(d.Pos).Path; f != s.Manifest().Path {
			asked[f] = true
		}
	}
	unread := unread(p, s, asked)
	return slices.DeleteFunc(list, func(d missingPath) bool { return unread[p.FileAt(d.Pos).Path] })
}

// unread are those of some files of a skill to which nothing is known to lead an agent that reads SKILL.md.
func unread(p *lint.Pass, s *skill.Skill, asked map[string]bool) map[string]bool {
	unread := map[string]bool{}
	if len(asked) == 0 {
		return unread
	}
	found := unnamed(p, &search{skill: s, reader: true}, func(f string) bool { return asked[f] })
	askUsers(p, []*search{found})
	if found.stopped {
		return asked // what leads to them is not known
	}
	for _, f := range found.pending {
		unread[f.path] = true
	}
	return unread
}

// unnamed fills a search with the files of its skill, of those that are wanted, that nothing reachable
// names. It stops where none is left, so that texts of most skills are not read again.
func unnamed(p *lint.Pass, found *search, wants func(file string) bool) *search {
	s := found.skill
	linked := linkedFromElsewhere(p)
	var queue []*skill.File
	wanted := false
	_, titled := p.Tree.Lookup(path.Join(s.Dir, "agents/openai.yml")) // names icons, for whoever reads it
	for _, e := range p.Tree.Below(s.Dir) {
		if e.Kind != skill.Regular {
			continue
		}
		if paths.SkillFolder(p, e.Path) != s.Dir {
			if m := p.ManifestAt(e.Path); m != nil { // a skill below, which uses what this one has
				queue = append(queue, m.File)
			}
		} else if !hidden(e.Path) {
			f := resourceAt(e.Path)
			f.wanted = wants(f.path) && !supporting(path.Base(f.path)) && !(titled && picture.MatchString(f.path)) && !isTranslation(p, f.path) && !isForHost(p, f.path) && !linked[f.path] && !isLegal(f.path)
			wanted = wanted || f.wanted
			if rest := numbered.ReplaceAllString(f.name, ""); !f.wanted && len(rest) >= 3 {
				f.name = rest // a step on the way: texts call it by what it does
			}
			found.pending = append(found.pending, f)
		}
	}
	if !wanted {
		return &search{skill: s}
	}
	for _, f := range found.pending {
		file := p.File(f.path)
		lower := strings.ToLower(path.Base(f.path))
		readme := strings.HasPrefix(lower, "readme") || strings.HasPrefix(lower, "changelog")
		manifest := path.Dir(f.path) == s.Dir && path.Ext(f.path) == ".json"
		if file != nil && (readme || manifest || p.ManifestAt(f.path) != nil || p.ComponentAt(f.path) != nil) { // what people, hosts and other programs read by themselves
			queue = append(queue, file)
		}
	}
	found.follow(p, queue)
	found.drop(func(f resourceFile) bool { return !f.wanted })
	for up := path.Dir(s.Dir); up != "." && up != "/" && len(found.pending) > 0; up = path.Dir(up) {
		if m := p.ManifestAt(path.Join(up, "SKILL.md")); m != nil { // a skill around, of which this one is a part
			named := found.askFrom(up, m.File, true)
			found.drop(func(f resourceFile) bool { return named[f.path] })
		}
	}
	return found
}

// picture matches the names of pictures.
var picture = regexp.MustCompile(`(?i)\.(?:png|jpe?g|webp|gif)$`)

// follow drops what texts name, what those files name, and so on.
func (s *search) follow(p *lint.Pass, queue []*skill.File) {
	wanted := func(f resourceFile) bool { return f.wanted }
	for ; len(queue) > 0 && slices.ContainsFunc(s.pending, wanted); queue = queue[1:] {
		named := s.ask(queue[0], !s.reader || document.IsMarkdown(queue[0].Path))
		s.drop(func(f resourceFile) bool {
			if file := p.File(f.path); file != nil && named[f.path] {
				queue = append(queue, file)
			}
			return named[f.path]
		})
	}
}

// askUsers drops what texts outside of the skills name that may load it by
// themselves: those of the skill's plugin, and what stands at the root for an
// agent. Each text is read once. Of a part, what is around it is asked.
func askUsers(p *lint.Pass, open []*search) {
	around := *p
	around.Workspace = p.Whole()
	p = &around
	before := make([][]resourceFile, len(open))
	for i, found := range open {
		before[i] = slices.Clone(found.pending)
	}
	byPlugin := map[string][]*search{}
	for _, found := range open {
		if plugin := p.PluginAt(found.skill.Dir); plugin != nil {
			byPlugin[plugin.Dir] = append(byPlugin[plugin.Dir], found)
		}
	}
	for dir, list := range byPlugin {
		for _, text := range pluginset.Texts(p)[dir] {
			askHeld(text, list)
		}
	}
	askNeighbours(p, open)
	askByName(p, open)
	var near []*search
	for _, doc := range rootDocs(p) {
		dir := path.Dir(doc.Path)
		near = near[:0]
		for _, s := range open {
			if len(s.pending) > 0 && (dir == "." || strings.HasPrefix(s.skill.Dir, dir+"/")) {
				near = append(near, s)
			}
		}
		askHeld(doc, near)
	}
	askComponents(p, open)
	askPrograms(p, open)
	for i, found := range open {
		var queue []*skill.File // what they load names more
		for _, f := range before[i] {
			if file := p.File(f.path); file != nil && file.Known() && !slices.Contains(found.pending, f) {
				queue = append(queue, file)
			}
		}
		found.follow(p, queue)
	}
}

// askHeld drops the files whose names a text holds.
func askHeld(text *skill.File, list []*search) {
	all := map[string]bool{}
	for _, found := range list {
		if found.mayAsk(text) {
			for _, f := range found.pending {
				all[path.Base(f.path)] = true
			}
		}
	}
	if len(all) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(all))
	held := map[string]bool{}
	for _, i := range *skilltext.WordsHeld.Of(text, &names) {
		held[names[i]] = true
	}
	for _, found := range list {
		found.drop(func(f resourceFile) bool { return held[path.Base(f.path)] })
	}
}

var rootDocsMemo skill.Memo[[]*skill.File]

// rootDocs are the Markdown files at the roots of collections.
func rootDocs(p *lint.Pass) []*skill.File {
	return rootDocsMemo.Of(p.Workspace, func() []*skill.File {
		return slices.DeleteFunc(slices.Clone(p.Docs()), func(doc *skill.File) bool { return path.Dir(doc.Path) != p.Collection(doc.Path) })
	})
}

// fromAround is a file's path from the folder around the skill.
func (s *search) fromAround(f resourceFile) string {
	return strings.TrimPrefix(f.path, path.Dir(s.skill.Dir)+"/")
}

var linkedMemo skill.Memo[map[string]bool]

// linkedFromElsewhere are the files that a manifest in another folder links to, or that
// the code of another skill uses.
func linkedFromElsewhere(p *lint.Pass) map[string]bool {
	whole := p.Whole()
	return linkedMemo.Of(whole, func() map[string]bool {
		linked := map[string]bool{}
		for _, m := range whole.Manifests {
			for _, d := range m.Prose().Destinations {
				if target, ok := paths.LocalTarget(d.Dest); ok && strings.HasPrefix(target, "../") {
					linked[path.Join(path.Dir(m.Path), target)] = true
				}
			}
		}
		for _, src := range whole.Sources() {
			for _, r := range src.Reaches {
				linked[r.Target] = true
			}
		}
		return linked
	})
}
