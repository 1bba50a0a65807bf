package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

func newVendors() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "vendors [TARGET]",
		Short: "Print what vendors of models accept as tools",
		Long: `Print what is known of the vendors of models: which tools and keywords of JSON
Schema each target refuses or ignores, with the source and the day of each fact.

A target that --target or the configuration's targets name is checked by the rule
unsupported-by-vendor; emit writes tools in a form that the target takes.`,
		Example: `  skilllint vendors
  skilllint vendors openai-strict
  skilllint vendors gemini -f json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			targets, err := targetsNamed(args)
			if err != nil {
				return err
			}
			if format == "json" {
				return report.WriteJSON(cmd.OutOrStdout(), targets)
			}
			return printTargets(cmd.OutOrStdout(), targets, len(args) > 0)
		},
		ValidArgs: vendors.Names(),
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

// targetsNamed returns all targets, or the one that is asked for.
func targetsNamed(args []string) ([]*vendors.Target, error) {
	if len(args) > 0 {
		t := vendors.TargetOf(args[0])
		if t == nil {
			return nil, fmt.Errorf("unknown target %q%s; known are %s", args[0], lint.NewSpeller(vendors.Names()).DidYouMean(args[0]), strings.Join(vendors.Names(), ", "))
		}
		return []*vendors.Target{t}, nil
	}
	var all []*vendors.Target
	for _, name := range vendors.Names() {
		all = append(all, vendors.TargetOf(name))
	}
	return all, nil
}

func printTargets(w io.Writer, targets []*vendors.Target, facts bool) error {
	for _, t := range targets {
		fmt.Fprintf(w, "%-20s %s: %s\n", t.Name, t.Vendor.Name, t.Title)
		if !facts {
			continue
		}
		fmt.Fprintf(w, "\nenforces %s\n", t.Enforces)
		for _, f := range t.Facts {
			fmt.Fprintf(w, "\n%s\n", f)
			for _, s := range f.Sources {
				fmt.Fprintf(w, "  %s, %s: %s\n", s.Kind, s.Day, s.URL)
			}
		}
	}
	return nil
}
