package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// checkFlags are the flags of `check`.
type checkFlags struct {
	format     string
	failOn     string
	now        string
	notes      bool
	fix        bool
	diff       bool
	allowEmpty bool
}

func newCheck() *cobra.Command {
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "check [flags] [path...]",
		Short: "Check a workspace (the default command)",
		Long: `Check every manifest below the root of the workspace, and the contracts between
them. The root is the nearest folder upward with .skilllint.yaml, else the git
top level, else the given path. Paths limit what is reported, not what is read.`,
		RunE: func(cmd *cobra.Command, args []string) error { return runCheck(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", "text", "text, json or sarif")
	flags.StringVar(&f.failOn, "fail-on", "error", "the lowest severity that fails the run: error, warning, note or never")
	flags.StringVar(&f.now, "now", "", "the day that dates are judged by, YYYY-MM-DD (default today)")
	flags.BoolVar(&f.notes, "notes", false, "show notes, not only their number")
	flags.BoolVar(&f.fix, "fix", false, "mend what can be mended safely")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a workspace without skills passes")
	return cmd
}

// failSeverity reads --fail-on; never is above every severity.
func (f *checkFlags) failSeverity() (lint.Severity, error) {
	if f.failOn == "never" {
		return lint.Error + 1, nil
	}
	s, ok := lint.ParseSeverity(f.failOn)
	if !ok || s == lint.Off {
		return 0, fmt.Errorf("--fail-on %q: expected error, warning, note or never", f.failOn)
	}
	return s, nil
}

func (f *checkFlags) day() (time.Time, error) {
	if f.now == "" {
		return time.Now(), nil
	}
	day, err := time.Parse(time.DateOnly, f.now)
	if err != nil {
		return day, fmt.Errorf("--now %q: expected YYYY-MM-DD", f.now)
	}
	return day, nil
}

func runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	failOn, err := f.failSeverity()
	if err != nil {
		return err
	}
	now, err := f.day()
	if err != nil {
		return err
	}
	write, err := formatOf(f, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	root, only, err := findRoot(args)
	if err != nil {
		return err
	}
	tree, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer tree.Close()
	config, err := lint.LoadConfig(tree.FS(), rules.All)
	if err != nil {
		return err
	}
	in := lint.Input{Now: now, Config: config}
	done := progress(cmd.ErrOrStderr(), root)
	r, err := check(tree.FS(), in, only)
	done()
	if err != nil {
		return err
	}
	if f.fix || f.diff {
		edits, after, err := fixAll(tree.FS(), in, only, r)
		if err != nil {
			return err
		}
		if f.diff {
			if err := writeDiff(cmd.OutOrStdout(), edits); err != nil || len(edits) == 0 {
				return err
			}
			return exitStatus(exitFindings)
		}
		if err := writeEdits(tree, edits); err != nil {
			return err
		}
		reportFixes(cmd.ErrOrStderr(), edits)
		r = after
	}
	if err := write(cmd.OutOrStdout(), r.ws, r.findings); err != nil {
		return err
	}
	return verdict(cmd, f, r.ws, r.findings, failOn)
}

// reportFixes says what --fix wrote.
func reportFixes(w io.Writer, edits []lint.Edit) {
	for _, e := range edits {
		fmt.Fprintf(w, "fixed %s\n", report.Visible(e.Path))
	}
}

// verdict turns the findings into an exit status.
func verdict(cmd *cobra.Command, f *checkFlags, ws *skill.Workspace, findings []lint.Finding, failOn lint.Severity) error {
	if slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Rule == lint.InternalError() }) {
		return exitStatus(exitInternal)
	}
	if len(ws.Manifests) == 0 && !f.allowEmpty {
		fmt.Fprintf(cmd.ErrOrStderr(), "skilllint: nothing found to check: looked for %s (--allow-empty accepts that)\n", lookedFor())
		return exitStatus(exitUsage)
	}
	if slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Severity >= failOn }) {
		return exitStatus(exitFindings)
	}
	return nil
}

func lookedFor() string {
	var docs []string
	for _, d := range skill.Dialects {
		docs = append(docs, strings.ReplaceAll(d.Doc, "`", ""))
	}
	return strings.Join(docs, "; ")
}

func formatOf(f *checkFlags, stdout io.Writer) (report.Format, error) {
	switch f.format {
	case "text":
		return report.Text{Color: colored(stdout), Notes: f.notes}.Write, nil
	case "json":
		return report.JSON, nil
	case "sarif":
		return report.SARIF(version()), nil
	}
	return nil, fmt.Errorf("unknown format %q: expected text, json or sarif", f.format)
}

// colored reports whether a writer is a terminal that may be coloured.
func colored(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(file.Fd()))
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
		fmt.Fprintf(w, "reading %s …", report.Visible(root))
		shown <- true
	})
	return func() {
		if !timer.Stop() && <-shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}

// findRoot returns the root of the workspace that the paths are in, and the
// paths relative to it that limit what is reported (none: everything).
func findRoot(args []string) (root string, only []string, err error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	abs := make([]string, len(args))
	for i, a := range args {
		if abs[i], err = filepath.Abs(a); err != nil {
			return "", nil, err
		}
		if _, err = os.Stat(abs[i]); err != nil {
			return "", nil, fmt.Errorf("%s: %w", a, errors.Unwrap(err))
		}
		if abs[i], err = filepath.EvalSymlinks(abs[i]); err != nil {
			return "", nil, err
		}
	}
	start := abs[0]
	if info, err := os.Stat(start); err == nil && !info.IsDir() {
		start = filepath.Dir(start)
	}
	root = rootAbove(start)
	for i, a := range abs {
		rel, err := filepath.Rel(root, a)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return "", nil, fmt.Errorf("%s is outside of %s, the root of %s", args[i], root, args[0])
		}
		if rel == "." {
			return root, nil, nil
		}
		only = append(only, filepath.ToSlash(rel))
	}
	return root, only, nil
}

// rootAbove returns the nearest folder upward with a configuration, else the
// git top level, else dir.
func rootAbove(dir string) string {
	for _, marker := range []string{lint.ConfigName, ".git"} {
		for d := dir; ; d = filepath.Dir(d) {
			if _, err := os.Lstat(filepath.Join(d, marker)); err == nil {
				return d
			} else if !errors.Is(err, fs.ErrNotExist) {
				break
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	return dir
}

// within keeps the findings below the given paths.
func within(ws *skill.Workspace, findings []lint.Finding, only []string) []lint.Finding {
	if only == nil {
		return findings
	}
	return slices.DeleteFunc(findings, func(f lint.Finding) bool {
		file := ws.Fset.Position(f.Pos).Filename
		return file != "" && !slices.ContainsFunc(only, func(p string) bool {
			return file == path.Clean(p) || strings.HasPrefix(file, p+"/")
		})
	})
}
