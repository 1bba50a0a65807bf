package texts

import (
	"bytes"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// putAside reports whether the words that introduce a list say that what is in it lies elsewhere, is to
// be removed where it is still there, or is presumed of the reader's project.
func putAside(words string) bool {
	return remarks.Elsewhere([]byte(words)) || toRemove.MatchString(words) || presumed.MatchString(words)
}

// presumed matches what says so, in the languages of most skills.
var presumed = regexp.MustCompile(`(?i)^\W*(?:(?:this|the) (?:skill|step|guide) )?(?:assum(?:es|ed|ing|ptions?)|presum(?:es|ed)|предполагается|vorausgesetzt|se (?:asume|presupone)|pressupõe|on suppose|前提)[^\n]*[:：]\**\s*$`)

// toRemove matches what says so: "If old generated files exist, remove them".
var toRemove = regexp.MustCompile(`(?i)\b(?:old|stale|leftover|obsolete|legacy|earlier|previous)\b[^.\n]{0,80}\b(?:remove|delete|clean up)\b|\b(?:remove|delete|clean up)\b[^.\n]{0,40}\b(?:old|stale|leftover|obsolete|legacy)\b`)

// made matches what a text says of a file that is not there yet.
var made = regexp.MustCompile(`(?i)创建|新建|生成|写入|保存|输出|下载|作成|\bcop(?:y|ies|ied)\b[^.]{0,40}\b(?:to|as|into)\b|\b(?:creat\w*|writ(?:e|es|ing|ten)|sav(?:e|es|ed|ing)|generat\w*|touch|scaffold\w*|tee|cp|mv|curl|wget|download\w*)\b|>\s*\S|\s-o\s|\b(?:min(?:e|es|ed|ing)|distil\w*|compil\w*|collect\w*|gather\w*)\b[^.]{0,80}\binto\b`)

// madeIn reports whether a text tells somewhere to make a file, by its path or its name.
func madeIn(src []byte, target string) bool { return makes(src, []byte(path.Base(target))) }

// madeFolder reports whether a command in a text makes the folder that a link leads to.
func madeFolder(f *skill.File, target string) bool {
	_, made := slices.BinarySearch(*madeFolders.Of(f), path.Clean(target))
	return made
}

// madeFolders are the folders that commands in a text make, sorted.
var madeFolders = pathsSaid("made folders", makesFolder)

var makesFolder = regexp.MustCompile(`\bmkdir +(?:-p +)?["']?([\w./-]+)`)

// makes reports whether a text tells to make what it calls by some name.
func makes(src, name []byte) bool {
	for from := 0; ; {
		i := bytes.Index(src[from:], name)
		if i < 0 {
			return false
		}
		words, start := skilltext.LineAt(src, from+i)
		before := words[:from+i-start]
		if start > 0 && leadsOff.MatchString(before) {
			above, _ := skilltext.LineAt(src, start-1) // the sentence begins there
			before = above + " " + before
		}
		if placedAt.Match(src[max(0, from+i-nearby):from+i]) || made.MatchString(before) || madeAfter.MatchString(words[from+i-start+len(name):]) {
			return true
		}
		from += i + len(name)
	}
}

// leadsOff matches what stands before the name of a path that a line of a paragraph begins with.
var leadsOff = regexp.MustCompile("^[ \\t]*[`*\"']+(?:[\\w.-]+/)*$")

// placedAt matches what stands before the name of a path that is all that a block without commands has, below a line that says
// to put something there.
var placedAt = regexp.MustCompile("(?i)\\b(?:copy|put|place|save|write|create)\\b[^\n]*:\\s*\n```(?:te?xt|path)?[ \t]*\r?\n(?:[\\w.-]+/)*$")

// madeAfter matches what stands behind a path in the languages that have the verb
// there.
var madeAfter = regexp.MustCompile("^[`\"'」』*)]*\\s*(?:を|に|へ|を新規|を自動|(?:을|를|에)?\\s*)?(?:新規)?(?:作成|生成|保存|出力|追加|書き|생성|작성|저장|추가|만들)|^[`\"'」』*)]*\\s*(?:또는|혹은|または|或者?)[^\\n.。]{0,30}(?:생성|작성|저장|作成|保存)")

// A programName is the name of a file that the texts of a skill name and its programs hold.
type programName struct{ installed bool } // whether a program that installs the skill holds it

var (
	wantedNames  skill.Memo[map[*skill.Skill][]string]
	programNames skill.MemoBy[*skill.Skill, map[string]programName]
)

// writtenByCode reports whether a file is data that a program of the skill names, which
// then writes it.
func writtenByCode(p *lint.Pass, s *skill.Skill, target string) bool {
	_, held := namesInPrograms(p, s)[path.Base(target)]
	return held && isProgramData(target)
}

// isInstalled reports whether a program of the skill that installs it names a script, which it
// then writes.
func isInstalled(p *lint.Pass, s *skill.Skill, script string) bool {
	return namesInPrograms(p, s)[path.Base(script)].installed
}

// putTogether reports whether an installer in a folder around that of a skill has beside it what the skill names: it puts both
// into one folder.
func putTogether(p *lint.Pass, dir, file string) bool {
	for dir != "." {
		dir = path.Dir(dir)
		if _, kind := p.Tree.Resolve(path.Join(dir, file)); kind != skill.Absent && slices.ContainsFunc(p.Tree.Children(dir), func(e skill.Entry) bool { return paths.IsInstaller(e.Path) }) {
			return true
		}
	}
	return false
}

// namesInPrograms are the names of data and scripts in the texts of a skill that its programs hold,
// each of which is read once.
func namesInPrograms(p *lint.Pass, s *skill.Skill) map[string]programName {
	return programNames.Of(p.Workspace, s, func() map[string]programName {
		names := wantedNames.Of(p.Workspace, func() map[*skill.Skill][]string { return namesWanted(p) })[s]
		held := map[string]programName{}
		for _, e := range p.Tree.Below(s.Dir) {
			f := p.Whole().File(e.Path)
			if f == nil || !scriptEnding.MatchString(e.Path) {
				continue
			}
			installs := paths.IsInstaller(e.Path)
			for _, i := range *skilltext.WordsHeld.Of(f, &names) {
				held[names[i]] = programName{installs || held[names[i]].installed}
			}
		}
		return held
	})
}

// namesWanted are the names of data, and of scripts that are run by the skill's folder, in the texts
// of each skill.
func namesWanted(p *lint.Pass) map[*skill.Skill][]string {
	wanted := map[*skill.Skill]map[string]bool{}
	add := func(s *skill.Skill, name string) {
		if wanted[s] == nil {
			wanted[s] = map[string]bool{}
		}
		wanted[s][name] = true
	}
	for _, t := range skilltext.Pages(p) {
		for _, named := range t.Prose().Paths {
			if isProgramData(named.Path) {
				add(t.Skill, path.Base(named.Path))
			}
		}
		for _, run := range t.Prose().Scripts {
			if run.Own {
				add(t.Skill, path.Base(run.Path))
			}
		}
	}
	names := map[*skill.Skill][]string{}
	for s, of := range wanted {
		names[s] = slices.Sorted(maps.Keys(of))
	}
	return names
}

// isProgramData reports whether a file is one that programs write and append to, by its ending.
func isProgramData(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".jsonl", ".log", ".db", ".sqlite", ".sqlite3", ".csv", ".tsv", ".json", ".lock", ".pid":
		return true
	}
	return false
}

// scriptEnding matches the endings of the programs that skills have.
var scriptEnding = regexp.MustCompile(`\.(?:py|js|mjs|cjs|ts|sh|bash|rb|ps1)$`)
