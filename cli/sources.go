package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

func newSources() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sources",
		Short: "Resolve the repositories that provide skills from elsewhere",
		Long: `Resolve the repositories that provide skills from elsewhere: those that the
configuration lists under sources. update writes skilllint.lock; check reads the lock
and the cache alone and never asks the network.`,
		Example: `  skilllint sources list
  skilllint sources update
  skilllint sources outdated --format markdown`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(newSourcesList(), newSourcesUpdate(), newSourcesOutdated())
	return cmd
}

func newSourcesList() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list [PATH]",
		Short: "Print the sources and what they are locked to",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(&checkFlags{}, args)
			if err != nil {
				return err
			}
			defer s.Close()
			lock, err := sources.ReadLock(s.disk)
			if err != nil {
				return err
			}
			if format == "json" {
				return report.WriteJSON(cmd.OutOrStdout(), lock)
			}
			named := lock.Named()
			for _, source := range s.in.Config.Sources {
				state := "not locked"
				if l := named[source.Name]; l != nil && l.Source == source {
					state = strings.TrimSpace(l.At + " " + l.Commit)
					if state == "" {
						state = l.Digest
					}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", visible(source.Name), visible(source.Where()), visible(state))
			}
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func newSourcesUpdate() *cobra.Command {
	var dir string
	var moved, locked bool
	cmd := &cobra.Command{
		Use:   "update [NAME...]",
		Short: "Resolve sources and write skilllint.lock",
		Long: `Resolve sources, all or those that are named, and write skilllint.lock. Repositories
are read by git; nothing of them is run. A tag that was moved keeps the commit of the
lock unless --moved is given. With --locked the contents that the lock names are
fetched, and the lock stays as it is: for CI and for other machines.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(&checkFlags{}, []string{dir})
			if err != nil {
				return err
			}
			defer s.Close()
			if locked {
				return s.restoreSources(cmd.Context(), cmd.OutOrStdout(), args)
			}
			return s.updateSources(cmd.Context(), cmd.OutOrStdout(), args, moved)
		},
	}
	cmd.Flags().StringVarP(&dir, "workspace", "w", ".", "a `PATH` in the workspace")
	cmd.Flags().BoolVar(&locked, "locked", false, "fetch what the lock names, and change nothing")
	cmd.Flags().BoolVar(&moved, "moved", false, "take tags that point to another commit than the lock's")
	cmd.MarkFlagsMutuallyExclusive("locked", "moved")
	return cmd
}

// updater brings sources of the workspace into the store.
func (s *session) updater() (*sources.Updater, error) {
	store, err := sourceStore()
	if err != nil {
		return nil, err
	}
	return &sources.Updater{Store: store, Root: s.root.Name(), Want: sources.Wanted}, nil
}

// updateSources writes the lock anew, with the entries of the sources that are named, or of all.
func (s *session) updateSources(ctx context.Context, w io.Writer, names []string, moved bool) error {
	if err := s.knowsSources(names); err != nil {
		return err
	}
	was, err := sources.ReadLock(s.disk)
	if err != nil {
		was = &sources.Lock{} // update is how a broken lock is mended
	}
	up, err := s.updater()
	if err != nil {
		return err
	}
	up.Moved = moved
	named := was.Named()
	var updated []sources.Locked
	for _, source := range s.in.Config.Sources {
		old := named[source.Name]
		if len(names) > 0 && !slices.Contains(names, source.Name) {
			continue
		}
		now, note, err := up.Update(ctx, source, old)
		if err != nil {
			return err
		}
		if note != "" {
			fmt.Fprintln(w, visible(note))
		}
		updated = append(updated, now)
		switch {
		case old == nil:
			fmt.Fprintf(w, "%s: locked to %s\n", visible(source.Name), visible(stateOf(now)))
		case old.Digest != now.Digest || old.Commit != now.Commit:
			fmt.Fprintf(w, "%s: %s, was %s\n", visible(source.Name), visible(stateOf(now)), visible(stateOf(*old)))
		default:
			fmt.Fprintf(w, "%s: unchanged\n", visible(source.Name))
		}
	}
	return sources.Relock(s.root, s.in.Config.Sources, updated)
}

// knowsSources returns an error when the configuration lists no sources, or lacks one of these names.
func (s *session) knowsSources(names []string) error {
	var known []string
	for _, source := range s.in.Config.Sources {
		known = append(known, source.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no source %q in %s%s", name, lint.ConfigName, lint.NewSpeller(known).DidYouMean(name))
		}
	}
	if len(known) == 0 {
		return fmt.Errorf("%s lists no sources", lint.ConfigName)
	}
	return nil
}

// restoreSources brings what the lock names into the cache, and leaves the lock.
func (s *session) restoreSources(ctx context.Context, w io.Writer, names []string) error {
	if err := s.knowsSources(names); err != nil {
		return err
	}
	lock, err := sources.ReadLock(s.disk)
	if err != nil {
		return err
	}
	locked, err := sources.Find(s.in.Config.Sources, lock)
	if err != nil {
		return err
	}
	up, err := s.updater()
	if err != nil {
		return err
	}
	for _, l := range locked {
		if len(names) > 0 && !slices.Contains(names, l.Name) {
			continue
		}
		if err := up.Restore(ctx, l); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s\n", visible(l.Name), visible(stateOf(l)))
	}
	return nil
}

// stateOf is what a person compares: a commit, or a digest.
func stateOf(l sources.Locked) string {
	if l.Commit != "" {
		return strings.TrimSpace(l.At + " " + l.Commit[:min(12, len(l.Commit))])
	}
	return l.Digest[:min(19, len(l.Digest))]
}
