package cli

import (
	"context"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// maxNewer is how many newer versions of one source are tried.
const maxNewer = 10

func newSourcesOutdated() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "outdated [PATH]",
		Short: "List newer versions of sources, and what each would break here",
		Long: `List newer versions of the locked sources, and what each would break in this
workspace: new errors, and changed schemas of tools that are imported here, with a value
that was accepted and no longer is. Nothing is changed; sources update takes a version
once the configuration names it.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(&checkFlags{}, args)
			if err != nil {
				return err
			}
			defer s.Close()
			updates, err := s.outdated(cmd.Context())
			if err != nil {
				return err
			}
			return report.OutdatedFormats[format](cmd.OutOrStdout(), updates)
		},
	}
	formatFlag(cmd, &format, "text", "markdown", "json")
	return cmd
}

// outdated tries the newer versions of each source in place of the locked one.
func (s *session) outdated(ctx context.Context) ([]report.Update, error) {
	lock, err := sources.ReadLock(s.disk)
	if err != nil {
		return nil, err
	}
	locked, err := sources.Find(s.in.Config.Sources, lock)
	if err != nil {
		return nil, err
	}
	up, err := s.updater()
	if err != nil {
		return nil, err
	}
	now, err := s.check()
	if err != nil {
		return nil, err
	}
	var updates []report.Update
	for i, l := range locked {
		newer, err := up.Newer(ctx, l, maxNewer)
		if err != nil {
			return nil, err
		}
		best := false
		for _, at := range newer {
			source := l.Source
			source.At = at
			candidate, _, err := up.Update(ctx, source, nil)
			if err != nil {
				return nil, err
			}
			update, err := s.try(now, locked, i, candidate)
			if err != nil {
				return nil, err
			}
			update.Best = !best && len(update.Breaks) == 0
			best = best || update.Best
			updates = append(updates, update)
		}
	}
	return updates, nil
}

// try judges the workspace with a candidate in place of the i-th source.
func (s *session) try(now run, locked []sources.Locked, i int, candidate sources.Locked) (report.Update, error) {
	u := report.Update{Source: candidate.Name, From: stateOf(locked[i]), To: stateOf(candidate), Breaks: []string{}, Adds: []string{}}
	s.locked = slices.Clone(locked)
	s.locked[i] = candidate
	defer func() { s.locked = nil }()
	then, err := s.check()
	if err != nil {
		return u, err
	}
	known := map[string]bool{}
	for _, f := range now.findings {
		known[sentence(now.ws, f)] = true
	}
	for _, f := range then.findings {
		line := sentence(then.ws, f)
		switch {
		case known[line] || f.Severity < lint.Warning:
		case f.Severity == lint.Error:
			u.Breaks = append(u.Breaks, line)
		default:
			u.Adds = append(u.Adds, line)
		}
	}
	fset := token.NewFileSet()
	states, err := s.loadSources(fset, []sources.Locked{locked[i], candidate})
	if err != nil {
		return u, err
	}
	for _, changed := range changes.Between(states[0], states[1]) {
		for _, c := range changed.Changes {
			if users := importers(now.ws, changed.ID, c.Tool); c.Kind == changes.Breaking && len(users) > 0 {
				u.Breaks = append(u.Breaks, fmt.Sprintf("%s, which %s imports: %s", changed.ID+"."+c.Tool, strings.Join(users, ", "), c.Message))
			}
		}
	}
	return u, nil
}

// sentence is a finding with its place, as a person compares it: without the column.
func sentence(ws *skill.Workspace, f lint.Finding) string {
	at := ws.Fset.Position(f.Pos)
	return fmt.Sprintf("%s:%d: %s [%s]", at.Filename, at.Line, f.Message, f.Rule.Name)
}

// importers are the skills of the workspace that import a tool of a provider.
func importers(ws *skill.Workspace, provider, tool string) []string {
	var ids []string
	for _, s := range ws.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			for _, name := range imp.Tools {
				if p := ws.Index.Provider(imp, name.Text); name.Text == tool && p != nil && p.ID.Text == provider && !slices.Contains(ids, s.ID.Text) {
					ids = append(ids, s.ID.Text)
				}
			}
		}
	}
	return ids
}
