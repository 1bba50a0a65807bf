package cli

import (
	"fmt"
	"go/token"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newMCPList() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list [path]",
		Short: "List the MCP servers that the workspace defines or has recorded, and who uses them",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(&checkFlags{}, args)
			if err != nil {
				return err
			}
			defer s.Close()
			ws, err := skill.Load(token.NewFileSet(), s.root.FS(), s.in.Config.LoadOptions())
			if err != nil {
				return err
			}
			list := listedServers(ws)
			if format == "json" {
				return report.WriteJSON(cmd.OutOrStdout(), struct {
					Version int            `json:"version"`
					Servers []listedServer `json:"servers"`
				}{1, list})
			}
			return printServers(cmd.OutOrStdout(), list)
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

// A listedServer is one server of the workspace.
type listedServer struct {
	Name     string   `json:"name"`
	File     string   `json:"file,omitempty"`     // that defines it; "" for one that is only recorded
	Reached  string   `json:"reached,omitempty"`  // command or address, without secrets
	Snapshot string   `json:"snapshot,omitempty"` // "" when its tools are not recorded
	Tools    int      `json:"tools"`
	Users    []string `json:"users"`
}

func listedServers(ws *skill.Workspace) []listedServer {
	list := []listedServer{}
	found := map[*skill.Skill]bool{}
	recorded := func(l *listedServer, s *skill.Skill) {
		found[s] = true
		l.Snapshot, l.Tools = s.Manifest().Path, len(s.Exports)
		for _, u := range servers.Uses(ws) {
			if who := servers.Who(ws, u.File); u.Server == s && !slices.Contains(l.Users, who) {
				l.Users = append(l.Users, who)
			}
		}
	}
	for _, d := range servers.Defined(ws) {
		l := listedServer{Name: d.Key.Text, File: d.File.Path, Reached: d.Shown(), Users: []string{}}
		for _, s := range ws.RecordedServers() {
			if s.Server.Name == d.Name() && (s.Server.Dir == d.Dir || s.Server.Dir == ".") && l.Snapshot == "" {
				recorded(&l, s)
			}
		}
		list = append(list, l)
	}
	for _, s := range ws.RecordedServers() {
		if !found[s] {
			l := listedServer{Name: s.Server.Name, Users: []string{}}
			recorded(&l, s)
			list = append(list, l)
		}
	}
	return list
}

func printServers(w io.Writer, list []listedServer) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(w, "no file defines an MCP server, and none is recorded")
		return err
	}
	for _, l := range list {
		fmt.Fprintf(w, "%s\n", visible(l.Name))
		if l.File != "" {
			fmt.Fprintf(w, "  defined   %s: %s\n", visible(l.File), visible(l.Reached))
		}
		if l.Snapshot == "" {
			fmt.Fprintln(w, "  recorded  no")
		} else {
			fmt.Fprintf(w, "  recorded  %s: %s\n", visible(l.Snapshot), wording.Count(l.Tools, "tool", "tools"))
		}
		for _, who := range l.Users {
			fmt.Fprintf(w, "  used by   %s\n", visible(who))
		}
	}
	return nil
}
