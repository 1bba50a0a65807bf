package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// HomePath reports absolute paths into somebody's home directory.
var HomePath = &lint.Rule{
	Name: "home-path", Group: "W", Severity: lint.Note, Local: true,
	Doc: `A text or script of a skill names a folder in its author's home directory.

The path is on nobody else's machine, and it tells the author's name. Use a relative path, or ` + "`${CLAUDE_SKILL_DIR}`" + `, for what is in the repository, ` + "`~`" + ` or a setting for what is not. Blocks of
code in Markdown, names that stand for any user, what is called an example, change logs, records of past runs, tests, comments of code, data of evaluations, one of several places that code tests for or that a text has tried in turn, rows of an example, and the home
of an account that a system, an image or a sandbox gives to all (` + "`/home/nutanix` in `nutanix`" + `) are not judged. What names
one home in a repository is one finding.`,
	Sources: []lint.Source{rated("convention", specification)},
	Run: func(p *lint.Pass) {
		found := map[home][]analysis.Diagnostic{}
		var homes []home
		for _, f := range p.Texts() {
			if len(f.Facts().Homes) == 0 || historical(p, f.Path) || forEvals(p, f.Path) || isTest(f.Path) {
				continue
			}
			own := wordsOf(path.Base(skillFolder(p, f.Path)))
			for _, h := range homePaths(p, f) {
				if slices.Contains(own, h.name) {
					continue
				}
				key := home{p.Collection(f.Path), h.name}
				if found[key] == nil {
					homes = append(homes, key)
				}
				found[key] = append(found[key], h.Diagnostic)
			}
		}
		for _, key := range homes {
			p.Folding(gathered("file names it", "files name it")).Report(found[key]...)
		}
	},
}

// A home is somebody's folder in the texts of one collection.
type home struct{ collection, name string }

// forEvals reports whether a file of a skill is data of evaluations, or an example of
// a configuration.
func forEvals(p *lint.Pass, file string) bool {
	inside := strings.TrimPrefix(file, skillFolder(p, file)+"/")
	return slices.ContainsFunc(strings.Split(path.Dir(inside), "/"), func(part string) bool { return part == "evals" || part == "eval" }) ||
		strings.Contains(path.Base(inside), ".example.") || strings.HasPrefix(path.Base(inside), "example.")
}

// A namedHome is the first place in a file that names somebody's folder.
type namedHome struct {
	analysis.Diagnostic
	name string
}

func homePaths(p *lint.Pass, f *skill.File) (found []namedHome) {
	seen := map[string]bool{}
	for _, home := range f.Facts().Homes {
		name := strings.ToLower(strings.TrimRight(home.Name, "._-"))
		if len(name) < 2 || seen[name] || isNobodys(name) {
			continue
		}
		if f.Text().InCode(home.Start) {
			continue
		}
		seen[name] = true // once a file is enough
		if asExample(f, home.Start) || triedInTurn(f, home.Start) || !opens(f, home.Start, home.End) {
			continue
		}
		d := lint.Span(f.Pos(home.Start), f.Pos(home.End), "%s is in one person's home directory and does not exist on other machines: %s", cited(strings.ReplaceAll(home.Path, `\\`, `\`)), insteadOfHome(p, f, home.End))
		found = append(found, namedHome{d, name})
	}
	return found
}

// insteadOfHome says what to write in place of a path into a home: what lies in this
// repository has a path in it.
func insteadOfHome(p *lint.Pass, f *skill.File, end int) string {
	rest := strings.TrimRight(belowHomePath.FindString(string(f.Source()[end:min(len(f.Source()), end+homeReach)])), ".:")
	for rest = strings.ReplaceAll(rest, `\`, "/"); strings.Contains(strings.Trim(rest, "/"), "/"); _, rest, _ = strings.Cut(rest, "/") {
		for _, base := range []string{".", path.Dir(skillFolder(p, f.Path))} {
			if _, kind := p.Tree.Resolve(path.Join(base, strings.Trim(rest, "/"))); kind != skill.Absent {
				return "use a relative path"
			}
		}
	}
	return "begin it with ~, or let users say where theirs is"
}

// belowHomePath matches the rest of a path into a home.
var belowHomePath = regexp.MustCompile("^[^\\s\"'`<>|;,()]*")

// asExample reports whether the line calls a path an example before it stands there, or
// what introduces the list or table that it is in.
func asExample(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) {
		return false
	}
	line, from := lineAt(src, at)
	intro := introduction(src, from)
	return exampleWord.MatchString(line[:at-from]) || exampleWord.MatchString(intro) || exampleBelow.MatchString(intro)
}

// exampleBelow matches a line that is no more than the word for an example.
var exampleBelow = regexp.MustCompile(`^[\s#*]*(?:例|예)\s*[:：]`)

// triedInTurn reports whether a path in a list of Markdown is one of several places, of
// which a text says to take the first that is there.
func triedInTurn(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) || !document.IsMarkdown(f.Path) {
		return false
	}
	_, from := lineAt(src, at)
	return inTurn.MatchString(introduction(src, from))
}

// inTurn matches what introduces places that are tried one after the other.
var inTurn = regexp.MustCompile(`(?i)\b(?:in (?:this|that|the following) order|in turn|in order of (?:priority|preference|precedence)|first (?:one )?(?:that|existing|found|match)|candidates?|fall ?backs?)\b|次の順|順に|候補|依次|按(?:以下)?顺序|候选`)

// opens reports whether a path into a home is one to follow: it goes on below
// that home, and is no comment of code, no example of how a path is written in another
// way, and nothing that a program makes up to test itself.
func opens(f *skill.File, start, end int) bool {
	src := f.Source()
	if end > len(src) || !belowHome.Match(src[end:min(len(src), end+homeReach)]) {
		return false
	}
	line, from := lineAt(src, start)
	if document.IsMarkdown(f.Path) {
		return !rewritten.MatchString(line[end-from:])
	}
	return !comment.MatchString(line) && !selfTest.Match(src[:start]) && !isCandidate(src, start, end)
}

// homeReach is how much of a path is looked at, in bytes.
const homeReach = 200

var (
	// belowHome matches what stands in a home.
	belowHome = regexp.MustCompile(`^[/\\]+[\w.~%$@-]`)
	// rewritten matches what stands behind a path that is shown in another form.
	rewritten = regexp.MustCompile("^[^\\s`]*`?\\s*(?:→|->|=>|⇒)")
	// selfTest matches the head of a function in which a program tests itself.
	selfTest = regexp.MustCompile(`(?im)^\s*(?:async )?(?:def|function) +_*(?:run_?)?self_?test|^\s*_*(?:run_?)?self_?test *\(\) *\{`)
)

// standIns are names that stand for whoever runs the skill, and that examples and tests use.
var standIns = []string{
	"user", "users", "username", "user-name", "user_name", "your", "you", "yourname", "your-name", "your-user", "your-username", "your_username", "yourusername", "me", "my", "myuser", "name", "xxx", "xyz",
	"someone", "somebody", "someuser", "example", "demo", "test", "testuser", "foo", "bar", "baz", "alice", "bob", "carol", "alex", "temp", "tmp", "local", "data", "jane", "john", "john.doe", "jane.doe", "john-doe", "jane-doe", "john.smith", "johndoe", "janedoe", "jdoe", "doe",
	"fixture", "fixtures", "fake", "mock", "dummy", "sample", "wrong", "nobody", "someone-else", "shared", "public", "default", "work", "workspace", "project", "projects",
	"dev", "developer", "sandbox", "git", "root", "docker", "container", "app", "appuser", "nonroot", "agent", "deploy", "www", "site", "builder", "kubernetes", "chrome",
	"claude", "oai", "assistant", "claw", "clawd", "clawdbot", "openclaw", "moltbot",
}

// accounts are those that systems, images and services give to all who use them, by what
// gives them.
var accounts = map[string][]string{
	"Vercel's sandboxes":         {"vercel-sandbox"},
	"agents of Azure Pipelines":  {"vsts", "runner"},
	"runners of GitHub":          {"runner", "runneradmin"},
	"runners of GitLab":          {"gitlab-runner"},
	"images of CircleCI":         {"circleci"},
	"development containers":     {"vscode", "codespace"},
	"Gitpod":                     {"gitpod"},
	"Coder":                      {"coder"},
	"images of virtual machines": {"ec2-user", "ubuntu", "debian", "admin", "centos", "fedora", "bitnami", "vagrant"},
	"Node's image":               {"node"},
	"Playwright's image":         {"pwuser"},
	"Jupyter's images":           {"jovyan"},
	"images of R":                {"rstudio"},
	"Airflow's image":            {"airflow"},
	"Spark's image":              {"spark"},
	"Homebrew on Linux":          {"linuxbrew"},
	"Raspberry Pi OS":            {"pi"},
	"Windows":                    {"administrator"},
}

// isNobodys reports whether a name of a home is no person's.
func isNobodys(name string) bool {
	numbered := strings.TrimRight(name, "0123456789")
	if strings.Contains(name, "example") || strings.HasPrefix(name, "your") {
		return true
	}
	return isAccount[name] || isAccount[numbered] || isAccount[strings.TrimPrefix(name, "my")]
}

// isAccount has the names of all of them.
var isAccount = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range standIns {
		all[name] = true
	}
	for _, names := range accounts {
		for _, name := range names {
			all[name] = true
		}
	}
	return all
}()
