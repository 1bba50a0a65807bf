package cli

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/impact"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newChanges() *cobra.Command {
	f := &checkFlags{failOn: "error", format: "text"}
	var consumers bool
	cmd := &cobra.Command{
		Use:   "changes --base REVISION [path]",
		Short: "List what changed in skills and plugins since a revision, for release notes",
		Long: `List what changed since a revision, with the version that each skill and plugin
should carry: the tools that were added, deprecated, removed or changed, and what
users install (skills, commands, agents, servers, hooks, dependencies, files). A
change that breaks somebody is shown with a value that was accepted and no longer is.

With --consumers the repositories that the configuration lists as consumers are read,
by git or from folders, and what the changes break in each is listed, too.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runChanges(cmd, f, consumers, args) },
	}
	flags := cmd.Flags()
	f.addBase(cmd)
	flags.BoolVar(&consumers, "consumers", false, "list what breaks in the repositories that the configuration lists as consumers")
	flags.BoolVar(&f.fix, "fix", false, "write the versions that are required, in every file that states them")
	formatFlag(cmd, &f.format, "text", "markdown", "json")
	return cmd
}

var changeFormats = map[string]func(io.Writer, report.Changes) error{
	"text": report.ChangesText, "markdown": report.ChangesMarkdown, "json": report.ChangesJSON,
}

func runChanges(cmd *cobra.Command, f *checkFlags, consumers bool, args []string) error {
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
	all := report.Changes{Skills: list}
	if consumers {
		if all.Consumers, err = s.consumers(cmd.Context(), base, ws); err != nil {
			return err
		}
	}
	if err := changeFormats[f.format](cmd.OutOrStdout(), all); err != nil || !f.fix {
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

// consumers reads the repositories that use the skills here, as they are now, beside the
// skills of the base and beside those of today.
func (s *session) consumers(ctx context.Context, base, today *skill.Workspace) ([]report.Consumer, error) {
	if len(s.in.Config.Consumers) == 0 {
		return nil, fmt.Errorf("%s lists no consumers: name those who use these skills under the key consumers", lint.ConfigName)
	}
	up, err := s.updater()
	if err != nil {
		return nil, err
	}
	var list []report.Consumer
	for _, c := range s.in.Config.Consumers {
		locked, _, err := up.Update(ctx, c, nil)
		if err != nil {
			return nil, fmt.Errorf("consumers: %w", err)
		}
		content, err := up.Store.Open(locked.Digest)
		if err != nil {
			return nil, err
		}
		var judged [2]impact.Judged
		for i, provider := range []*skill.Workspace{base, today} {
			opts := skill.Options{Origin: locked.Revision(), Sources: []*skill.Workspace{provider}, Code: skill.CodeOptions{Unread: true}}
			if judged[i].Workspace, err = skill.Load(today.Fset, content, opts); err != nil {
				return nil, err
			}
			judged[i].Findings = lint.Run(lint.Input{Workspace: judged[i].Workspace, Now: s.in.Now}, ruleSet)
		}
		state := c.Where()
		if locked.Commit != "" {
			state = stateOf(locked)
		}
		list = append(list, report.Consumer{Name: c.Name, State: state, Impact: impact.Of(judged[0], judged[1], base, today)})
	}
	return list, nil
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
