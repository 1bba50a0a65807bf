package texts

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// sharedBy is how many other skills name a script that none of them has before it is one of
// the project that they all work in.
const sharedBy = 2

// projects reports whether a script is one of the reader's project, or is brought by a build,
// and not of the skill that runs it and ships none: a skill of the same name has it; the text sends to another skill for it, or
// has it below a project's folder, too; several skills name it and nobody has it; or it is in a language of projects' tools, and
// a skill of a single file runs it alone, in passing, or works in the folders of a project.
func projects(p *lint.Pass, t skilltext.Page, run document.Script) bool {
	script := run.Path
	if files := filesNamed(p, t.Skill.Dir, path.Base(script)); len(files) > 0 { // it was moved, or left out of a copy
		return slices.ContainsFunc(files, func(file string) bool { return inTwin(p, t.Skill, file) })
	}
	if ofRoot := rootBefore.FindAllSubmatch(t.Source(), -1); slices.ContainsFunc(ofRoot, func(m [][]byte) bool { return string(m[1]) == script }) {
		return true
	}
	if sentToOther(t, run.Start) {
		return true
	}
	others := 0
	for of := range skillsNaming(p)[naming{p.Collection(t.Skill.Dir), script}] {
		if of != t.Skill.ID.Text {
			others++
		}
	}
	return others >= sharedBy || path.Ext(script) != ".py" && isAlone(p, t.Skill.Dir) && (inPassing(t, run) && !namedAlike(t, script) || worksInProject(t))
}

// rootBefore matches a path behind what stands for a project's folder: {PROJECT_ROOT}/scripts/x.sh.
var rootBefore = regexp.MustCompile(`(?i)[{<]\w*(?:project|repo|workspace)\w*[}>]/([\w./-]+\w)`)

// sentToOther reports whether the heading above a command, the line above its block or a
// comment before it in the block names another skill by the command that calls it: "Retire it
// (via `/inbox-manager`)".
func sentToOther(t skilltext.Page, at int) bool {
	src, from, said := t.Source(), at, ""
	if block, in := skilltext.BlockAt(t.Text(), at); in {
		from, said = block.Start, lineAbove(src, block.Start)
		for line := range bytes.Lines(src[block.Start:at]) {
			if comment.Match(line) {
				said += "\n" + string(line)
			}
		}
	}
	if above := skilltext.HeadingsAt(t.File, from); len(above) > 0 {
		said += "\n" + above[0]
	}
	for _, m := range skillCommand.FindAllStringSubmatch(said, -1) {
		if m[1] != t.Skill.ID.Text && m[1] != path.Base(t.Skill.Dir) {
			return true
		}
	}
	return false
}

// skillCommand matches the command that calls a skill whose name has several words.
var skillCommand = regexp.MustCompile("(?:^|[\\s`(])/([a-z0-9]+(?:-[a-z0-9]+)+)\\b")

// inTwin reports whether a file is of a skill that another one is made into, or was made from:
// that is called as it, and what makes it brings the file.
func inTwin(p *lint.Pass, s *skill.Skill, file string) bool {
	other := p.SkillAt(file)
	return other != nil && other != s && (other.ID.Text == s.ID.Text || path.Base(other.Dir) == path.Base(s.Dir))
}

// inPassing reports whether a script is the only one that a text runs, named in one place,
// and no block of its own is for it.
func inPassing(t skilltext.Page, run document.Script) bool {
	prose := t.Prose()
	places := map[int]bool{}
	for _, s := range prose.Scripts {
		places[s.Start] = true
	}
	for _, named := range prose.Paths {
		if named.Path == run.Path {
			places[named.Start] = true
		}
	}
	if len(places) > 1 {
		return false
	}
	block, in := skilltext.BlockAt(t.Text(), run.Start)
	if !in {
		return true
	}
	commands, goesOn := 0, false
	for line := range bytes.Lines(t.Source()[block.Start:block.End]) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !goesOn && !comment.Match(line) {
			commands++
		}
		goesOn = bytes.HasSuffix(line, []byte(`\`))
	}
	return commands > 1
}

// namedAlike reports whether a script has a word of its skill's name.
func namedAlike(t skilltext.Page, script string) bool {
	own := skilltext.WordsOf(t.Skill.ID.Text)
	return slices.ContainsFunc(skilltext.WordsOf(strings.TrimSuffix(path.Base(script), path.Ext(script))), func(word string) bool { return slices.Contains(own, word) })
}

// A naming is a path that a text of a collection names.
type naming struct{ collection, path string }

var skillsNamingMemo skill.Memo[map[naming]map[string]bool]

// skillsNaming are the skills of a collection whose texts name a path below scripts/, by
// their names: copies of one for several hosts are one.
func skillsNaming(p *lint.Pass) map[naming]map[string]bool {
	whole := *p
	whole.Workspace = p.Whole()
	return skillsNamingMemo.Of(whole.Workspace, func() map[naming]map[string]bool {
		of := map[naming]map[string]bool{}
		for _, t := range skilltext.Pages(&whole) {
			collection := whole.Collection(t.Skill.Dir)
			add := func(target string) {
				if !strings.HasPrefix(target, "scripts/") {
					return
				}
				at := naming{collection, target}
				if of[at] == nil {
					of[at] = map[string]bool{}
				}
				of[at][t.Skill.ID.Text] = true
			}
			for _, s := range t.Prose().Scripts {
				if !s.Own && !s.Plugin {
					add(s.Path)
				}
			}
			for _, named := range t.Prose().Paths {
				add(named.Path)
			}
		}
		return of
	})
}

var filesCalled skill.Memo[map[string][]string]

// namesake is the only file of a collection that has the name of one that is not there: in the skill of the text that asks, or in none.
func namesake(p *lint.Pass, from, target string) (at string, only bool) {
	files := filesNamed(p, from, path.Base(target))
	if len(files) != 1 || files[0] == from || everywhere.MatchString(path.Base(target)) {
		return "", false
	}
	whole := *p
	whole.Workspace = p.Whole()
	in := paths.SkillFolder(&whole, files[0])
	return files[0], in == "" || in == paths.SkillFolder(&whole, from)
}

// everywhere matches the names of pages that many folders have.
var everywhere = regexp.MustCompile(`(?i)^(?:skill|readme|index|claude|agents|gemini)\.md$`)

// filesNamed are the files of a collection that have a name, by their paths.
func filesNamed(p *lint.Pass, dir, name string) (found []string) {
	called := filesCalled.Of(p.Workspace, func() map[string][]string {
		files := map[string][]string{}
		for _, e := range p.Tree.Entries() {
			if e.Kind == skill.Regular {
				files[path.Base(e.Path)] = append(files[path.Base(e.Path)], e.Path)
			}
		}
		return files
	})
	collection := p.Collection(dir)
	for _, at := range called[name] {
		if p.Collection(at) == collection {
			found = append(found, at)
		}
	}
	return found
}

// ofSkillBefore reports whether a path stands right behind the name of another skill, or in
// parentheses with words between: "`chart-skill` (community): axes (`references/axes.md`)".
func ofSkillBefore(t skilltext.Page, before []byte) bool {
	m := skillBefore.FindSubmatch(before[max(0, len(before)-nearby/4):])
	if m == nil {
		m = nameBefore.FindSubmatch(before[max(0, len(before)-nearby/20):])
	}
	if m == nil {
		m = skillsOwn.FindSubmatch(before[max(0, len(before)-nearby/20):])
	}
	if m == nil {
		if m = partBefore.FindSubmatch(before[max(0, len(before)-nearby/20):]); m != nil && !bytes.Contains(t.Source(), slices.Concat([]byte(":"), m[1], []byte("`"))) {
			return false
		}
	}
	return m != nil && string(m[1]) != t.Skill.ID.Text && string(m[1]) != path.Base(t.Skill.Dir) && !pointers[strings.ToLower(string(m[1]))]
}

// pointers are words before "skill" that are no name.
var pointers = map[string]bool{"the": true, "this": true, "that": true, "a": true, "an": true, "each": true, "every": true, "your": true, "our": true, "my": true, "its": true, "own": true, "same": true, "current": true, "parent": true, "main": true}

// nameBefore matches a name of several words right before a path: "see `chart-artist`
// references/axes.md".
var nameBefore = regexp.MustCompile("`/?([a-z0-9]+(?:-[a-z0-9]+)+)` [`*]*$")

// partBefore matches a name in front of some words and a path in parentheses: "`page-checker` rubric (`references/rubric.md`".
// It is that of another plugin's skill where the text calls that with its plugin: `site:page-checker`.
var partBefore = regexp.MustCompile("`([a-z0-9]+(?:-[a-z0-9]+)+)`(?: [\\w-]+){1,3} \\(`*$")

var skillBefore = regexp.MustCompile("`((?:[a-z0-9]+-)+skills?(?:-[a-z0-9]+)*)`(?:[^`\\n]|\\n[ \\t]+[^\\s`*+-]){0,120}?(?:\\n[ \\t]+)?\\((?:`[^`\\n]+`,\\s*)*`$")

// ofNamed matches what gives a path to a skill that is named right before it: "the x
// skill (its ", "x's former table (".
var ofNamed = regexp.MustCompile("(?i)(?:該|该|その)(?:技能|スキル)(?:的|の)\\s*[`*(]*$|`[\\w:-]+`[*_]*(?:'s\\b[^.]{0,100}| skill\\b[^.]{0,100}\\bits\\s+|\\s+(?:plugin|skill)\\s*(?:→|->)\\s*)[`*(]*$")

// skillsOwn matches what gives a path to a skill by its name: "the auto skill's ", "auto スキルの ".
var skillsOwn = regexp.MustCompile("(?i)([a-z][\\w-]*)[`*]*\\s*(?:\\bskill['’]s\\s+|(?:スキル|技能|skill)\\s*(?:の|的)\\s*)[`*(]*$")

// ofOwner matches what gives a path to a product or a project by its name: "World War
// Watcher's ".
var ofOwner = regexp.MustCompile("\\b[A-Z][\\w-]*['’]s\\s+[`*(]*$")

// inOtherSkill reports whether the words behind a path, also on the next line, place it in another skill: in the mail skill.
func inOtherSkill(t skilltext.Page, after []byte) bool {
	m := ofSkillBehind.FindSubmatch(after)
	return m != nil && string(m[1]) != t.Skill.ID.Text
}

var ofSkillBehind = regexp.MustCompile("^[`*)]*\\s+(?:in|of|from) the\\s+[`*]*([a-z][\\w-]*)[`*]*\\s+skill\\b")

// thatSkill matches a line that goes on about another skill: "That skill has:".
var thatSkill = regexp.MustCompile(`(?:^|[.!?] )That skill\b|该\s*(?:技能|skill)|そのスキル`)

// ofInstalled reports whether the section of a text that an offset is in speaks before it of the folder that a plugin was
// installed into: the paths behind that are of what is there.
func ofInstalled(src []byte, at int) bool {
	section := src[:at]
	if i := bytes.LastIndex(section, []byte("\n#")); i >= 0 {
		section = section[i:]
	}
	return installedPlugin.Match(section)
}

// installedPlugin matches the path of such a folder.
var installedPlugin = regexp.MustCompile(`\.claude/plugins/(?:cache|marketplaces)/[\w.-]+/[\w.*-]+`)

// givenInFull reports whether a text names a path below a folder of another name as well, which is what it means by the
// path alone: work/paper/references/protocol.md.
func givenInFull(t skilltext.Page, src []byte, target string) bool {
	if strings.HasPrefix(target, ".") {
		return false
	}
	behind := []byte("/" + target)
	for from := 0; ; {
		i := bytes.Index(src[from:], behind)
		if i < 0 {
			return false
		}
		if m := folderBefore.FindSubmatch(src[max(0, from+i-placedReach) : from+i]); m != nil && string(m[1]) != path.Base(t.Skill.Dir) && string(m[1]) != t.Skill.ID.Text {
			return true
		}
		from += i + len(behind)
	}
}

// saidOfOther reports whether a text, or the SKILL.md above it, says of a script, wherever it names it, which other skill has it.
func saidOfOther(p *lint.Pass, t skilltext.Page, src []byte, script string) bool {
	texts, name := [][]byte{src}, []byte(path.Base(script))
	if m := t.Skill.Manifest(); t.Below && m.Known() {
		texts = append(texts, m.Source())
	}
	for _, rest := range texts {
		for range 50 { // more often none is named that is meant
			i := bytes.Index(rest, name)
			if i < 0 {
				break
			}
			if line, _ := skilltext.LineAt(rest, i); ofOther(p, t, line, script) {
				return true
			}
			rest = rest[i+len(name):]
		}
	}
	return false
}

// folderBefore matches the last of the folders before a path, below another one.
var folderBefore = regexp.MustCompile(`[\w-]/([\w-][\w.-]*)$`)
