package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// verdict turns the findings into an exit status.
func verdict(stderr io.Writer, f *checkFlags, ws *skill.Workspace, findings []lint.Finding, failOn lint.Severity) int {
	failed := false
	for _, f := range findings {
		if f.Rule == lint.InternalError() {
			failed = true
			fmt.Fprintf(stderr, "skilllint: %s\n%s\n", visible(f.Message), f.Stack)
		}
	}
	if failed {
		return exitInternal
	}
	if len(ws.Manifests) == 0 && len(ws.Components()) == 0 && !f.allowEmpty {
		nothingFound(stderr, ws)
		return exitUsage
	}
	if slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Severity >= failOn }) {
		return exitFindings
	}
	return exitClean
}

// unread tells what a user might believe to count, and does not: a
// configuration under another name, and paths that are not read. It reports
// whether that leaves nothing of what was named.
func (s *session) unread(w io.Writer, ws *skill.Workspace) (nothing bool) {
	for _, name := range []string{".skilllint.yml", "skilllint.yaml", "skilllint.yml"} {
		if e, ok := ws.Tree.Lookup(name); ok && e.Kind == skill.Regular {
			fmt.Fprintf(w, "skilllint: %s is not read: the configuration is %s\n", name, lint.ConfigName)
		}
	}
	left := len(s.only)
	for _, p := range s.only {
		if e, ok := ws.Tree.Lookup(p); !ok || e.Kind == skill.Pruned {
			left--
			fmt.Fprintf(w, "skilllint: %s is not read: .gitignore or the configuration leaves it out, or it is a folder of packages\n", visible(p))
		}
	}
	return len(s.only) > 0 && left == 0
}

// nothingFound says what was looked for, and which files have a name that
// counts but hold something else.
func nothingFound(w io.Writer, ws *skill.Workspace) {
	if left := report.NotJudged(ws); left != "" {
		fmt.Fprintf(w, "skilllint: nobody loads what was found (--allow-empty accepts that); %s\n", visible(left))
		return
	}
	fmt.Fprintln(w, "skilllint: nothing found to check (--allow-empty accepts that); looked for")
	for _, d := range manifest.Dialects {
		if d.Lower != nil { // the others stand beside skills only
			fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(d.Doc, "`", ""))
		}
	}
	fmt.Fprintln(w, "  agents, commands, hooks, settings and other components in folders such as .claude/ and in plugins and extensions")
	others := map[string]int{}
	for _, e := range ws.Tree.Entries() {
		base := path.Base(e.Path)
		if e.Kind == skill.Regular && slices.Contains([]string{"skill.json", "skill.yaml", "skill.yml", "registry.json"}, base) {
			others[base]++
		}
	}
	for _, base := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(w, "files named %s that are of another kind: %d\n", base, others[base])
	}
}

// progress says on a terminal that a run takes longer than a second. The
// function that it returns ends that.
func progress(w io.Writer, root string) (done func()) {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return func() {}
	}
	shown := make(chan bool, 1)
	timer := time.AfterFunc(time.Second, func() {
		fmt.Fprintf(w, "reading %s …", visible(root))
		shown <- true
	})
	return func() {
		if !timer.Stop() && <-shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}
