package cli

import (
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newChanges() *cobra.Command {
	f := &checkFlags{failOn: "error", format: "text"}
	cmd := &cobra.Command{
		Use:   "changes --base REVISION [path]",
		Short: "List what changed in skills and plugins since a revision, for release notes",
		Long: `List what changed since a revision, with the version that each skill and plugin
should carry: the tools that were added, deprecated, removed or changed, and what
users install (skills, commands, agents, servers, hooks, dependencies, files). A
change that breaks somebody is shown with a value that was accepted and no longer is.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runChanges(cmd, f, args) },
	}
	flags := cmd.Flags()
	f.addBase(cmd)
	flags.BoolVar(&f.fix, "fix", false, "write the versions that are required, in every file that states them")
	formatFlag(cmd, &f.format, "text", "markdown", "json")
	return cmd
}

var changeFormats = map[string]func(io.Writer, []changes.Skill) error{
	"text": report.ChangesText, "markdown": report.ChangesMarkdown, "json": report.ChangesJSON,
}

func runChanges(cmd *cobra.Command, f *checkFlags, args []string) error {
	if f.base == "" && f.baseDir == "" {
		return errors.New("changes needs a base: --base REVISION or --base-dir DIR")
	}
	s, err := open(f, args)
	if err != nil {
		return err
	}
	defer s.Close()
	ws, err := skill.Load(token.NewFileSet(), s.folder, s.in.Config.LoadOptions())
	if err != nil {
		return err
	}
	base, err := s.loadBase(ws, nil)
	if err != nil {
		return err
	}
	list := slices.DeleteFunc(changes.Between(base, ws), func(c changes.Skill) bool { return !under(c.Path(), s.only) })
	if err := changeFormats[f.format](cmd.OutOrStdout(), list); err != nil || !f.fix {
		return err
	}
	edits, err := lint.Fix(ws, raises(list, ws))
	if err != nil {
		return err
	}
	if err := writeEdits(s.root, edits); err != nil {
		return err
	}
	reportFixes(cmd.ErrOrStderr(), edits)
	for i := range list {
		if c := &list[i]; c.Required() != "" && len(c.Raise(ws)) == 0 {
			why := "states no version that can be edited; it should be"
			if c.After.Package != nil {
				why = "is a package: release it in the folder"
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "not raised: %s %s %s\n", visible(c.ID), why, visible(c.Required()))
		}
	}
	return nil
}

// raises are the fixes that write each version that is required.
func raises(list []changes.Skill, ws *skill.Workspace) []lint.Finding {
	var fixes []lint.Finding
	for i := range list {
		if edits := list[i].Raise(ws); len(edits) > 0 {
			fixes = append(fixes, lint.Finding{Diagnostic: analysis.Diagnostic{SuggestedFixes: []analysis.SuggestedFix{{TextEdits: edits}}}})
		}
	}
	return fixes
}
