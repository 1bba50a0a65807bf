package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
)

func newCheck() *cobra.Command {
	f := &checkFlags{recorded: true}
	cmd := &cobra.Command{
		Use:   "check [flags] [path...]",
		Short: "Check a workspace (the default command)",
		Long: `Check every manifest below the root of the workspace, and the contracts between
them. The root is the nearest folder upward with .skilllint.yaml, else the git
top level, else the given path. Inside a repository only its top level, the
current folder, those above it and folders that are named may bring one along.
Paths limit what is reported, not what is read.`,
		Example: `  skilllint                      the workspace that the current folder is in
  skilllint plugins/deploy       only what is below a folder
  skilllint --base main --new    only what this branch brings
  skilllint --fix                fix what can be fixed safely
  skilllint -f sarif -o html=report.html`,
		RunE: func(cmd *cobra.Command, args []string) error { return runCheck(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", "text", strings.Join(formatNames(), ", "))
	flags.StringArrayVarP(&f.outputs, "output", "o", nil, "write a further report, as `FORMAT=FILE` (repeatable)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print no report: the exit status tells, and --output")
	flags.BoolVar(&f.verbose, "verbose", false, "print the root, the configuration and every file that was read to standard error")
	flags.BoolVar(&f.statistics, "statistics", false, "print how often each rule speaks in place of its findings")
	flags.StringVar(&f.failOn, "fail-on", "error", "the lowest severity that fails the run: error, warning, note or never")
	flags.StringVar(&f.now, "now", "", "the day that dates are judged by, YYYY-MM-DD (default today)")
	flags.BoolVar(&f.notes, "notes", false, "show notes, not only their number")
	flags.StringVar(&f.color, "color", "auto", "colour the text report: auto, always or never")
	flags.IntVar(&f.maxFindings, "max-findings", 50, "the most findings that the text report shows; 0 for all")
	flags.BoolVar(&f.fix, "fix", false, "fix what can be fixed safely")
	flags.BoolVar(&f.diff, "diff", false, "print what --fix would change as a unified diff")
	f.addBase(cmd)
	flags.BoolVar(&f.onlyNew, "new", false, "report only findings that are not in the base")
	flags.BoolVar(&f.configFromBase, "config-from-base", false, "take the configuration from the base, so that a change cannot silence its own findings")
	flags.StringVar(&f.config, "config", "", "take the configuration from `FILE` in place of "+lint.ConfigName+" at the root")
	flags.StringVar(&f.baseline, "baseline", "", "report only findings that are not in `FILE`, which skilllint baseline wrote")
	flags.StringSliceVar(&f.selected, "select", nil, "report only these `RULES`, names or globs of names, also those that are off")
	flags.StringSliceVar(&f.ignored, "ignore", nil, "do not report these `RULES`, names or globs of names")
	flags.StringVar(&f.stdinFile, "stdin-filename", "", "read the text of `FILE` from standard input, and report only what is in it")
	flags.BoolVar(&f.noCache, "no-cache", false, "neither use nor write the cache of results")
	flags.BoolVar(&f.watch, "watch", false, "check again whenever a file changes, until interrupted")
	flags.BoolVar(&f.allowEmpty, "allow-empty", false, "a workspace without skills passes")
	flags.BoolVar(&f.inert, "inert", false, "judge what nobody loads, too: snapshots, fixtures, copies")
	flags.StringArrayVar(&f.hosts, "host", nil, "a `PROGRAM` that the skills have to load in, such as codex; skilllint hosts lists them (repeatable)")
	flags.StringArrayVar(&f.targets, "target", nil, "a runtime that cli skills have to run on, such as claude-code (repeatable)")
	complete(cmd, "format", formatNames)
	complete(cmd, "color", one("auto", "always", "never"))
	complete(cmd, "fail-on", one("error", "warning", "note", "never"))
	complete(cmd, "select", ruleNames)
	complete(cmd, "ignore", ruleNames)
	complete(cmd, "host", hosts.Names)
	complete(cmd, "target", targetNames)
	return cmd
}

func runCheck(cmd *cobra.Command, f *checkFlags, args []string) error {
	if f.watch {
		out, err := outputsOf(f, cmd.OutOrStdout())
		if err != nil {
			return err
		}
		return watch(cmd, f, out, args)
	}
	s, err := openCheck(cmd, f, args)
	if err != nil {
		return err
	}
	defer s.Close()
	out, err := outputsOf(f, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	out.place(s.root.Name(), args)
	out.title(s)
	if f.fix || f.diff {
		return fixAndReport(cmd, f, out, s)
	}
	done := progress(cmd.ErrOrStderr(), s.root.Name())
	result, err := cached(f, out, s, func() (outcome, error) { return judge(f, out, s) })
	done()
	if err != nil {
		return err
	}
	return result.replay(s.root.Name(), cmd.OutOrStdout(), cmd.ErrOrStderr())
}

// openCheck opens the workspace that a check is about.
func openCheck(cmd *cobra.Command, f *checkFlags, args []string) (*session, error) {
	if _, err := f.failSeverity(); err != nil {
		return nil, err
	}
	if f.stdinFile != "" && (f.fix || f.diff || f.watch) {
		return nil, errors.New("--stdin-filename excludes --fix, --diff and --watch")
	}
	if f.stdinFile != "" {
		var err error
		if f.stdinText, err = limit.ReadAll(cmd.InOrStdin(), "standard input", limit.Input); err != nil {
			return nil, err
		}
	}
	if f.config != "" && f.configFromBase {
		return nil, errors.New("--config and --config-from-base exclude each other")
	}
	s, err := open(f, startOf(f, args))
	if err != nil {
		return nil, err
	}
	f.take(cmd, s)
	return s, nil
}

// take fills in what the configuration says and the command line does not.
func (f *checkFlags) take(cmd *cobra.Command, s *session) {
	c, given := s.in.Config, cmd.Flags().Changed
	if c.Baseline != "" && !given("baseline") {
		f.baseline = s.baseline()
	}
	if c.FailOn != "" && !given("fail-on") {
		f.failOn = c.FailOn
	}
	if c.Format != "" && !given("format") && !f.statistics {
		f.format = c.Format
	}
}

// judge checks the workspace and writes the reports, to memory.
func judge(f *checkFlags, out *outputs, s *session) (outcome, error) {
	r, err := s.check()
	if err != nil {
		return outcome{}, err
	}
	return f.conclude(out, s, r)
}

// conclude makes the outcome of a run: its reports and the exit status.
func (f *checkFlags) conclude(out *outputs, s *session, r run) (o outcome, err error) {
	failOn, err := f.failSeverity()
	if err != nil {
		return o, err
	}
	var stderr bytes.Buffer
	if s.foreign {
		fmt.Fprintf(&stderr, "skilllint: the configuration is that of %s: what changes in it here counts from the next change on\n", visible(s.base.name))
	}
	if f.verbose {
		if err := s.tell(&stderr, f, r.ws); err != nil {
			return o, err
		}
	}
	nothing := s.unread(&stderr, r.ws)
	for _, file := range s.passed {
		fmt.Fprintf(&stderr, "skilllint: %s is not the configuration of this run: name its folder, or go there, to use it\n", visible(file))
	}
	if f.baseline != "" {
		if r, err = applyBaseline(&stderr, f.baseline, r); err != nil {
			return o, err
		}
	}
	r.findings = lint.Once(r.ws, r.findings)
	if o.Stdout, o.Files, err = out.render(s.root.Name(), r); err != nil {
		return o, err
	}
	if o.Status = verdict(&stderr, f, r.ws, r.findings, failOn); o.Status != exitClean {
		if err := out.withhold(&o, &stderr, r); err != nil {
			return o, err
		}
	}
	if nothing && o.Status == exitClean && !f.allowEmpty && f.stdinFile == "" {
		o.Status = exitUsage
	}
	o.Stderr = stderr.Bytes()
	return o, nil
}

// fixAndReport mends what can be mended, or shows how, and reports the rest.
func fixAndReport(cmd *cobra.Command, f *checkFlags, out *outputs, s *session) error {
	r, err := s.check()
	if err != nil {
		return err
	}
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
	result, err := f.conclude(out, s, after)
	if err != nil {
		return err
	}
	return result.replay(s.root.Name(), cmd.OutOrStdout(), cmd.ErrOrStderr())
}

// reportFixes says what --fix wrote.
func reportFixes(w io.Writer, edits []lint.Edit) {
	for _, e := range edits {
		fmt.Fprintf(w, "fixed %s\n", visible(e.Path))
	}
}
