package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// pause is how long a watch rests between two looks at the files.
const pause = 500 * time.Millisecond

// watch checks the workspace whenever it changes, until it is interrupted.
// Looking for changes takes as long as a run of which the cache has the result.
func watch(cmd *cobra.Command, f *checkFlags, out *outputs, args []string) error {
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	var last seen
	complaint := ""
	for {
		now, err := watchOnce(cmd, f, out, args, last)
		if err == nil {
			last, complaint = now, ""
		} else if err.Error() != complaint { // a configuration that is being written
			complaint = err.Error()
			fmt.Fprintf(cmd.ErrOrStderr(), "skilllint: %s\n", complaint)
			last = seen{}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// seen is what a watch has reported on: a run's key, and what it looked at.
type seen struct {
	key string
	cacheEntry
	looks []look
}

// watchOnce checks the workspace when it is not as the last run saw it.
func watchOnce(cmd *cobra.Command, f *checkFlags, out *outputs, args []string, last seen) (seen, error) {
	s, err := openCheck(cmd, f, args)
	if err != nil {
		return last, err
	}
	defer s.Close()
	key, err := runKey(f, out, s)
	if err != nil {
		return last, err
	}
	if key == last.key {
		if same, _ := s.finds(last.cacheEntry, last.looks); same {
			return last, nil
		}
	}
	result, err := judge(f, out, s)
	if err != nil {
		return last, err
	}
	if out.options.Text.Color { // a terminal: the last report alone stays
		fmt.Fprint(cmd.OutOrStdout(), "\x1b[H\x1b[2J\x1b[3J")
	}
	result.Status = exitClean
	return seen{key, cacheEntry{Commit: s.commit, Tracked: s.tracked}, s.looks()}, result.replay(s.root.Name(), cmd.OutOrStdout(), cmd.ErrOrStderr())
}
