package plugins

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// guardedScript matches commands that look whether a script is there, or do without.
var guardedScript = regexp.MustCompile(`(^|[\s\[;&(])(test\s|\[{1,2}\s)|-[efxrs]\s|\|\|`)

// command reports a script that a command names and that is not there, or that
// cannot be run as the command does.
func (r *hookReader) command(command *skill.Node) {
	if guardedScript.MatchString(command.Text) || r.plugin == "" && (paths.IsExample(r.root) || paths.IsTemplate(r.FileAt(command.Pos).Path) || loading.IsPlugin(r.Pass, r.root)) { // what is copied into a project finds it there
		return
	}
	r.ofOneMachine(command)
	for _, script := range r.scripts(command.Text) {
		at, kind := r.Tree.Resolve(script.at)
		why := ""
		switch {
		case kind == skill.Absent && script.named && !r.installed(script.at):
			at, why = script.at, notThere
			if r.Tree.Ignored(script.at) {
				why = inNoClone
			}
		case kind == skill.Regular && script.direct:
			why = r.cannotRun(at)
		}
		if why == "" {
			continue
		}
		d := lint.Span(command.Pos, command.End, "the hook fails: its script %s %s", messages.Cited(script.at), why)
		below := ""
		if why == notThere {
			if below = r.below(script.at, r.FileAt(command.Pos).Path); below != "" {
				d.Message += ", but below " + messages.Cited(below+"/")
			} else if near, ok := paths.Near(r.Pass, ".", script.at); ok {
				d.Message += " (did you mean \"" + near + "\"?)"
			}
		}
		r.stuck.add(at, why, below, d)
		return
	}
}

// ofOneMachine reports a script of the repository that a command of a project's hook names by its whole path on a drive:
// elsewhere the project lies in another folder. Of homes rule home-path speaks.
func (r *hookReader) ofOneMachine(command *skill.Node) {
	m := wholePath.FindStringSubmatch(command.Text)
	project := slices.IndexFunc(r.host.Variables, func(v hosts.Variable) bool { return v.Folder == hosts.Project })
	if m == nil || r.plugin != "" || project < 0 || strings.Contains(m[1], "Users") || hosts.IsState(r.FileAt(command.Pos).Path) {
		return
	}
	script := strings.ReplaceAll(m[2], `\`, "/")
	if _, kind := r.Tree.Resolve(path.Join(r.root, script)); kind == skill.Regular {
		r.stuck.add(path.Join(r.root, script), byItsPath, "", lint.Span(command.Pos, command.End, "the hook fails on other machines: it names the script %s by its path on one; write \"$%s\"/%[1]s", script, r.host.Variables[project].Name))
	}
}

// wholePath matches the path of a file in a folder that begins with a dot, from a drive: C:\work\kit\.claude\hooks\x.js,
// /c/work/kit/.claude/hooks/x.js, /mnt/c/work/kit/.claude/hooks/x.js.
var wholePath = regexp.MustCompile(`(?:^|[\s"'=(])((?:[A-Za-z]:[\\/]|/(?:mnt/)?[a-z]/|/Volumes/)[^\s"']*?)[\\/](\.[a-z][a-z-]*[\\/][A-Za-z0-9_.@+/\\-]+)`)

// installed reports whether the settings are for a project into which somebody puts them, and what their hooks run: the
// installer beside them, or one that takes a script of that name from elsewhere in the repository.
func (r *hookReader) installed(script string) bool {
	return r.plugin == "" && r.root != "." && (putElsewhere(r.Pass, r.root) || slices.ContainsFunc(r.Tree.Entries(), func(e skill.Entry) bool {
		return path.Base(e.Path) == path.Base(script) && !paths.Inside(r.root, e.Path)
	}))
}

// below is the folder around a file of hooks in which a script is that is not there from the
// root, "" where none is: src of src/hooks/hooks.json, which names hooks/x.js.
func (r *hookReader) below(script, hooks string) string {
	root := r.root
	if r.plugin != "" {
		root = r.plugin
	}
	rest := strings.TrimPrefix(script, root+"/")
	for dir := path.Dir(hooks); dir != root && paths.Inside(root, dir); dir = path.Dir(dir) {
		if _, kind := r.Tree.Resolve(path.Join(dir, rest)); kind == skill.Regular {
			return dir
		}
	}
	return ""
}

// stuckScripts are scripts that hooks cannot run: they are not there, or may not be run
// as the command does. Each is told once, whichever events need it, and an author whose
// system has no such modes, or whose generator leaves scripts out, has many of them: one
// cause, one finding a collection.
type stuckScripts struct {
	*lint.Pass
	found folding.Batches[stuckPlace]
	seen  map[string]bool
}

type stuckPlace struct {
	collection, why string
	below           string // where all of them are, though the hooks do not say so
}

// notThere is why a script that does not exist cannot be run.
const notThere = "is not there"

// byItsPath is why one cannot elsewhere.
const byItsPath = "is named by its path"

// inNoClone is why one cannot that something on the author's machine makes.
const inNoClone = "is in no clone, as git ignores it"

// add notes a script, once.
func (s *stuckScripts) add(script, why, below string, d analysis.Diagnostic) {
	if s.seen[script] {
		return
	}
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	s.seen[script] = true
	s.found.Add(stuckPlace{s.Collection(script), why, below}, d)
}

func (s *stuckScripts) report() {
	for _, at := range s.found.Causes {
		severity := lint.Warning
		switch at.why {
		case notThere:
			severity = lint.Error
		case inNoClone, byItsPath:
			severity = lint.Note // it may be made first, or the repository is for one machine
		}
		fold := folding.Folded("scripts of hooks have that fault")
		switch {
		case at.below != "":
			fold = folding.Gathered("script of hooks is there, too", "scripts of hooks are there, too")
		case at.why == byItsPath:
			fold = folding.Gathered("script of hooks is named so", "scripts of hooks are named so")
		}
		s.Folding(fold).ReportAs(severity, s.found.Of[at]...)
	}
}

// shellFiles are the extensions of what a shell runs without a first line that names
// it, and of what other systems run.
var shellFiles = []string{"", ".sh", ".bash", ".zsh", ".exe", ".cmd", ".bat", ".ps1"}

// cannotRun says why a script cannot be run by its path alone, "" when it can, and when
// that is not known.
func (r *hookReader) cannotRun(script string) string {
	ext := path.Ext(script)
	if slices.Contains(shellFiles[4:], ext) {
		return ""
	}
	if executable, known := r.Executable(script); known && !executable {
		return "is not executable: run chmod +x, or put its interpreter before it"
	}
	line, known := r.FirstLine(script)
	switch named := strings.HasPrefix(line, "#!"); {
	case !known:
		return ""
	case named && strings.HasSuffix(line, "\r"):
		return "ends its #! line with CRLF: the interpreter is not found"
	case !named && !slices.Contains(shellFiles, ext):
		return "does not begin with a #! line: the shell runs it as a shell script"
	}
	return ""
}

// refused reports an entry for which the host drops all hooks of the file.
func (r *hookReader) refused(at *skill.Node, says string) {
	r.Report(analysis.Diagnostic{Pos: at.Pos, End: at.End, Message: r.host.Title + " runs none of the hooks of this file: " + says})
}
