package texts

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// HomePath reports absolute paths into somebody's home directory.
var HomePath = &lint.Rule{
	Name: "home-path", Group: "W", Severity: lint.Note, Local: true, Authors: true,
	Doc: `A text, script or MCP server names a folder in its author's home directory.

The path is on nobody else's machine, and it tells the author's name. Use a relative path, or ` + "`${CLAUDE_SKILL_DIR}`" + `, for what is in the repository, ` + "`~`" + ` or a setting for what is not. Of Markdown what agents read is judged: the pages of a skill but its README, and what hosts load. Blocks of
code in Markdown, names that stand for any user, what is called an example, change logs, records of past runs, tests, comments of code, data of evaluations, what a host keeps on one machine (` + "`settings.local.json`" + `), one of several places that code tests for or that a text has tried in turn, rows of an example and of a table that shows a path in two forms, the home of an account on a machine that the text reaches by name (ssh kim@studio.local), and that
of an account that a system, an image (also one that a Dockerfile or a compose file of the repository names) or a sandbox gives to all (` + "`/home/nutanix` in `nutanix`" + `) are not judged, nor is a home that the instructions for agents at the root (` + "`AGENTS.md`, `CLAUDE.md`" + `) name and other texts, too, as the repository is for the machine that has it, nor a repository with the files of a home (` + "`.zshrc`, `.gitconfig`, `tmux.conf`" + `). An MCP server whose command lies there
starts nowhere else. What names
one home in a repository is one finding.`,
	Sources: []lint.Source{sources.Rated("convention", sources.Specification)},
	Run:     homePath,
}

func homePath(p *lint.Pass) {
	if paths.IsDotfiles(p) {
		return
	}
	var found folding.Batches[home]
	told, bound := serversAtHome(p), boundTo(p)
	for _, f := range p.Texts() {
		if len(f.Facts().Homes) == 0 || outOfUse(p, f) || document.IsMarkdown(f.Path) && !forAgents(p, f.Path) {
			continue
		}
		own := skilltext.WordsOf(path.Base(paths.SkillFolder(p, f.Path)))
		for _, h := range homePaths(p, f) {
			if !slices.Contains(own, h.name) && !told[home{f.Path, h.name}] && !bound[h.name] {
				found.Add(home{p.Collection(f.Path), h.name}, h.Diagnostic)
			}
		}
	}
	for _, key := range found.Causes {
		p.Folding(folding.Gathered("file names it", "files name it")).Report(found.Of[key]...)
	}
}

// boundTo are the names of the homes that the instructions for agents at the root name, and other texts, too: the repository
// is for the machine that has them.
func boundTo(p *lint.Pass) map[string]bool {
	said, bound := map[string]bool{}, map[string]bool{}
	for _, page := range paths.Instructions {
		if f := p.Whole().File(page); f != nil {
			for _, h := range homePaths(p, f) {
				said[h.name] = true
			}
		}
	}
	if len(said) == 0 {
		return nil
	}
	for _, f := range p.Whole().Texts() {
		for _, h := range f.Facts().Homes {
			if name := nameOf(h); said[name] && !slices.Contains(paths.Instructions, f.Path) {
				bound[name] = true
			}
		}
	}
	return bound
}

// nameOf is whose a home is, in small letters.
func nameOf(h document.Home) string { return strings.ToLower(strings.TrimRight(h.Name, "._-")) }

// serversAtHome tells MCP servers whose command is in somebody's home, and returns the
// homes of which it speaks, by file.
func serversAtHome(p *lint.Pass) map[home]bool {
	var found folding.Batches[home]
	told := map[home]bool{}
	for _, s := range servers.Defined(p.Workspace) {
		f := s.File
		if h, _ := hosts.UnreadServers(f.Path); h != nil {
			continue // they start nowhere
		}
		if len(f.Facts().Homes) == 0 || s.Node.Get("disabled").True() || outOfUse(p, f) || paths.IsExample(path.Dir(f.Path)) {
			continue
		}
		command, args := s.Command()
		for _, n := range append([]skill.Member{{Value: command}}, args...) {
			if h, name := homeIn(f, n.Value); name != "" && !told[home{f.Path, s.Key.Text + "/" + name}] {
				told[home{f.Path, name}], told[home{f.Path, s.Key.Text + "/" + name}] = true, true // once a server is enough
				found.Add(home{p.Collection(f.Path), name}, lint.Span(f.Pos(h.Start), f.Pos(h.End), "server %s starts on one machine only: %s is one person's home directory; use a command on the PATH, or a path in the repository",
					messages.Cited(s.Key.Text), messages.Cited(strings.ReplaceAll(h.Path, `\\`, `\`))))
			}
		}
	}
	for _, key := range found.Causes {
		p.Folding(folding.Gathered("server starts there", "servers start there")).ReportAs(lint.Note, found.Of[key]...)
	}
	return told
}

// homeIn is the first path into a person's home in a value of a file, and that person.
func homeIn(f *skill.File, n *skill.Node) (document.Home, string) {
	if !n.Is(skill.String) {
		return document.Home{}, ""
	}
	for _, h := range f.Facts().Homes {
		name := nameOf(h)
		if h.Start >= f.Offset(n.Pos) && h.End <= f.Offset(n.End) && len(name) >= 2 && !isNobodys(name) && opens(f, h.Start, h.End) {
			return h, name
		}
	}
	return document.Home{}, ""
}

// A home is somebody's folder in the texts of one collection, or in one file.
type home struct{ in, name string }

// A namedHome is the first place in a file that names somebody's folder.
type namedHome struct {
	analysis.Diagnostic
	name string
}

func homePaths(p *lint.Pass, f *skill.File) (found []namedHome) {
	seen := map[string]bool{}
	for _, home := range f.Facts().Homes {
		name := nameOf(home)
		if len(name) < 2 || seen[name] || isNobodys(name) {
			continue
		}
		if f.Text().InCode(home.Start) {
			continue
		}
		seen[name] = true // once a file is enough
		if asExample(f, home.Start) || inTwoForms(f, home.Start) || triedInTurn(f, home.Start) || !opens(f, home.Start, home.End) || reachesElsewhere(p, f, name) || p.IsContainerHome(f.Path, home.Name) {
			continue
		}
		d := lint.Span(f.Pos(home.Start), f.Pos(home.End), "%s is in one person's home directory and does not exist on other machines: %s", `"`+messages.Shorten(strings.ReplaceAll(home.Path, `\\`, `\`))+`"`, insteadOfHome(p, f, home.End))
		found = append(found, namedHome{d, name})
	}
	return found
}

// insteadOfHome says what to write in place of a path into a home: what lies in this
// repository has a path in it.
func insteadOfHome(p *lint.Pass, f *skill.File, end int) string {
	rest := strings.TrimRight(belowHomePath.FindString(string(f.Source()[end:min(len(f.Source()), end+homeReach)])), ".:")
	rest = strings.ReplaceAll(rest, `\`, "/")
	if folder := strings.Trim(rest, "/"); hosts.OfProjects(folder) && strings.Count(folder, "/") < 2 {
		return "begin it with ~" // the folder of a host, which each user has
	}
	for ; strings.Contains(strings.Trim(rest, "/"), "/"); _, rest, _ = strings.Cut(rest, "/") {
		for _, base := range []string{".", path.Dir(paths.SkillFolder(p, f.Path))} {
			if _, kind := p.Tree.Resolve(path.Join(base, strings.Trim(rest, "/"))); kind != skill.Absent {
				return "use a relative path"
			}
		}
	}
	return "begin it with ~, or let users say where theirs is"
}

// belowHomePath matches the rest of a path into a home.
var belowHomePath = regexp.MustCompile("^[^\\s\"'`<>|;,()]*")

// notThis matches what stands before a path that is not to be written, or was by mistake.
var notThis = regexp.MustCompile("(?i)\\b(?:not|never|avoid|instead of|rather than)(?: \\w+){0,2} [\"'`*(]*$|\\bhard-?coded [\"'`*(]*$")

// ofForm matches what a line says of the form of the paths that it shows.
var ofForm = regexp.MustCompile(`(?i)\babsolute (?:\w+ ){0,2}paths?\b`)

// suchAs matches what stands before a path that is one of many.
var suchAs = regexp.MustCompile("(?i)(?:\\b(?:such as|like)|如) *[\"'`*(]*$")

// cameFrom matches what stands before the place that something was made from, or tried in.
var cameFrom = regexp.MustCompile("(?i)\\b(?:condensed|distilled|extracted|derived|adapted|copied|ported|migrated|taken|validated|verified|tested)\\b(?: [\\w-]+){0,4} (?:from|in|on|at|against|by)(?: the| a)?(?: [\\w-]+){0,4} *[\"'`*(]*$")

// asExample reports whether the line calls a path an example before it stands there or says
// not to write it, or what introduces the list or table that it is in.
func asExample(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) {
		return false
	}
	line, from := skilltext.LineAt(src, at)
	intro := skilltext.Introduction(src, from)
	return userSays.MatchString(line) || beginsInExample(src, from) || notThis.MatchString(line[:at-from]) || ofForm.MatchString(line[:at-from]) || suchAs.MatchString(line[:at-from]) || cameFrom.MatchString(line[:at-from]) || exampleWord.MatchString(line[:at-from]) || exampleWord.MatchString(intro) || exampleBelow.MatchString(intro) ||
		exampleWord.MatchString(skilltext.ColumnHead(src, from, strings.Count(line[:at-from], "|"))) ||
		!document.IsMarkdown(f.Path) && textLine.MatchString(line) && exampleAbove.Match(src[max(0, from-exampleReach):from]) ||
		!document.IsMarkdown(f.Path) && belowExample(src, line, from, keyed[path.Ext(f.Path)]) || saidWrong(src, at)
}

// userSays matches a line of a conversation that shows what a user says.
var userSays = regexp.MustCompile(`^\s*(?:[-*>] )?[*_]*[Uu]ser[*_]*:[*_]* ["“]`)

// keyed are the endings of files of data whose lines stand below keys.
var keyed = map[string]bool{".json": true, ".yaml": true, ".yml": true}

// belowExample reports whether a line of data lies below a key that calls it an example, or one of the text that code shows
// below such a head.
func belowExample(src []byte, line string, from int, data bool) bool {
	head := exampleHead
	if data {
		head = exampleKey
	}
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " \t-")) }
	for deep, floor := indent(line), from-exampleReach; from > max(0, floor) && deep > 0; {
		above, at := skilltext.LineAt(src, from-1)
		if in := indent(above); strings.TrimSpace(above) != "" && in < deep {
			if head.MatchString(above) {
				return true
			}
			deep = in
		}
		from = at
	}
	return false
}

// exampleHead matches the line of such a head.
var exampleHead = regexp.MustCompile(`(?i)^[\s#*]*(?:examples?|usage|sample (?:output|input))\s*:\s*$`)

// exampleKey matches the line of such a key.
var exampleKey = regexp.MustCompile(`(?i)^[\s-]*["']?(?:\w+[_-])?(?:examples?|samples?)["']?\s*:`)

// exampleReach is how far above a line of code the word is looked for that makes the texts
// which follow examples, in bytes.
const exampleReach = 600

var (
	// exampleAbove matches a head of examples in the text that code shows, and the further
	// lines of that text.
	exampleAbove = regexp.MustCompile(`(?i)\b(?:examples?|usage):(?:\\n)?["']?,?\n(?:[ \t]*[frFR]?["'].*\n)*$`)
	// textLine matches a line of code that is a text.
	textLine = regexp.MustCompile(`^\s*[frFR]?["']`)
)

// exampleBelow matches a line that is no more than the word for an example.
var exampleBelow = regexp.MustCompile(`^[\s#*]*(?:例|예)\s*[:：]`)
