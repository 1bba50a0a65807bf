package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
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
	baseline   string
	targets    []string

	base           string
	baseDir        string
	onlyNew        bool
	configFromBase bool
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
	flags.StringVarP(&f.format, "format", "f", "text", "text, json, sarif, or contracts for the gateway")
	flags.StringVar(&f.failOn, "fail-on", "error", "the lowest severity that fails the run: error, warning, note or never")
	flags.StringVar(&f.now, "now", "", "the day that dates are judged by, YYYY-MM-DD (default today)")
	flags.BoolVar(&f.notes, "notes", false, "show notes, not only their number")
	flags.BoolVar(&f.fix, "fix", false, "mend what can be mended safely")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff")
	flags.StringVar(&f.base, "base", "", "compare with a git `REVISION`: a commit, branch or tag, or A...B for a merge base")
	flags.StringVar(&f.baseDir, "base-dir", "", "compare with the workspace in a plain folder")
	flags.BoolVar(&f.onlyNew, "new", false, "report only findings that are not in the base")
	flags.BoolVar(&f.configFromBase, "config-from-base", false, "take the configuration from the base, so that a change cannot silence its own findings")
	flags.StringVar(&f.baseline, "baseline", "", "report only findings that are not in `FILE`, which skilllint baseline wrote")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a workspace without skills passes")
	flags.StringArrayVar(&f.targets, "target", nil, "a runtime that cli skills have to run on, such as claude-code (repeatable)")
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
	write, err := formatOf(f, cmd.OutOrStdout(), cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	s, err := open(f, args)
	if err != nil {
		return err
	}
	defer s.Close()
	done := progress(cmd.ErrOrStderr(), s.root.Name())
	r, err := s.check()
	done()
	if err != nil {
		return err
	}
	if f.fix || f.diff {
		edits, after, err := s.fixAll(r)
		if err != nil {
			return err
		}
		if f.diff {
			if err := writeDiff(cmd.OutOrStdout(), edits); err != nil || len(edits) == 0 {
				return err
			}
			return exitStatus(exitFindings)
		}
		if err := writeEdits(s.root, edits); err != nil {
			return err
		}
		reportFixes(cmd.ErrOrStderr(), edits)
		r = after
	}
	if f.baseline != "" {
		if r, err = applyBaseline(cmd, f.baseline, r); err != nil {
			return err
		}
	}
	if err := write(cmd.OutOrStdout(), r.ws, r.findings); err != nil {
		return err
	}
	return verdict(cmd, f, r.ws, r.findings, failOn)
}

// reportFixes says what --fix wrote.
func reportFixes(w io.Writer, edits []lint.Edit) {
	for _, e := range edits {
		fmt.Fprintf(w, "fixed %s\n", visible(e.Path))
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

func formatOf(f *checkFlags, stdout, stderr io.Writer) (report.Format, error) {
	switch f.format {
	case "text":
		return report.Text{Color: colored(stdout), Notes: f.notes}.Write, nil
	case "json":
		return report.JSON, nil
	case "sarif":
		return report.SARIF(version()), nil
	case "contracts":
		return checkedContracts(f, stderr)
	}
	return nil, fmt.Errorf("unknown format %q: expected text, json, sarif or contracts", f.format)
}

// checkedContracts hands over the contracts of a workspace that passes. Of one
// that does not, the findings go to stderr and nothing to the gateway.
func checkedContracts(f *checkFlags, stderr io.Writer) (report.Format, error) {
	failOn, err := f.failSeverity()
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		if slices.ContainsFunc(findings, func(f lint.Finding) bool { return f.Severity >= failOn }) {
			return report.Text{Color: colored(stderr), Notes: f.notes}.Write(stderr, ws, findings)
		}
		return report.Contracts(w, ws, findings)
	}, err
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
		fmt.Fprintf(w, "reading %s …", visible(root))
		shown <- true
	})
	return func() {
		if !timer.Stop() && <-shown {
			fmt.Fprint(w, "\r\x1b[K")
		}
	}
}
