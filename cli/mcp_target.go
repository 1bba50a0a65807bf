package cli

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/mcp/record"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

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
	targets, err := f.targets(s, args, cmd.ArgsLenAtDash())
	if err != nil {
		return err
	}
	failed := false
	for _, t := range targets {
		text, err := f.ask(cmd, t)
		if err == nil {
			err = do(s, t, text)
		}
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

// ask asks a live server for its tools, as a snapshot holds them.
func (f *mcpFlags) ask(cmd *cobra.Command, t target) ([]byte, error) {
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	limits := record.DefaultLimits
	limits.Whole, limits.Page = f.timeout, min(f.timeout, limits.Page)
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", visible(t.name), visible(t.shown))
	answer, err := record.Tools(ctx, t.Server, limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	text, err := mcp.Snapshot(answer.Tools, answer.Info)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	return text, nil
}

// liveTools asks the one server that the arguments of diff name for its tools.
func (f *mcpFlags) liveTools(cmd *cobra.Command, defined bool, args []string) (string, []txtar.File, error) {
	s, err := open(&checkFlags{}, []string{f.dir})
	if err != nil {
		return "", nil, err
	}
	defer s.Close()
	dash := cmd.ArgsLenAtDash()
	switch {
	case defined && (len(args) != 1 || dash >= 0 || f.url != ""), !defined && f.url != "" && len(args) > 0, dash > 1:
		return "", nil, errors.New("expected one live server: skilllint mcp diff OLD SERVER --live, OLD --url ADDRESS, or OLD -- COMMAND")
	case dash >= 0:
		args, dash = append([]string{path.Base(args[0])}, args...), 1
	case f.url != "":
		args = []string{"server"}
	}
	targets, err := f.targets(s, args, dash)
	if err != nil {
		return "", nil, err
	}
	text, err := f.ask(cmd, targets[0])
	return targets[0].name, []txtar.File{{Name: "tools.json", Data: text}}, err
}

// targets are the servers that the arguments name, a command behind dash of them.
func (f *mcpFlags) targets(s *session, args []string, dash int) ([]target, error) {
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
	return path.Join(dir, manifest.SnapshotFolder, name+".json")
}
