package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/skill"
)

// pause is how long a watch rests between two looks at the files.
const pause = 500 * time.Millisecond

// watch checks the workspace whenever it changes, until it is interrupted.
// Looking for changes takes as long as a run of which the cache has the result.
func watch(cmd *cobra.Command, f *checkFlags, out *outputs, args []string) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	last := ""
	for {
		stamp, err := watchOnce(cmd, f, out, args, last)
		switch {
		case err != nil && err.Error() != last: // a configuration that is being written
			fmt.Fprintf(cmd.ErrOrStderr(), "skilllint: %v\n", err)
			last = err.Error()
		case err == nil:
			last = stamp
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// watchOnce checks the workspace when its stamp is not the last one.
func watchOnce(cmd *cobra.Command, f *checkFlags, out *outputs, args []string, last string) (string, error) {
	s, err := openCheck(cmd, f, args)
	if err != nil {
		return "", err
	}
	defer s.Close()
	s.tree = skill.ReadTree(os.DirFS(s.root.Name()), s.in.Config.LoadOptions()) // no link is followed in a listing
	stamp, _, err := stampOf(s, f)
	if err != nil || stamp == last {
		return stamp, err
	}
	result, err := judge(f, out, s)
	if err != nil {
		return "", err
	}
	if out.options.Text.Color { // a terminal: the last report alone stays
		fmt.Fprint(cmd.OutOrStdout(), "\x1b[H\x1b[2J\x1b[3J")
	}
	result.Status = exitClean
	return stamp, result.replay(cmd.OutOrStdout(), cmd.ErrOrStderr())
}
