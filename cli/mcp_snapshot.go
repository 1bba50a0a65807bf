package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/mcp/record"
	"github.com/skilllint/skilllint/report"
)

// mcpFlags say which servers are asked, and for how long.
type mcpFlags struct {
	dir      string
	all      bool
	url      string
	headers  []string
	env      []string
	timeout  time.Duration
	breaking bool
}

func (f *mcpFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "workspace", "w", ".", "a `PATH` in the workspace")
	flags.StringVar(&f.url, "url", "", "the `ADDRESS` of a server that no file defines")
	flags.StringArrayVar(&f.headers, "header", nil, "a header for --url, as `NAME=VALUE`; ${VARIABLE} in it is filled in (repeatable)")
	flags.StringArrayVar(&f.env, "env", nil, "the `NAME` of a variable that the command is given besides PATH and HOME (repeatable)")
	flags.DurationVar(&f.timeout, "timeout", record.DefaultLimits.Whole, "how long one server may take")
}

func (f *mcpFlags) addAll(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.all, "all", false, "ask every server that the workspace defines")
}

const mcpStarts = `A server of a file is only started when it is named, or with --all: what it runs is what
the file says, which a pull request may have changed. The command line is printed
first. It is given PATH, HOME and what its definition names. Secrets are neither
printed nor recorded.`

func newMCPSnapshot() *cobra.Command {
	f := &mcpFlags{}
	cmd := &cobra.Command{
		Use:   "snapshot [SERVER...] | snapshot SERVER --url ADDRESS | snapshot SERVER -- COMMAND [ARG...]",
		Short: "Ask live MCP servers for their tools, and record them",
		Long: `Ask live MCP servers for their tools, over stdio or streamable HTTP, and record the
answer in .mcp-tools/SERVER.json beside the file that defines the server: sorted by
name, each tool as it was sent, nothing that changes from run to run.

` + mcpStarts + `

Exit status: 0 all were recorded, 2 one could not be asked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachServer(cmd, f, args, func(s *session, t target, text []byte) error {
				if have, err := limit.ReadFS(s.root.FS(), t.path, limit.Tools); err == nil && string(have) == string(text) {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: unchanged\n", t.path)
					return nil
				}
				if err := writeSnapshot(s.root, t.path, text); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: written\n", t.path)
				return nil
			})
		},
	}
	f.add(cmd)
	f.addAll(cmd)
	return cmd
}

func newMCPCheck() *cobra.Command {
	f := &mcpFlags{}
	cmd := &cobra.Command{
		Use:   "check [SERVER...]",
		Short: "Compare live MCP servers with what was recorded of them",
		Long: `Compare the tools of live MCP servers with their snapshots, for a nightly job: what
changed, and whether that breaks anybody.

` + mcpStarts + `

Exit status: 0 all are as recorded, 1 one is not (with --breaking-only: in a way that
breaks somebody), 2 one could not be asked.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			drift := false
			err := eachServer(cmd, f, args, func(s *session, t target, text []byte) error {
				return f.compare(cmd, s, t, text, &drift)
			})
			if err == nil && drift {
				err = exitStatus(exitFindings)
			}
			return err
		},
	}
	f.add(cmd)
	f.addAll(cmd)
	cmd.Flags().BoolVar(&f.breaking, "breaking-only", false, "fail only for what breaks somebody")
	return cmd
}

// compare says how a live server differs from its snapshot.
func (f *mcpFlags) compare(cmd *cobra.Command, s *session, t target, text []byte, drift *bool) error {
	w := cmd.OutOrStdout()
	have, err := limit.ReadFS(s.root.FS(), t.path, limit.Tools)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: nothing was recorded of it in %s: skilllint mcp snapshot %s", t.name, t.path, t.name)
	}
	if string(have) == string(text) {
		fmt.Fprintf(w, "%s: as recorded\n", visible(t.name))
		return nil
	}
	list, err := diffTexts(t.path, have, t.name, text)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		fmt.Fprintf(w, "%s: its tools promise what was recorded; only the record is another\n", visible(t.name))
		*drift = *drift || !f.breaking
		return nil
	}
	if err := changeFormats["text"](w, report.Changes{Skills: list}); err != nil {
		return err
	}
	*drift = *drift || !f.breaking || diffStatus(list) != nil
	return nil
}

// writeSnapshot writes a file at once, or not at all.
func writeSnapshot(root *os.Root, name string, text []byte) error {
	if err := root.MkdirAll(filepath.FromSlash(path.Dir(name)), 0o755); err != nil {
		return err
	}
	next := name + ".new"
	if err := root.WriteFile(next, text, 0o644); err != nil {
		return err
	}
	if err := root.Rename(next, name); err != nil {
		_ = root.Remove(next)
		return err
	}
	return nil
}

// visibleLines makes a text of several lines fit for the terminal.
func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = visible(lines[i])
	}
	return strings.Join(lines, "\n  ")
}
