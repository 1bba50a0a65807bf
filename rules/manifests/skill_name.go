package manifests

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// SkillName reports names that are missing or that hosts refuse.
var SkillName = &lint.Rule{
	Name: "skill-name", Group: "A", Severity: lint.Error, Local: true, Authors: true, Loaded: true,
	Doc: `A skill has no name, or a name that hosts may refuse.

A missing name is an error where a host is known that the skill is for, and a warning where nothing shows who is to load it (a note where AGENTS.md, CLAUDE.md or the like leads to the skills by their paths, and where nobody is known to look for skills: in the folder of an agent that is not known, of another skill, or in none of skills); where the description is missing too, ` + "`skill-description`" + ` says both. A name that is not 1 to 64 lower-case letters, digits and single hyphens, or is not the name
of the skill's folder, is a warning where a host whose folder or plugin the skill lies in refuses it, or does not call it by that name. Where all of them call it by its name all the same, it is none of their users' concern, and
nothing is said, unless a command beside it has that name (a note). Of a folder that several hosts read, such as .agents/skills, a name that differs from the skill's folder is told where the project shows that it is used with one that minds, and else only as a note where nearly all of those beside it are called as their folders are. Where a README, a Makefile or an installer puts the skills into a host's folder (` + "`~/.claude/skills`" + `), that host is who minds. No host minds the name of what none looks for: a SKILL.md in the folder of another skill, or in a plugin that does not load it. A name with that of the folder around in front (` + "`jira/setup`, `jira-setup`" + `) is a scheme; ` + "`metadata.openclaw`" + ` names a host, too. Where no host is known, since the skill is to be installed first, a name in another
form is a warning (a note where it joins names by points or colons, as ` + "`jira.setup`" + `, a host may know that, where it is the folder's, or where a program of the repository reads its SKILL.md files, which may also take the folder for a missing name, as whoever loads skills of which most have none; nothing where most names of several are in a form of their own, titles or the letters of their folders, also behind a group), and one that differs from the folder a note where nearly all of those beside it are called as their folders are: an installer writes the folder after the name. What many skills of a repository have is one finding. Folders that add a number for the order, or a version, to the name
(` + "`08-deploy`" + `) are one note for those side by side. A skill that is a tool of a program of its own, as its frontmatter has the ` + "`command`" + ` that is run, is named as that program wants. A procedure is loaded by its
file's name, which has to be its name.`,
	Sources: []lint.Source{sources.Specification},
	Run:     skillName,
}

func skillName(p *lint.Pass) {
	procedureNames(p)
	var found misnamed
	for _, s := range p.Skills {
		if m := s.Manifest(); namedByName(m) && !isOverlay(p, s) {
			found.look(p, s, m)
		}
	}
	found.report(p)
}

// procedureNames reports procedures that are not named as their files are.
func procedureNames(p *lint.Pass) {
	dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
		name := m.Root.Get("name")
		stem := strings.TrimSuffix(path.Base(m.Path), path.Ext(m.Path))
		if !name.Is(skill.String) || name.Text == "" || name.Text == stem {
			return
		}
		if _, taken := p.Tree.Lookup(path.Join(path.Dir(m.Path), name.Text+".md")); !taken { // else rule duplicate-skill speaks of it
			p.ReportAs(lint.Warning, lint.Span(name.Pos, name.End, "name %q differs from the file's, %q: the loader opens %s.md; rename one", name.Text, stem, name.Text))
		}
	})
}

// misnamed are the skills that have no name, or one that hosts may refuse.
type misnamed struct {
	unlike   folding.Batches[nameCause]
	numbered folding.Batches[string] // by the folder around the skills
	nameless folding.Batches[nameCause]
	prefixes folding.Batches[string] // by the collection
	forms    map[string]*nameForms   // by the collection
}

// look adds a skill whose name is at fault.
func (f *misnamed) look(p *lint.Pass, s *skill.Skill, m *skill.Manifest) {
	key, name := m.Root.Entry("name")
	switch {
	case besideHosts(p, s.Dir):
	case name == nil || name.Is(skill.Null) || name.Is(skill.String) && strings.TrimSpace(name.Text) == "":
		if !missedKey(m.Root, "name") && !m.Second().Name && !namedByFolder(p, s) && loading.OwnReader(p, m.Path).Path == "" && !(m.Dialect == skill.Standard && lacksBoth(s)) { // skill-description says that both are missing
			if at := (nameCause{p.Collection(s.Dir), false, lackSeverity(p, m.Path, lint.Warning)}); at.severity > lint.Warning || !f.haveNone(p, at.collection) {
				f.nameless.Add(at, missing(m, key, "name"))
			}
		}
	case !name.Is(skill.String):
		// manifest-schema says what it is instead.
	case loading.ForOwnRuntime(p, m), calledByNobody(m), isPart(p, s.Dir):
	case prefixed(p, s, name.Text):
		if !namedByFolders(p, m) && !paths.BelowSkill(p, s) {
			f.prefixes.Add(p.Collection(s.Dir), lint.Span(name.Pos, name.End, "name %q begins with the plugin's, which hosts put there themselves: write %q", name.Text, path.Base(s.Dir)))
		}
	case skillnames.Fault(name.Text) != "":
		if minds := whoMinds(p, m, name.Text); minds != nobody {
			cause := nameCause{p.Collection(s.Dir), true, lint.Warning}
			switch {
			case minds == someHost && isChild(s.Dir, name.Text) && onlyOthersMind(p, m, name.Text):
				return // which call it by its parent
			case minds == someHost:
			case loading.OwnReader(p, m.Path).Path != "", instructed(p, skillsFolder{p.Collection(s.Dir), path.Base(path.Dir(s.Dir))}):
				return // to a program of the repository, or an agent that is led to it, it may be what people read
			case f.haveOwnForm(p, cause.collection):
				return // whoever loads the skills knows them by their folders
			case skillnames.IsGrouped(name.Text), name.Text == folderName(s):
				cause.severity = lint.Note // who loads it may know groups, or goes by the folder
			}
			f.unlike.Add(cause, lint.Span(name.Pos, name.End, "name %q %s", name.Text, skillnames.Advice(name.Text, folderName(s))))
		}
	case s.Package != nil && name.Text == s.Package.ID, isVersion(p, s):
	case anyFolder(p, s), takenBeside(p, s, name.Text), withGroup(s.Dir, name.Text):
	case skillnames.InOrder(path.Base(s.Dir), name.Text):
		if whoMinds(p, m, name.Text) == nobody {
			return
		}
		f.numbered.Add(path.Dir(s.Dir), lint.Span(name.Pos, name.End, "name %q differs from the name of the skill's folder, %q: hosts that hold to the specification refuse it, others call the skill by the folder", name.Text, path.Base(s.Dir)))
	case name.Text != path.Base(s.Dir):
		cause, advice := nameCause{p.Collection(s.Dir), false, lint.Note}, renaming(p, s, name.Text)
		switch minds := whoMinds(p, m, name.Text); {
		case minds == someHost && !onlyOthersMind(p, m, name.Text):
			cause.severity = lint.Warning
		case minds == someHost && advice == renameOne && !slips(p, s):
			return // of those that may read the folder
		case minds == someHost:
		case minds == nobody && advice == renameOne:
			return
		case minds == anyHost && (loading.OwnReader(p, m.Path).Path != "" || instructed(p, skillsFolder{p.Collection(s.Dir), path.Base(path.Dir(s.Dir))})):
			return // which may take either
		case minds == anyHost && (strings.HasSuffix(path.Base(s.Dir), "skills") || advice == renameOne && !slips(p, s)):
			return // the folder is one of skills, or it is no slip: an installer writes the folder
		}
		f.unlike.Add(cause, lint.Span(name.Pos, name.End, "name %q differs from the name of the skill's folder, %q: %s", name.Text, folderName(s), advice))
	}
}

// nameForms are how many names of a collection have the form of the specification, how many another one, which is a title or has the
// letters of the folder, and how many skills have none.
type nameForms struct{ standard, own, none int }

// haveOwnForm reports whether a collection has a form of its own for names, such as titles: fewer have that of the specification.
func (f *misnamed) haveOwnForm(p *lint.Pass, collection string) bool {
	of := f.formsOf(p, collection)
	return of.own > folding.ManyFaults && of.own > of.standard
}

// haveNone reports whether the skills of a collection go by their folders: most have no name.
func (f *misnamed) haveNone(p *lint.Pass, collection string) bool {
	of := f.formsOf(p, collection)
	return of.none > folding.ManyFaults && of.none > of.standard+of.own
}

func (f *misnamed) formsOf(p *lint.Pass, collection string) nameForms {
	if f.forms == nil {
		f.forms = map[string]*nameForms{}
		for _, s := range p.Whole().Skills {
			m := s.Manifest()
			if !namedByName(m) {
				continue
			}
			at := p.Collection(s.Dir)
			if f.forms[at] == nil {
				f.forms[at] = &nameForms{}
			}
			switch name := m.Root.Get("name").Str(); {
			case name == "":
				f.forms[at].none++
			case skillnames.Fault(name) == "":
				f.forms[at].standard++
			case strings.ContainsRune(name, ' ') && standing.HiddenFolder(s.Dir) == "", spelling.SameLetters(name, path.Base(s.Dir)), skillnames.IsGrouped(name) && spelling.SameLetters(name[strings.LastIndexAny(name, ".:")+1:], path.Base(s.Dir)):
				f.forms[at].own++
			}
		}
	}
	if of := f.forms[collection]; of != nil {
		return *of
	}
	return nameForms{}
}

// report tells of them, those with one cause together.
func (f *misnamed) report(p *lint.Pass) {
	for _, at := range f.unlike.Causes {
		fold := folding.Folded("names differ from their folders'")
		switch {
		case at.form:
			fold = folding.Folded("names are in another form")
		case at.severity == lint.Note:
			fold = folding.Gathered("name differs from its folder's", "names differ from their folders'")
		}
		p.Folding(fold).ReportAs(at.severity, f.unlike.Of[at]...)
	}
	for _, at := range f.nameless.Causes {
		p.Folding(folding.Folded("skills have no name")).ReportAs(at.severity, f.nameless.Of[at]...)
	}
	for _, collection := range f.prefixes.Causes {
		p.Folding(folding.Folded("names do so")).ReportAs(lint.Warning, f.prefixes.Of[collection]...)
	}
	for _, at := range f.numbered.Causes {
		p.Folding(folding.Gathered("folder beside it adds a number, too", "folders beside it add a number, too")).ReportAs(lint.Note, f.numbered.Of[at]...)
	}
}

// nameCause is what the names of a collection have in common.
type nameCause struct {
	collection string
	form       bool // another form than the specification's, not another name than the folder's
	severity   lint.Severity
}

// prefixed reports whether a name is that of the skill's folder behind the name of the
// plugin which loads it: the way in which a user calls it.
func prefixed(p *lint.Pass, s *skill.Skill, name string) bool {
	plugin := p.PluginAt(s.Dir)
	if plugin == nil || plugin.Dir != s.Scope {
		return false
	}
	own, ok := strings.CutPrefix(name, plugin.Plugin.Prefix())
	return ok && (own == ":"+path.Base(s.Dir) || own == "-"+path.Base(s.Dir))
}

// anyFolder reports whether the folder of a skill may have any name: it is the root of a
// repository, a plugin or a published package, is called skill as the only one, holds other skills, or lies in another one, where no host looks.
func anyFolder(p *lint.Pass, s *skill.Skill) bool {
	if s.Dir == "." || path.Base(s.Dir) == "skill" || paths.BelowSkill(p, s) || holdsSkills(p, s.Dir) {
		return true
	}
	if plugin := p.PluginAt(s.Dir); plugin != nil && plugin.Dir == s.Dir {
		return true
	}
	if !standing.IsCollection(path.Dir(s.Dir)) && p.HoldsPackage(s.Dir) {
		return true
	}
	for _, name := range []string{".git", ".github", ".gitignore", ".gitattributes"} {
		if _, ok := p.Tree.Lookup(path.Join(s.Dir, name)); ok {
			return true
		}
	}
	return p.Collection(s.Dir) == s.Dir
}

// withGroup reports whether one of a skill's name and its folder is the other one behind the
// folder around them, which groups skills: jira/setup is jira-setup.
func withGroup(dir, name string) bool {
	group, folder := path.Base(path.Dir(dir)), path.Base(dir)
	return group != "skills" && (name == group+"-"+folder || folder == group+"-"+name)
}

// isChild reports whether a name is that of the skill's folder behind the one around it: forms/check is forms:check.
func isChild(dir, name string) bool { return name == path.Base(path.Dir(dir))+":"+path.Base(dir) }

var sharedFolders skill.Memo[map[string]bool]

// takenBeside reports whether the skill in the folder of a name beside one has that name: of
// the two duplicate-skill speaks.
func takenBeside(p *lint.Pass, s *skill.Skill, name string) bool {
	around := path.Dir(s.Dir)
	return name != path.Base(s.Dir) && slices.ContainsFunc(p.Whole().In(path.Join(around, name)), func(o *skill.Skill) bool { return o.ID.Text == name && o.Scope == s.Scope })
}

// holdsSkills reports whether skills stand side by side in a folder.
func holdsSkills(p *lint.Pass, dir string) bool {
	return sharedFolders.Of(p.Workspace, func() map[string]bool {
		folders, held := map[string]bool{}, map[string]bool{}
		for _, s := range p.Skills {
			if around := path.Dir(s.Dir); s.Plugin == nil {
				held[around] = held[around] || folders[around]
				folders[around] = true
			}
		}
		return held
	})[dir]
}

// folderName is the name that a skill's folder gives it: of a package's
// versions, the folder above.
func folderName(s *skill.Skill) string {
	if s.Package != nil {
		return s.Package.ID
	}
	return path.Base(s.Dir)
}

// namedByName reports whether a manifest is a SKILL.md whose identity is its
// name: one of the open standard, or a contract without an id.
func namedByName(m *skill.Manifest) bool {
	if m.Root == nil || m.Root.Kind != skill.Map {
		return false
	}
	return m.Dialect == skill.Standard || m.Dialect == skill.Contract && m.Root.Get("id") == nil
}
