package main

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newChanges() *cobra.Command {
	f := &checkFlags{failOn: "error", format: "text"}
	cmd := &cobra.Command{
		Use:   "changes --base REVISION [path]",
		Short: "List what changed in the contracts since a revision, for release notes",
		Long: `List the tools that were added, deprecated, removed or changed since a revision,
skill by skill, with the version that each skill should carry. A change that
breaks somebody is shown with a value that was accepted and no longer is.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runChanges(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", "text", "text, markdown or json")
	flags.StringVar(&f.base, "base", "", "compare with a git `REVISION`: a commit, branch or tag, or A...B for a merge base")
	flags.StringVar(&f.baseDir, "base-dir", "", "compare with the workspace in a plain folder")
	flags.BoolVar(&f.fix, "fix", false, "write the versions that are required")
	return cmd
}

var changeFormats = map[string]func(io.Writer, []changes.Skill) error{
	"text": report.ChangesText, "markdown": report.ChangesMarkdown, "json": report.ChangesJSON,
}

func runChanges(cmd *cobra.Command, f *checkFlags, args []string) error {
	write, ok := changeFormats[f.format]
	if !ok {
		return fmt.Errorf("unknown format %q: expected text, markdown or json", f.format)
	}
	if f.base == "" && f.baseDir == "" {
		return errors.New("changes needs a base: --base REVISION or --base-dir DIR")
	}
	s, err := open(f, args)
	if err != nil {
		return err
	}
	defer s.Close()
	ws, err := skill.Load(token.NewFileSet(), s.root.FS(), s.in.Config.LoadOptions())
	if err != nil {
		return err
	}
	base, err := s.base.load(ws, s.in.Config)
	if err != nil {
		return err
	}
	list := changes.Between(base, ws)
	if err := write(cmd.OutOrStdout(), list); err != nil || !f.fix {
		return err
	}
	edits := lint.Fix(ws, versionFixes(list))
	if err := writeEdits(s.root, edits); err != nil {
		return err
	}
	reportFixes(cmd.ErrOrStderr(), edits)
	return nil
}

// versionFixes raise each version that has to be.
func versionFixes(list []changes.Skill) []lint.Finding {
	var fixes []lint.Finding
	for i := range list {
		required := list[i].Required()
		if required == "" || !list[i].After.Version.Pos.IsValid() {
			continue
		}
		at := list[i].After.Version
		fixes = append(fixes, lint.Finding{Diagnostic: analysis.Diagnostic{Pos: at.Pos, End: at.End, SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "raise the version to " + required,
			TextEdits: []analysis.TextEdit{{Pos: at.Pos, End: at.End, NewText: []byte(strconv.Quote(required))}},
		}}}})
	}
	return fixes
}
