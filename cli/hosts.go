package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

func newHosts() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "hosts [NAME]",
		Short: "Print what the programs that load skills are known to do, and since when",
		Long: `Print what the programs that load skills are known to do: which folders they look
into, which keys they need, ignore and refuse, and since when that is known.

Without a name the hosts are listed. Every line ends with its sources, which stand
below with version and day. What is not known is not there.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			shown := hosts.All()
			if len(args) == 1 {
				if _, err := lint.KnownHosts(args[0]); err != nil {
					return err
				}
				shown = []*hosts.Host{hosts.Of(args[0])}
			}
			w := cmd.OutOrStdout()
			switch {
			case format == "json":
				return report.WriteJSON(w, struct {
					Version int           `json:"version"`
					Hosts   []*hosts.Host `json:"hosts"`
				}{1, shown})
			case len(args) == 0:
				return listHosts(w)
			}
			describeHost(w, shown[0])
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return hosts.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

func listHosts(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, h := range hosts.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", h.Name, h.Version, h.Checked, h.Title)
	}
	return w.Flush()
}

func describeHost(w io.Writer, h *hosts.Host) {
	fmt.Fprintf(w, "%s (%s), version %s, looked at on %s\nHeld to the host itself: %s.\n", h.Title, h.Name, h.Version, h.Checked, h.Held)
	for _, s := range h.Describe() {
		fmt.Fprintf(w, "\n%s\n", s.Title)
		for _, l := range s.Lines {
			fmt.Fprintf(w, "  %s [%s]\n", l.Text, strings.Join(l.Source, ", "))
		}
	}
	if len(h.Unknown) > 0 {
		fmt.Fprintf(w, "\nNot known\n  %s\n", strings.Join(h.Unknown, "\n  "))
	}
	fmt.Fprintf(w, "\nSources\n")
	for _, id := range slices.Sorted(maps.Keys(h.Sources)) {
		fmt.Fprintf(w, "  %s: %s\n", id, h.Sources[id])
	}
}
