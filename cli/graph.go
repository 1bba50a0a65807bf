package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

var graphFormats = map[string]func(io.Writer, *graph.Graph) error{
	"dot": graph.DOT, "mermaid": graph.Mermaid, "json": graph.JSON, "svg": graph.SVG, "html": report.GraphPage,
}

func newGraph() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	names := slices.Sorted(maps.Keys(graphFormats))
	var format, focus string
	var depth int
	cmd := &cobra.Command{
		Use:   "graph [path]",
		Short: "Draw which skill needs which",
		Long: `Draw the skills of the workspace and what they need of each other. Needs that
are not met are red, cycles are orange, mentions such as links are dotted.`,
		Args: cobra.MaximumNArgs(1),
	}
	flags := cmd.Flags()
	flags.StringVar(&focus, "focus", "", "draw only what `SKILL` leads to, and what leads to it")
	flags.IntVar(&depth, "depth", -1, "over how many edges --focus goes; negative: any number")
	formatFlag(cmd, &format, names...)
	complete(cmd, "focus", skillNames)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if focus == "" && cmd.Flags().Changed("depth") {
			return fmt.Errorf("--depth needs --focus")
		}
		s, err := open(f, args)
		if err != nil {
			return err
		}
		defer s.Close()
		r, err := s.check()
		if err != nil {
			return err
		}
		of := report.Drawing
		if format == "json" {
			of = report.Dependencies
		}
		g := of(r.ws, r.findings)
		if focus != "" {
			n, err := nodeOf(g, focus)
			if err != nil {
				return err
			}
			g = g.Focus(n, depth)
		}
		return graphFormats[format](cmd.OutOrStdout(), g)
	}
	return cmd
}

// nodeOf finds a node by its ID, or by its name when only one has it.
func nodeOf(g *graph.Graph, name string) (int, error) {
	if n, ok := g.Node(name); ok {
		return n, nil
	}
	var ids, labels []string
	found := -1
	for i, n := range g.Nodes {
		labels = append(labels, n.ID)
		if n.Label == name {
			found = i
			ids = append(ids, fmt.Sprintf("%q", n.ID))
		}
	}
	switch len(ids) {
	case 0:
		return 0, fmt.Errorf("no skill is called %q%s", name, lint.NewSpeller(labels).DidYouMean(name))
	case 1:
		return found, nil
	}
	return 0, fmt.Errorf("several skills are called %q: name one of %s", name, strings.Join(ids, ", "))
}
