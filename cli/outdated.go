package cli

import (
	"context"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/impact"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// maxNewer is how many newer versions of one source are tried.
const maxNewer = 10

func newSourcesOutdated() *cobra.Command {
	var format string
	var fix bool
	cmd := &cobra.Command{
		Use:   "outdated [PATH]",
		Short: "List newer versions of sources, and what each would break here",
		Long: `List newer versions of the locked sources, and what each would break in this
workspace: new errors, and changed schemas of tools that are imported here, with a value
that was accepted and no longer is.

Nothing is changed without --fix, which takes the highest version of each source that
breaks nothing: it writes the configuration and skilllint.lock.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(&checkFlags{}, args)
			if err != nil {
				return err
			}
			defer s.Close()
			updates, best, err := s.outdated(cmd.Context())
			if err != nil {
				return err
			}
			if fix {
				if err := s.take(cmd.ErrOrStderr(), best); err != nil {
					return err
				}
			}
			return report.OutdatedFormats[format](cmd.OutOrStdout(), updates)
		},
	}
	formatFlag(cmd, &format, "text", "markdown", "json")
	cmd.Flags().BoolVar(&fix, "fix", false, "take the highest version of each source that breaks nothing")
	return cmd
}

// outdated tries the newer versions of each source in place of the locked one. best are
// the highest that break nothing.
func (s *session) outdated(ctx context.Context) (updates []report.Update, best []sources.Locked, err error) {
	lock, err := sources.ReadLock(s.disk)
	if err != nil {
		return nil, nil, err
	}
	locked, err := sources.Find(s.in.Config.Sources, lock)
	if err != nil {
		return nil, nil, err
	}
	up, err := s.updater()
	if err != nil {
		return nil, nil, err
	}
	now, err := s.check()
	if err != nil {
		return nil, nil, err
	}
	for i, l := range locked {
		candidates, err := newerStates(ctx, up, l)
		if err != nil {
			return nil, nil, err
		}
		found := false
		for _, candidate := range candidates {
			update, err := s.try(now, locked, i, candidate)
			if err != nil {
				return nil, nil, err
			}
			if !found && len(update.Breaks) == 0 {
				found, update.Best = true, true
				best = append(best, candidate)
			}
			updates = append(updates, update)
		}
	}
	return updates, best, nil
}

// take writes other states of sources to the configuration and the lock.
func (s *session) take(w io.Writer, states []sources.Locked) error {
	lock, err := sources.ReadLock(s.disk)
	if err != nil {
		return err
	}
	src, err := limit.ReadFS(s.disk, lint.ConfigName, limit.Config)
	if err != nil {
		return err
	}
	text, named := string(src), lock.Named()
	for _, state := range states {
		l := named[state.Name]
		if l.At != state.At {
			if text, err = withRevision(text, l.Name, state.At); err != nil {
				return err
			}
		}
	}
	if text != string(src) {
		if err := writeEdits(s.root, []lint.Edit{{Path: lint.ConfigName, Before: src, After: []byte(text)}}); err != nil {
			return err
		}
		fmt.Fprintf(w, "fixed %s\n", lint.ConfigName)
	}
	if len(states) > 0 {
		fmt.Fprintf(w, "fixed %s\n", sources.LockName)
		return sources.Relock(s.root, s.in.Config.Sources, states)
	}
	return nil
}

// withRevision returns a configuration in which a source has another revision.
func withRevision(text, name, at string) (string, error) {
	fset := token.NewFileSet()
	root, _ := skill.ParseData(fset, lint.ConfigName, []byte(text)) // which was read before
	for _, item := range root.Get("sources").Items() {
		if v := item.Value.Get("at"); v != nil && item.Value.Get("name").Str() == name {
			start, end := fset.Position(v.Pos).Offset, fset.Position(v.End).Offset
			return text[:start] + strings.Replace(text[start:end], v.Text, at, 1) + text[end:], nil
		}
	}
	return "", fmt.Errorf("%s extends the file that has the source %q: write at: %s there", lint.ConfigName, name, at)
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
