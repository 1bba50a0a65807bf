package texts

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// mayBeAbsent reports whether a text says somewhere what to do where a file is not there,
// or asks whether it is: "If `taste.md` does not exist, …".
func mayBeAbsent(f *skill.File, target string) bool {
	_, may := slices.BinarySearch(*absentNames.Of(f), path.Clean(target))
	return may
}

// absentNames are the paths of which a text says so, sorted.
var absentNames = pathsSaid("absent", absentThere)

// pathsSaid are the paths in the group of all matches of a pattern in a text, sorted, found once a file.
func pathsSaid(name string, of *regexp.Regexp) document.Part[[]string] {
	return document.Part[[]string]{Name: name, Find: func(_ string, src []byte) *[]string {
		var said []string
		for _, m := range of.FindAllSubmatch(src, -1) {
			said = append(said, path.Clean(string(m[1])))
		}
		slices.Sort(said)
		said = slices.Compact(said)
		return &said
	}}
}

// absentThere matches a condition upon a path: "if [x](references/x.md) does not exist".
var absentThere = regexp.MustCompile("(?i)\\b(?:if|when|unless|where)\\b(?:[^\\n;.]|\\.[^\\s]){0,40}?[\\s`\"'(\\[*](?:\\$?\\{\\w+\\}/)?([\\w./-]+\\.\\w+)[`\"'\\])*]*\\s+(?:(?:does not|doesn't) (?:yet )?exist|is (?:absent|missing|not there)|exists)\\b")

// formReach is how far around a link a form is looked for, in bytes.
const formReach = 1500

// formField matches a field in brackets that is to be filled in, and no link: "[Team name]".
var formField = regexp.MustCompile(`\[[A-Za-z][^\[\]\n]+\](?:[^(\[:]|$)`)

// inForm reports whether a link into a folder, or before a field in its line, stands among fields to be filled in, or one in
// parts of a template on conditions, and leads to no folder that skills have: it is for the page that is made of the form.
func inForm(src []byte, at int, target string) bool {
	first, _, folder := strings.Cut(strings.TrimPrefix(target, "./"), "/")
	switch first {
	case "references", "reference", "resources", "scripts", "assets", "templates", "..":
		return false
	}
	if at > len(src) {
		return false
	}
	from, to := max(0, at-formReach), min(len(src), at+formReach)
	line, start := skilltext.LineAt(src, at)
	return branch.MatchString(around(src[from:to], at-from)) || (folder || formField.MatchString(line[at-start:])) && len(formField.FindAll(src[from:to], 5)) == 5
}

// branch matches what a template of the text that is made has on conditions: {{#if parts}}, {% for p in parts %}.
var branch = regexp.MustCompile(`\{\{\s*[#/]\w|\{%-?\s*(?:end)?(?:if|for)\b`)

// around returns the lines around an offset up to empty ones.
func around(src []byte, at int) string {
	from := bytes.LastIndex(src[:at], []byte("\n\n")) + 1
	to := len(src)
	if i := bytes.Index(src[at:], []byte("\n\n")); i >= 0 {
		to = at + i
	}
	return string(src[from:to])
}

// shownAsWrong matches a line of a text that shows what not to write: "- Bad: see [x](x.md)".
var shownAsWrong = regexp.MustCompile(`^[\s>*+-]*(?:❌|[*_]*(?:Bad|BAD|Wrong|WRONG|Incorrect|INCORRECT|Don't|DON'T|Avoid|AVOID)[*_]*:)`)

// ofProject matches what stands before a path of the user's own project, or of
// a file that need not be there.
var ofProject = regexp.MustCompile(`(?i)\be\.g\.|\bfor example\b|\bexamples?:|\bsuch as\b|\blike\b|\bif (?:\w+ ){0,3}(?:exists?|present|available)|\boptional\w*\b|\bcreat\w*\b|\bwrit(?:e|es|ing|ten)\b|\bsav(?:e|es|ed|ing)\b|\bgenerat\w*\b|\bproduc\w*\b|\boutputs?\b|\badd(?:s|ed|ing)?\b|\bplace[ds]?\b|\bput\b|\byour\b|\bproject\b|\bproject's\b|\brepo(?:sitory)?\b|\bcodebase\b|\binstead of\b|\bremoved?\b|\bdeprecated\b|\bno longer\b|\bold\b|\brenamed\b|\bmoved\b|\bTODO\b|\bplanned\b|\bfuture\b|→|->|例如|比如|如果存在|若存在|可选|例えば|예를 들어|например|созда[йтёюе]|сохран|проект|репозитори`)

// elsewhereSays matches a line that places a path in another repository.
var elsewhereSays = regexp.MustCompile(`(?i)\b(?:inside|in) (?:that|the|another|its|their) (?:[\w-]+ ){0,2}(?:repo|repository|project|package|plugin)\b|\bin (?:repos|repositories|projects) (?:that|which) \w+\b|\binside that\b|\bupstream(?:'s)? (?:repo|repository|project)\b`)

// placedElsewhere reports whether a text says somewhere that a path is in another
// repository, or is to be replaced, or of its file that the reader writes it, or that it is new.
func placedElsewhere(src []byte, target string) bool {
	return saidBehind(src, target, placedAfter) || saidBehind(src, path.Base(target), writeThis) || slices.ContainsFunc(replaced.FindAllSubmatch(src, -1), func(m [][]byte) bool {
		return strings.HasPrefix(target, string(m[1]))
	})
}

// replaced matches what tells the reader to write another folder in place of one: "Replace `scripts/remote/` with the installed path".
var replaced = regexp.MustCompile("(?i)\\b(?:replace|substitute)\\s+[`\"']+([\\w./-]+/)[`\"']+\\s+(?:with|by)\\b")

// saidBehind reports whether something is said right behind some words, wherever they stand.
func saidBehind(src []byte, words string, says *regexp.Regexp) bool {
	for from := 0; ; {
		i := bytes.Index(src[from:], []byte(words))
		if i < 0 {
			return false
		}
		from += i + len(words)
		if says.Match(src[from:min(len(src), from+placedReach)]) {
			return true
		}
	}
}

// writeThis matches what tells the reader to write a file, "(new)" among it, or that it may not be there yet.
var writeThis = regexp.MustCompile("(?i)^[`\"'*)]*\\s+\\((?:new|if present|created? on (?:first|demand)[^()\n]*|(?:generate|create|write|add|save) (?:this|it|one)\\b[^()\n]*)\\)")

// inOtherPlace reports whether the section of a text that an offset is in says before it
// that it is about a folder elsewhere: "- Where: `~/code/other/`".
func inOtherPlace(src []byte, at int) bool {
	section := src[:at]
	if i := bytes.LastIndex(section, []byte("\n#")); i >= 0 {
		section = section[i:]
	}
	return folderElsewhere.Match(section)
}

// folderElsewhere matches an item of a list that names a folder in a home, and nothing below it.
var folderElsewhere = regexp.MustCompile("(?m)^\\s*[-*] [^\\n`]*:[*_]*\\s*`(?:~|\\$HOME|/home/[\\w.-]+|/Users/[\\w.-]+)/[\\w./-]+/`")

// placedReach is how far behind a path a text says where that is, in bytes.
const placedReach = 120

// placedAfter matches what stands behind a path of another repository: "inside that private
// repo", "of pixel-art-studio", "in https://…", "not here".
var placedAfter = regexp.MustCompile("^[`\"'*)]*,? (?:not here|nicht hier)\\b|^[`\"'*)]*\\s+(?:проекта|репозитория|(?:inside|in|of|from)\\s+(?:that|another|the (?:canonical|upstream|original))\\s+(?:[\\w-]+\\s+){0,2}(?:repo|repository|project)\\b|(?:inside|in|of|from)\\s+(?:the\\s+)?[<(`]*https?://|(?:from|of)\\s+`?[a-z]\\w*-[\\w-]+`?[.,;\\s])")

// nearby is how far before a path a text says whose it is, in bytes.
const nearby = 2000

// laidOver are the folders of the skills over which an installer lays a template of the same name.
func laidOver(p *lint.Pass, t skilltext.Page) (dirs []string) {
	if !paths.IsTemplate(t.Skill.Dir) {
		return nil
	}
	for _, s := range p.Skills {
		if s != t.Skill && path.Base(s.Dir) == path.Base(t.Skill.Dir) && !paths.IsTemplate(s.Dir) {
			dirs = append(dirs, s.Dir)
		}
	}
	return dirs
}

// ofOther reports whether what stands around a path names another skill that has
// it, or the text a folder beside its own that does: whose it is said there.
func ofOther(p *lint.Pass, t skilltext.Page, around, target string) bool {
	for _, dir := range slices.Concat(foldersBeside(p, t), laidOver(p, t)) {
		if _, kind := p.Tree.Resolve(path.Join(dir, target)); kind == skill.Regular {
			return true
		}
	}
	return slices.ContainsFunc(append(skillnames.NamedIn(p, around), skillnames.NumberedIn(p, around)...), func(s *skill.Skill) bool {
		if s == t.Skill {
			return false
		}
		_, kind := p.Tree.Resolve(path.Join(s.Dir, target))
		return kind != skill.Absent
	})
}

var sharedFiles skill.Memo[map[string]bool]

// isShared reports whether a path is one of a folder that a build or an installer
// puts into skills, or of a template of the project that they work in.
func isShared(p *lint.Pass, target string) bool {
	return sharedFiles.Of(p.Workspace, func() map[string]bool {
		files := map[string]bool{}
		for _, e := range p.Tree.Entries() {
			if e.Kind != skill.Regular {
				continue
			}
			at := "/" + e.Path
			for _, folder := range []string{"/_shared/", "/shared/", "/common/", "/_common/"} {
				if _, below, ok := strings.Cut(at, folder); ok {
					files[below] = true
				}
			}
			if _, below, ok := strings.Cut(at, "/templates/"); ok {
				_, inner, _ := strings.Cut(below, "/") // of one of several
				files[below], files[inner] = true, true
			}
		}
		return files
	})[path.Clean(target)]
}

// nobodys reports whether the scripts that a text names may be no skill's: those of
// a skill that ships none, or that is about skills, where the text is not its
// own SKILL.md.
func nobodys(t skilltext.Page, ships bool) bool {
	if ships {
		return t.Below && teaches(t)
	}
	return t.Below || teaches(t)
}

// teaches reports whether a skill is about skills or plugins, so that the
// paths in its texts are examples.
func teaches(t skilltext.Page) bool {
	return isAboutSkills(t.Skill.ID.Text) || t.Prose().Manuals >= 3
}

// besideThere reports whether a row of a list or table names a path in a folder of which the row above or below it
// names another file, which is there: so it is no example.
func besideThere(p *lint.Pass, t skilltext.Page, named document.Named) bool {
	src := t.Source()
	row, from := skilltext.LineAt(src, named.Start)
	if src == nil || !remarks.ListItem.MatchString(row) {
		return false
	}
	return slices.ContainsFunc(t.Prose().Paths, func(other document.Named) bool {
		if other == named || path.Dir(other.Path) != path.Dir(named.Path) || !skilltext.LeadsTo(p, t, other.Path) {
			return false
		}
		beside, at := skilltext.LineAt(src, other.Start)
		return remarks.ListItem.MatchString(beside) && (at+len(beside)+1 == from || from+len(row)+1 == at)
	})
}

// isAboutSkills reports whether something that has such a name is about skills or plugins.
func isAboutSkills(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"skill", "plugin", "hook", "agent", "command", "scaffold", "template"}, func(word string) bool { return strings.Contains(name, word) })
}

var besideMemo skill.MemoBy[string, []string]

// maxBeside is how many folders a text names that says where its paths are: one that names
// more is a list of them.
const maxBeside = 8

// relativeTo matches what a text says of its paths: "All profile paths are relative to `skills/api/references/`".
var relativeTo = regexp.MustCompile("(?i)\\bpaths?\\b[^.\\n]{0,40}\\brelative\\s+to(?:\\s+the\\s+folder)?:?\\s+[`*]*(\\w[\\w./-]*/)[`*]")

// foldersBeside are the folders outside of a text's own that it names, or says that its paths are relative to.
func foldersBeside(p *lint.Pass, t skilltext.Page) []string {
	return besideMemo.Of(p.Workspace, t.Path, func() []string {
		var folders []string
		for _, up := range t.Prose().Ups {
			real, kind := p.Tree.Resolve(path.Join(path.Dir(t.Path), up.Path))
			if kind == skill.Dir && !slices.Contains(folders, real) {
				folders = append(folders, real)
			}
			if len(folders) > maxBeside {
				return nil
			}
		}
		for _, m := range relativeTo.FindAllSubmatch(t.Source(), maxBeside) {
			for place := range skilltext.PlacesOf(t, string(m[1])) {
				if real, kind := p.Tree.Resolve(place); kind == skill.Dir && !slices.Contains(folders, real) {
					folders = append(folders, real)
				}
			}
		}
		return folders
	})
}

// ofRepositoryBeside reports whether a path goes up and into the folder of hosts of another project, which lies beside this
// one: ../web/.claude/skills/logs/SKILL.md.
func ofRepositoryBeside(target string) bool {
	_, inside, _ := strings.Cut(strings.TrimLeft(target, "./"), "/")
	return strings.HasPrefix(target, "../") && strings.HasPrefix(inside, ".") && hosts.OfProjects(path.Dir(inside))
}

// ofThing matches what gives a path to what a text is about: "that board's ".
var ofThing = regexp.MustCompile("\\b[a-z][\\w-]*['’]s\\s+(?:own\\s+)?[`*(]*$")

// otherHas reports whether another skill has a file at a path in its folder.
func otherHas(p *lint.Pass, own *skill.Skill, target string) bool {
	return slices.ContainsFunc(p.Skills, func(s *skill.Skill) bool {
		_, has := p.Tree.Lookup(path.Join(s.Dir, target))
		return has && s.Dir != own.Dir
	})
}

// triedInTurn reports whether a path in a list of Markdown is one of several places, of
// which a text says to take the first that is there.
func triedInTurn(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) || !document.IsMarkdown(f.Path) {
		return false
	}
	_, from := skilltext.LineAt(src, at)
	return inTurn.MatchString(skilltext.Introduction(src, from))
}

// inTurn matches what introduces places that are tried one after the other.
var inTurn = regexp.MustCompile(`(?i)\b(?:in (?:this|that|the following) order|in turn|in order of (?:priority|preference|precedence)|priority (?:list|order)|first (?:one )?(?:that|existing|found|match)|candidates?|fall ?backs?)\b|次の順|順に|候補|依次|按(?:以下)?顺序|候选|순서대로|우선순위`)
