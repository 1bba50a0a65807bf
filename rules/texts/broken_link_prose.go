package texts

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// missingPaths are the paths in the prose of a text that lead nowhere. Below
// folders that a project may have as well only those of skills are judged that
// have the folder themselves.
func missingPaths(p *lint.Pass, t skilltext.Page) []missingPath {
	var found []missingPath
	var src []byte // read when the first path needs it
	var quoted quotedCode
	for _, named := range t.Prose().Paths {
		target, start, end := named.Path, named.Start, named.End
		first, _, _ := strings.Cut(target, "/")
		if skilltext.LeadsTo(p, t, withoutKeys(target)) || isSeveral(p, t, target) || paths.IsPlaceholder(target) || teaches(t) && !besideThere(p, t, named) || leavesPackage(p, t.File, target) || ofRepositoryBeside(target) {
			continue
		}
		if src == nil {
			src = t.Source()
		}
		if src == nil || end < len(src) && src[end] == '(' || inLabel(src, end) || quoted.holds(src, start) || paths.ElsewhereIn(p, t.Skill.Dir, target) || vendored.MatchString(target) || paths.IsTemplate(target) && !strings.HasPrefix(target, "assets/") && !strings.HasPrefix(target, "templates/") {
			continue
		}
		if first != "references" && first != ".." && !(first == "resources" && document.IsMarkdown(target)) { // a project has resources/css/app.css
			if _, kind := p.Tree.Resolve(path.Join(t.Skill.Dir, first)); kind != skill.Dir {
				continue
			}
		}
		if rest := nameGoesOn.Find(src[end:]); rest != nil && skilltext.LeadsTo(p, t, target+string(rest)) {
			continue
		}
		words, from := skilltext.LineAt(src, start)
		around := string(src[max(0, start-nearby) : from+len(words)])
		if ofOther(p, t, around, target) || isShared(p, target) || elsewhereSays.MatchString(words) || ofNamed.Match(src[max(0, start-120):start]) || ofOwner.Match(src[max(0, start-120):start]) || ofThing.Match(src[max(0, start-120):start]) && otherHas(p, t.Skill, target) || ofSkillBefore(t, src[:start]) || ofAddress.Match(src[max(0, start-nearby):start]) || inOtherSkill(t, src[end:]) || introducedElsewhere(src, from, first) || ofInstalled(src, start) || putAside(skilltext.Introduction(src, from)) || addsThese.MatchString(skilltext.Introduction(src, from)) {
			continue
		}
		if utterance.MatchString(words) || noneYet.MatchString(words[:start-from]) || ofProject.MatchString(words[:start-from]) || beginsInExample(src, from) || madeIn(src, target) || placedElsewhere(src, target) || givenInFull(t, src, target) || asksFor(words, start-from, end-from) || mayBeAbsent(t.File, target) || runsScript(t, start) || plannedAfter.MatchString(words[end-from:]) || skilltext.OfNothing(t.File, start, false) || saidAbsent(src[end:]) || remarks.Excuses(src, start, end) || !vouched(p, t, target, words[:start-from]) || amongOthers(p, t, words) || keepsData(target, words[:start-from]) || first != "references" && (amongSources(p, t, src, from) || fromRoot(p, t)) || first == "scripts" && runsFarAway(t, src) {
			continue
		}
		if excusedAbove(p, t, target) || slices.ContainsFunc(skilltext.HeadingsAt(t.File, from), usersLayout.MatchString) || externalColumn.MatchString(skilltext.ColumnHead(src, from, strings.Count(words[:start-from], "|"))) {
			continue
		}
		text := t.Text() // of the few that are left
		if text.InCode(start) || skilltext.InLink(text, start) || text.Unsure(start) || shownIn(p, t.File, target) || writtenByCode(p, t.Skill, target) {
			continue
		}
		d := lint.Span(t.Pos(start), t.Pos(end), "the text names %q, which does not exist", target)
		near, ok := paths.Near(p, t.Skill.Dir, target)
		if at, only := namesake(p, t.Path, target); only && path.Base(near) != path.Base(target) {
			d.Message += fmt.Sprintf(": a file of that name is at %q", at)
		} else if ok {
			d.Message += fmt.Sprintf(" (did you mean %q?)", near)
		}
		m := missingPath{Diagnostic: d, path: path.Join(t.Skill.Dir, target), words: true}
		if first == "scripts" && !ok {
			m.severity = lint.Note // it may be one of the reader's project
		}
		found = append(found, m)
	}
	return found
}

// excusedAbove reports whether the SKILL.md of a page says that what the page names need not be there, or
// is not to be run, or that the skill makes it.
func excusedAbove(p *lint.Pass, t skilltext.Page, target string) bool {
	m := t.Skill.Manifest()
	if !t.Below || m == nil || !m.Known() || !document.IsMarkdown(m.Path) {
		return false
	}
	return makes(m.Source(), []byte(target)) || placedElsewhere(m.Source(), target) || mayBeAbsent(m.File, target) || slices.ContainsFunc(m.Prose().Scripts, func(s document.Script) bool {
		return s.Path == target && remarks.Excuses(m.Source(), s.Start, s.End)
	})
}

// withoutKeys is a path without the keys of the file's data that are named behind it:
// "assets/map.json.rewrites".
func withoutKeys(target string) string {
	if m := dataKeys.FindStringSubmatch(target); m != nil {
		return m[1]
	}
	return target
}

var dataKeys = regexp.MustCompile(`^(.+\.(?:json|ya?ml|toml))(?:\.\w+)+$`)

// nameGoesOn matches the rest of a file's name whose ending has a hyphen: Makefile.go-template.
var nameGoesOn = regexp.MustCompile(`^-[\w.-]*\w`)

// externalColumn matches the head of a column of a table with files of another repository: "External Reference".
var externalColumn = regexp.MustCompile(`(?i)\b(?:external|upstream)\b`)

// usersLayout matches the heading of a list of what is in the folder of the user: "Workspace layout".
var usersLayout = regexp.MustCompile(`(?i)\b(?:workspace|vault) (?:layout|structure)\b`)

// utterance matches an item that is what a user says: - "Count the tokens in references/x.md".
var utterance = regexp.MustCompile(`^\s*(?:[-*+>]|\d+[.)])\s+(?:["“][^"“”]*["”]|「[^」]*」)\s*$`)

// noneYet matches what a line says before a path of a file that is to be written some day.
var noneYet = regexp.MustCompile(`(?i)\bnone (?:so far|yet)\b`)

// vendored matches paths of what a project copies from others, each for itself.
var vendored = regexp.MustCompile(`(^|/)(?:node_modules|vendor|third[-_]party)/`)

var vouchedFolders skill.MemoBy[string, map[string]bool]

// vouched reports whether a text says of its paths by another one that they are the skill's:
// it names one of the same folder that is there, or sends to the page. Those of SKILL.md always
// are, those of a text below it often a project's, or of another time.
func vouched(p *lint.Pass, t skilltext.Page, target, before string) bool {
	first, _, _ := strings.Cut(target, "/")
	if !t.Below || first == ".." || document.IsMarkdown(target) && sendsTo.MatchString(before) {
		return true
	}
	folders := vouchedFolders.Of(p.Workspace, t.Path, func() map[string]bool {
		folders := map[string]bool{}
		for _, named := range t.Prose().Paths {
			if first, _, _ := strings.Cut(named.Path, "/"); skilltext.LeadsTo(p, t, named.Path) {
				folders[first] = true
			}
		}
		return folders
	})
	if folders[first] {
		return true
	}
	_, near := paths.Near(p, t.Skill.Dir, target)
	return near
}

// ofAddress matches the address of a folder of a repository, with the parenthesis behind it that is open: what stands there is in that folder.
var ofAddress = regexp.MustCompile(`https?://[^\s()]+/(?:tree|blob)/[^\s()]+\s*\([^()]*$`)

// sendsTo matches what stands before a page that is to be read.
var sendsTo = regexp.MustCompile("(?i)(?:\\b(?:see|read|load|open|consult|follow|refer to|details in|described in|listed in|reference:)(?: also| the| first)?|详见|参见|参考|参照|阅读|読む|参照:)[:：]?\\s*[`*_\"'(]*$")

// amongOthers reports whether a line names a path among files without a folder, of which the
// skill has none: those of a project.
func amongOthers(p *lint.Pass, t skilltext.Page, line string) bool {
	absent := 0
	for _, name := range bareFiles.FindAllStringSubmatch(line, maxBeside) {
		if paths.ElsewhereIn(p, t.Skill.Dir, name[1]) {
			return false
		}
		absent++
	}
	return absent > 1
}

// amongSources reports whether the list that a line is in names sources of a program too,
// which neither the skill nor the workspace has: those of a project.
func amongSources(p *lint.Pass, t skilltext.Page, src []byte, line int) bool {
	absent := func(row string) bool {
		return slices.ContainsFunc(sourcePaths.FindAllStringSubmatch(row, maxBeside), func(m []string) bool { return !skilltext.LeadsTo(p, t, m[1]) })
	}
	row, from := skilltext.LineAt(src, line)
	for at := from; remarks.ListItem.MatchString(row); row, at = skilltext.LineAt(src, at-1) {
		if absent(row) {
			return true
		}
		if at == 0 {
			break
		}
	}
	for at := from; at < len(src); at += len(row) + 1 {
		if row, _ = skilltext.LineAt(src, at); !remarks.ListItem.MatchString(row) {
			return false
		} else if absent(row) {
			return true
		}
	}
	return false
}

// sourcePaths match paths in code spans that begin with a folder of a program's sources.
var sourcePaths = regexp.MustCompile("`((?:" + sourceFolders + ")/[\\w./-]+)`")

// keepsData reports whether what stands before a path says that data are kept there.
func keepsData(target, before string) bool {
	return keptData.MatchString(target) && keptIn.MatchString(before)
}

var (
	keptData = regexp.MustCompile(`\.(?:jsonl?|ya?ml|toml|ini|csv|log|db|sqlite3?)$`)
	keptIn   = regexp.MustCompile("(?i)\\b(?:stored|kept|persisted|recorded|cached|logged|lives?) (?:in|at|under|to)\\s+[`*\"'(]*$")
)

// bareFiles match files in code spans without a folder.
var bareFiles = regexp.MustCompile("`([\\w-][\\w.-]*\\.(?:md|json|ya?ml|txt))`")

// plannedAfter matches what stands behind a path of a file that need not be
// there.
var plannedAfter = regexp.MustCompile(`(?i)^\W{0,4}(?:\(?(?:if (?:\w+ ){0,3}(?:exists?|present|available|created|provided|needed|any)|optional|to be|TODO|planned|roadmap|v?\d[\d.]* (?:roadmap|planned)|not yet|future|upcoming|deferred|coming|when|will be|does not exist|doesn't exist))|\((?:coming soon|to come|planned|todo|tbd|not yet \w+)\)`)

// saidAbsent reports whether what stands behind a path in its paragraph says that the file
// need not be there: "If it does not exist yet, copy …".
func saidAbsent(rest []byte) bool {
	rest, _, _ = bytes.Cut(rest[:min(len(rest), placedReach*2)], []byte("\n\n"))
	return absentSaid.Match(rest)
}

var absentSaid = regexp.MustCompile(`(?i)\bif (?:it|they|(?:this|the|that) file) (?:(?:does not|doesn't|do not|don't)\s+(?:yet )?exist|(?:is|are)\s+(?:not|missing|absent))\b|\b(?:else|otherwise),? skip\b|\bskip (?:this|it|that)(?: step)? if (?:it|the (?:file|script|page)) (?:is|does)\b|\bgit-?ignored\b`)

// asksFor reports whether a line asks if a path is there.
func asksFor(line string, start, end int) bool {
	sentence, _, asked := strings.Cut(line[end:], "?")
	return asked && !strings.ContainsAny(sentence, ".!") && (thereBefore.MatchString(line[:start]) || existsAfter.MatchString(sentence))
}

// thereBefore matches the beginning of a question whether something is there, and
// existsAfter its end.
var (
	thereBefore = regexp.MustCompile("(?i)\\b(?:is|are) there (?:already )?(?:an? |any )?(?:[\\w-]+ ){0,2}[`*\"']*$")
	existsAfter = regexp.MustCompile("(?i)^[`*\"']*\\s*(?:already |yet )?(?:there|exist|present)\\b")
)

// inLabel reports whether a path that ends at an offset is what a link shows, of
// whose destination is spoken.
func inLabel(src []byte, end int) bool {
	rest := bytes.TrimLeft(src[end:min(len(src), end+8)], "`*")
	return bytes.HasPrefix(rest, []byte("]("))
}

// quotedCode goes through a text once, from path to path, and knows whether a
// code span of its paragraph is open.
type quotedCode struct {
	at   int
	open bool
	from int // where the last code span begins or ends
}

// holds reports whether a path stands in a code span of several words, which is
// quoted from elsewhere. Paths are asked about in their order.
func (q *quotedCode) holds(src []byte, at int) bool {
	for ; q.at < at; q.at++ {
		switch {
		case src[q.at] == '`':
			q.open, q.from = !q.open, q.at+1
		case src[q.at] == '\n' && q.at > 0 && src[q.at-1] == '\n':
			q.open = false
		}
	}
	return q.open && bytes.ContainsAny(bytes.TrimSpace(src[q.from:at]), " \t\n")
}

// otherPlace matches a line that says that what follows is in another place.
var otherPlace = regexp.MustCompile(`(?:^|[\s"'(\x60])(?:~/|/home/|/Users/|https?://)|(?i)\bworked example\b`)

// projectsFolder matches a line that names the folder of a project: "References (in Acme's project directory)".
var projectsFolder = regexp.MustCompile(`(?i)\b(?:in|inside|from|under) (?:the |your |an? )?(?:[\w-]+(?:['’]s)? ){1,3}(?:project|repo|repository)(?:['’]s)? (?:director(?:y|ies)|folder|root)\b`)

// introducedElsewhere reports whether the line that introduces a list, or the heading
// above it, places what the list names in another folder than the skill's.
func introducedElsewhere(src []byte, line int, first string) bool {
	row := skilltext.Introduction(src, line)
	if projectsFolder.MatchString(row) || thatSkill.MatchString(row) {
		return true
	}
	i := strings.Index(row, "/"+first+"/")
	return otherPlace.MatchString(row) || i > 0 && document.InPath(row[i-1]) && row[i-1] != '.'
}

// runsScript reports whether a path stands in a command, of which missing-script
// speaks.
func runsScript(t skilltext.Page, at int) bool {
	return slices.ContainsFunc(t.Prose().Scripts, func(s document.Script) bool { return !s.Direct && s.Start <= at && at < s.End })
}
