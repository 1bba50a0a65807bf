package cli

import (
	"context"
	"go/token"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/impact"
	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/report"
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
		candidates, err := newerStates(ctx, up, l)
		if err != nil {
			return nil, err
		}
		best := false
		for _, candidate := range candidates {
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

// newerStates are those of a source that are newer than the locked one, the newest first.
// A folder or a document has one state, which is newer when it holds something else.
func newerStates(ctx context.Context, up *sources.Updater, l sources.Locked) ([]sources.Locked, error) {
	names := []string{""}
	if l.Git != "" {
		var err error
		if names, err = up.Newer(ctx, l, maxNewer); err != nil {
			return nil, err
		}
	}
	var states []sources.Locked
	for _, at := range names {
		source := l.Source
		source.At = at
		state, _, err := up.Update(ctx, source, nil)
		if err != nil {
			return nil, err
		}
		if l.Git != "" || state.Digest != l.Digest {
			states = append(states, state)
		}
	}
	return states, nil
}

// try judges the workspace with a candidate in place of the i-th source.
func (s *session) try(now run, locked []sources.Locked, i int, candidate sources.Locked) (u report.Update, err error) {
	u = report.Update{Source: candidate.Name, From: stateOf(locked[i]), To: stateOf(candidate)}
	s.locked = slices.Clone(locked)
	s.locked[i] = candidate
	defer func() { s.locked = nil }()
	then, err := s.check()
	if err != nil {
		return u, err
	}
	states, err := s.loadSources(token.NewFileSet(), []sources.Locked{locked[i], candidate})
	if err != nil {
		return u, err
	}
	u.Impact = impact.Of(impact.Judged{Workspace: now.ws, Findings: now.findings}, impact.Judged{Workspace: then.ws, Findings: then.findings}, states[0], states[1])
	return u, nil
}
