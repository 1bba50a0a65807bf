package texts

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// Where the commands of a text run, if not in the folder of its skill.

// inClone reports whether the commands of a text are for the clone of another repository
// that it has made before. A skill whose own repository is cloned is used there once it
// was gone into; the commands of one that has scripts are its own, unless the clone was gone into.
func inClone(t skilltext.Page, src []byte, ships bool) bool {
	first := cloning.Index(src, 0)
	if first < 0 {
		return false
	}
	from := max(0, first-1)
	for _, m := range clones.FindAllSubmatchIndex(src[from:], -1) {
		name := string(src[from+m[2] : from+m[3]])
		itself := name == path.Base(t.Skill.Dir) || name == t.Skill.ID.Text
		switch {
		case !itself && inInstallation(t, from+m[2], len(src)):
			return true
		case bytes.Contains(src[from+m[0]:from+m[1]], []byte("skill")): // an installation
		case bytes.Contains(src, []byte("cd "+name)), !ships && !itself:
			return true
		}
	}
	return false
}

// inInstallation reports whether two offsets of a text stand in one section on how to install.
func inInstallation(t skilltext.Page, one, other int) bool {
	around := skilltext.HeadingsAt(t.File, other)
	return slices.ContainsFunc(skilltext.HeadingsAt(t.File, one), func(heading string) bool {
		return installing.MatchString(heading) && slices.Contains(around, heading)
	})
}

// installing matches the heading of such a section.
var installing = regexp.MustCompile(`(?i)^[^\w]*install(?:ation|ing)?\b`)

// clones matches a command that clones a repository, with the name of its folder.
var clones = regexp.MustCompile(`\bgit clone (?:-\S+ (?:\d+ )?)*\S*[/:]([\w.-]+?)(?:\.git)?/?(?:[ \t]+[^\s#&|;]+)?\s`)

var cloning = rare.Of("git clone ")

// fromGit matches what installs another repository, and leaves its scripts there.
var fromGit = regexp.MustCompile(`\bpip3? install [^\n]*\bgit\+https?://`)

var installsFromGit = rare.Of("git+http")

// goneInto reports whether a block of a text goes into a folder that is not the skill's
// before it names a script: it is that folder's, wherever the text names it. So is what blocks behind it in its section run
// where it does nothing else. Of a skill without scripts so are all that blocks behind it run, and behind a step that goes there.
func goneInto(t skilltext.Page, src []byte, run document.Script, ships bool) bool {
	return !ships && stepsFarInto.Match(src[:run.Start]) || slices.ContainsFunc(t.Text().Code, func(b document.Block) bool {
		before, _, named := bytes.Cut(src[b.Start:b.End], []byte(run.Path))
		gone := goesFarInto.FindAllSubmatch(before, -1)
		if len(gone) == 0 || !named && !ships && b.End > run.Start || !named && ships && !runsBelow(t, b, run.Path) {
			return false
		}
		to := path.Base(string(gone[len(gone)-1][1]))
		return to != t.Skill.ID.Text && to != path.Base(t.Skill.Dir)
	})
}

// runsFarAway reports whether a block of a text goes into a folder by its whole path and runs a script below scripts/ there, so that
// the others may be there, too.
func runsFarAway(t skilltext.Page, src []byte) bool {
	return slices.ContainsFunc(t.Text().Code, func(b document.Block) bool {
		gone := goesFarInto.FindAllSubmatchIndex(src[b.Start:b.End], -1)
		if len(gone) == 0 {
			return false
		}
		last := gone[len(gone)-1]
		to := path.Base(string(src[b.Start+last[2] : b.Start+last[3]]))
		return to != t.Skill.ID.Text && to != path.Base(t.Skill.Dir) && bytes.Contains(src[b.Start+last[1]:b.End], []byte(" scripts/"))
	})
}

// runsBelow reports whether a block of one line speaks for a script, as its section names that below it.
func runsBelow(t skilltext.Page, b document.Block, script string) bool {
	section := skilltext.HeadingsAt(t.File, b.Start)
	return bytes.Count(bytes.TrimSpace(t.Source()[b.Start:b.End]), []byte("\n")) == 0 && slices.ContainsFunc(t.Prose().Scripts, func(s document.Script) bool {
		return s.Path == script && s.Start > b.End && slices.Equal(skilltext.HeadingsAt(t.File, s.Start), section)
	})
}

// goesFarInto matches a command that goes into a folder by a whole path.
var goesFarInto = regexp.MustCompile(`(?m)^\s*cd +["']?((?:~|\$HOME)?/[\w./-]*\w)["']?/?(?:\s|$)`)

// stepsFarInto matches a step of a list that goes there: 1. `cd ~/dev/site`.
var stepsFarInto = regexp.MustCompile("(?m)^[ \\t]*(?:[-*]|\\d+[.)])[ \\t]+`cd +(?:~|\\$HOME)?/[\\w./-]*\\w/?`")

// copiedTo reports whether commands copy a folder to where a script of it is run from then on.
func copiedTo(src []byte, script string) bool {
	folder := path.Dir(script)
	if folder == "." || !copying.In(src) {
		return false
	}
	for _, m := range copies.FindAllSubmatch(src, -1) {
		if path.Clean(string(m[1])) == folder {
			return true
		}
	}
	return false
}

// copies matches a command that copies a folder, with where to.
var copies = regexp.MustCompile(`(?m)\bcp +-(?:[a-zA-Z]*[rR]|a)[a-zA-Z]*(?: +[^\s&|;]+)+? +["']?([\w./-]+?)/?["']?[ \t]*$`)

var copying = rare.Of("cp -")

var rootMemo skill.MemoBy[string, bool]

// fromRoot reports whether a text of a skill says that its commands are for the root of a
// repository, which is not this one: that of the skill itself, a project's by its name, one by its whole path, or any where no host loads the skill where it lies.
func fromRoot(p *lint.Pass, t skilltext.Page) bool {
	return rootMemo.Of(p.Workspace, t.Skill.Dir, func() bool {
		loaded := p.PluginAt(t.Skill.Dir) == nil && len(loading.OwnLoads(p, t.Skill.Manifest().Path)) > 0
		return slices.ContainsFunc(skilltext.PagesOf(p, t.Skill), func(other skilltext.Page) bool {
			said := saysRoot.Of(other.File)
			return said.Elsewhere || said.Any && !loaded || said.Folder != "" && said.Folder != path.Base(t.Skill.Dir) && said.Folder != t.Skill.ID.Text
		})
	})
}

// saysRoot is whether a text says so.
var saysRoot = document.Part[rootSaid]{Name: "run at root", Find: func(_ string, src []byte) *rootSaid {
	said := rootSaid{Any: matchesLine(runAtRoot, rootWord, src), Elsewhere: matchesLine(runAtItsOwn, rootWord, src) || matchesLine(runInProject, directoryWord, src)}
	if !runFrom.In(src) {
		return &said
	}
	if m := runInFolder.FindSubmatch(src); m != nil {
		said.Folder = path.Base(strings.ReplaceAll(string(m[1]), `\`, "/"))
	}
	return &said
}}

// A rootSaid is of which folders a text speaks: of the root of any repository, of the skill's own or a project's by its name,
// or of one by its whole path, of which it is the last name.
type rootSaid struct {
	Any, Elsewhere bool
	Folder         string
}

var (
	runAtRoot   = regexp.MustCompile(`(?i)\b(?:run|execute) (?:[\w-]+ ){0,3}(?:commands?|scripts?|experiments?|benchmarks?|everything)(?: [\w-]+){0,2} from (?:the |your )?(?:[\w-]+ )?(?:repo(?:sitory)?|project|workspace|monorepo)(?:'s)? root\b`)
	runAtItsOwn = regexp.MustCompile(`(?i)\bfrom (?:the |this )?(?:skill|plugin)(?:'s)? (?:repo(?:sitory)?|checkout|clone)(?:'s)? root\b`)
	// runInProject has the project in capitals, or in code.
	runInProject = regexp.MustCompile("\\b(?i:run|execute)(?: [\\w-]+){0,3} from (?:the )?`?[\\w./-]+`? directory (?:in|of) the (?:[A-Z]\\w*|`[\\w-]+`) (?:project|repo(?:sitory)?)\\b")
)

// runInFolder matches a sentence of its own on a folder by its whole path: Run from `C:\Users\me\Vault`.
var runInFolder = regexp.MustCompile("(?mi)^(?:[-*>#\\s]|\\d+[.)])*run from:? [`\"]?((?:~|\\$HOME|[a-z]:)?[/\\\\][\\w./\\\\-]*\\w)[`\"]?[/\\\\]?[.:]?\\s*$")

var runFrom = rare.Of("un from ")

var rootWord, directoryWord = rare.WordOf("root"), rare.WordOf("directory")

// matchesLine reports whether an expression matches in a line, each of which it has to have a
// word in.
func matchesLine(re *regexp.Regexp, word *rare.Word, src []byte) bool {
	for line := range word.Lines(src) {
		if re.Match(line) {
			return true
		}
	}
	return false
}

// goesWithout reports whether a text that names a script says what holds where that is not there: it is one that some
// projects have.
func goesWithout(src []byte, script string) bool {
	if !absentWord.In(src) {
		return false
	}
	for from := 0; ; from += len(script) {
		i := bytes.Index(src[from:], []byte(script))
		if i < 0 {
			return false
		}
		if from += i; whenAbsent.MatchString(around(src, from)) {
			return true
		}
	}
}

var (
	whenAbsent = regexp.MustCompile(`(?i)\b(?:when|where|if) absent,`)
	absentWord = rare.WordOf("absent")
)

// shells are languages of blocks that hold nothing but commands.
var shells = map[string]bool{"bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true}

// shellLanguages are those of blocks that hold commands.
var shellLanguages = map[string]bool{"": true, "bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true, "powershell": true, "pwsh": true, "ps1": true, "cmd": true, "text": true, "txt": true, "plaintext": true}

// folderWords match the first folder of a relative path in commands.
var folderWords = regexp.MustCompile(`(?:^|[\s"'=(])(?:\./)?([A-Za-z_][\w-]*)/[\w./*-]+`)

// foreignFence reports whether the commands of a block are for another folder
// than the skill's: they name others that it lacks, or go elsewhere first.
func foreignFence(p *lint.Pass, t skilltext.Page, code, target string) bool {
	if strings.Contains(code, "cd ") || strings.Contains(code, "git clone") || remarksFolder.MatchString(code) {
		return true
	}
	own, _, _ := strings.Cut(target, "/")
	for _, m := range folderWords.FindAllStringSubmatch(code, -1) {
		if m[1] != own && !skilltext.LeadsTo(p, t, m[1]) && !outputFolders[strings.ToLower(m[1])] {
			return true
		}
	}
	return false
}

// remarksFolder matches a remark of a block on where it is run: # From training/ on the box.
var remarksFolder = regexp.MustCompile(`(?mi)^[ \t]*# *(?:run )?(?:from|in|inside) (?:the )?[\w.-]+/(?:[ .,:]|$)`)

// outputFolders are names of folders that a command writes to.
var outputFolders = map[string]bool{"output": true, "outputs": true, "out": true, "results": true, "result": true, "data": true, "input": true, "inputs": true, "tmp": true, "figures": true, "reports": true, "path": true}

// worksInProject reports whether a text names files in several folders that projects have, so that its commands run there.
func worksInProject(t skilltext.Page) bool {
	folders := map[string]bool{}
	for _, m := range projectFiles.FindAllSubmatch(t.Source(), -1) {
		folders[string(m[1])] = true
	}
	return len(folders) > 2
}

// projectFiles match paths in code spans that begin with a folder of a project, which no skill has.
var projectFiles = regexp.MustCompile("`/?(" + sourceFolders + "|components|content|data|lib|pages|public|tests?)/[\\w.{}*/-]+`")

// sourceFolders are folders of a program's sources, as alternatives of a pattern.
const sourceFolders = `\.github|apps?|packages|src|crates|cmd|internal|server|client|frontend|backend`

// goesFirst reports whether a command goes to another folder before it runs a script: out of the one that it is in, or into one
// that the skill lacks, or that has the script.
func goesFirst(p *lint.Pass, t skilltext.Page, before, script string) bool {
	m := entersFirst.FindStringSubmatch(before)
	return goesElsewhere.MatchString(before) || m != nil && (!skilltext.LeadsTo(p, t, m[1]) || skilltext.LeadsTo(p, t, path.Join(m[1], script)))
}

// goesElsewhere matches a command that goes out of the folder it is in before it runs the next.
var goesElsewhere = regexp.MustCompile(`\bcd +["']?(?:(?:\.\./|~|/)[^\s&;]*|[A-Za-z]:[\\/][^&;]*?)["']? *(?:&&|;) *(?:[\w./-]+ +)*$`)

// entersFirst matches a command that goes into a folder before it runs the next.
var entersFirst = regexp.MustCompile(`\bcd +["']?(\w[\w./-]*)["']? *(?:&&|;) *(?:[\w./-]+ +)*(?:\./)?$`)
