package cli

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/mcp/record"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/skill"
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
	flags.BoolVar(&f.all, "all", false, "ask every server that the workspace defines")
	flags.StringVar(&f.url, "url", "", "the `ADDRESS` of a server that no file defines")
	flags.StringArrayVar(&f.headers, "header", nil, "a header for --url, as `NAME=VALUE`; ${VARIABLE} in it is filled in (repeatable)")
	flags.StringArrayVar(&f.env, "env", nil, "the `NAME` of a variable that the command is given besides PATH and HOME (repeatable)")
	flags.DurationVar(&f.timeout, "timeout", record.DefaultLimits.Whole, "how long one server may take")
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
				if have, err := s.root.ReadFile(t.path); err == nil && string(have) == string(text) {
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
	cmd.Flags().BoolVar(&f.breaking, "breaking-only", false, "fail only for what breaks somebody")
	return cmd
}

// compare says how a live server differs from its snapshot.
func (f *mcpFlags) compare(cmd *cobra.Command, s *session, t target, text []byte, drift *bool) error {
	w := cmd.OutOrStdout()
	have, err := s.root.ReadFile(t.path)
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
	if err := changeFormats["text"](w, list); err != nil {
		return err
	}
	*drift = *drift || !f.breaking || diffStatus(list) != nil
	return nil
}

// A target is one server that is asked.
type target struct {
	name  string
	path  string // of its snapshot, in the workspace
	shown string // how it is reached, for a person
	record.Server
}

// eachServer asks the servers that the arguments name, one after the other, and
// goes on when one fails.
func eachServer(cmd *cobra.Command, f *mcpFlags, args []string, do func(*session, target, []byte) error) error {
	s, err := open(&checkFlags{}, []string{f.dir})
	if err != nil {
		return err
	}
	defer s.Close()
	targets, err := f.targets(cmd, s, args)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
	defer stop()
	limits := record.DefaultLimits
	limits.Whole, limits.Page = f.timeout, min(f.timeout, limits.Page)
	failed := false
	for _, t := range targets {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", visible(t.name), visible(t.shown))
		err := ask(ctx, s, t, limits, do)
		if err != nil {
			failed = true
			fmt.Fprintf(cmd.ErrOrStderr(), "skilllint: %s\n", visibleLines(err.Error()))
		}
	}
	if failed {
		return exitStatus(exitUsage)
	}
	return nil
}

func ask(ctx context.Context, s *session, t target, limits record.Limits, do func(*session, target, []byte) error) error {
	answer, err := record.Tools(ctx, t.Server, limits)
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	text, err := mcp.Snapshot(answer.Tools, answer.Info)
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	return do(s, t, text)
}

// targets are the servers that the arguments name.
func (f *mcpFlags) targets(cmd *cobra.Command, s *session, args []string) ([]target, error) {
	dash := cmd.ArgsLenAtDash()
	ws, err := skill.Load(token.NewFileSet(), s.root.FS(), s.in.Config.LoadOptions())
	if err != nil {
		return nil, err
	}
	switch {
	case dash >= 0 || f.url != "":
		return f.given(s, ws, args, dash)
	case f.all == (len(args) > 0):
		return nil, errors.New("name the servers, or say --all: skilllint mcp list shows them")
	}
	var list []target
	for _, d := range servers.Defined(ws) {
		if !f.all && !slices.Contains(args, d.Key.Text) && !slices.Contains(args, d.Name()) {
			continue
		}
		t := target{name: d.Key.Text, path: snapshotPath(s, ws, d.Dir, d.Name()), shown: d.Shown()}
		if i := slices.IndexFunc(list, func(o target) bool { return o.path == t.path }); i >= 0 {
			if list[i].shown != t.shown {
				return nil, fmt.Errorf("server %s is defined twice for %s, as %s and as %s: record it by its command", t.name, t.path, list[i].shown, t.shown)
			}
			continue
		}
		if t.Server, err = reach(&d, s.root.Name(), os.LookupEnv); err != nil {
			return nil, fmt.Errorf("server %s: %w", t.name, err)
		}
		list = append(list, t)
	}
	for _, name := range args {
		if !slices.ContainsFunc(list, func(t target) bool { return t.name == name || mcp.Normalize(t.name) == name }) {
			return nil, fmt.Errorf("no file of %s defines a server %q: skilllint mcp snapshot %s -- COMMAND, or --url ADDRESS", s.root.Name(), name, name)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no file of %s defines a server", s.root.Name())
	}
	return list, nil
}

// given is the one server whose command or address is an argument.
func (f *mcpFlags) given(s *session, ws *skill.Workspace, args []string, dash int) ([]target, error) {
	names := args
	if dash >= 0 {
		names = args[:dash]
	}
	if len(names) != 1 || f.all || f.url != "" && dash >= 0 || dash >= 0 && dash == len(args) {
		return nil, errors.New("one server has a command or an address: skilllint mcp snapshot SERVER -- COMMAND, or --url ADDRESS")
	}
	name := names[0]
	t := target{name: name, path: snapshotPath(s, ws, ".", mcp.Normalize(name))}
	if dash >= 0 {
		t.Command, t.Args = args[dash], args[dash+1:]
		t.shown = mcp.CommandLine(t.Command, t.Args)
	} else {
		t.URL, t.shown = f.url, mcp.CommandLine(f.url, nil)
	}
	t.Dir, t.Env, t.Headers = ".", map[string]string{}, map[string]string{}
	for _, name := range f.env {
		v, ok := os.LookupEnv(name)
		if !ok {
			return nil, fmt.Errorf("--env %s: it is not set", name)
		}
		t.Env[name] = v
		t.Secrets = append(t.Secrets, v)
	}
	for _, h := range f.headers {
		name, v, ok := strings.Cut(h, "=")
		if !ok {
			return nil, errors.New("--header: expected NAME=VALUE")
		}
		t.Headers[name] = os.Expand(v, os.Getenv)
	}
	return []target{t}, nil
}

// snapshotPath is where a server's tools are recorded: where the configuration
// says, else beside its definition.
func snapshotPath(s *session, ws *skill.Workspace, dir, name string) string {
	for at, server := range s.in.Config.Snapshots {
		if _, kind := ws.Tree.Resolve(at); mcp.Normalize(server) == name && kind == skill.Regular {
			return at
		}
	}
	return path.Join(dir, skill.SnapshotFolder, name+".json")
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
