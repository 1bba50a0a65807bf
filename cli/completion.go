package cli

import (
	"fmt"
	"go/token"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// complete gives a flag's value the words that a shell completes.
func complete(cmd *cobra.Command, flag string, words func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // no such flag
	}
}

// one gives a flag some fixed words.
func one(words ...string) func() []string { return func() []string { return words } }

// formatFlag gives a command --format, which takes one of some names. The first
// is the default.
func formatFlag(cmd *cobra.Command, format *string, names ...string) {
	cmd.Flags().StringVarP(format, "format", "f", names[0], wording.Or(names))
	complete(cmd, "format", one(names...))
	cmd.PreRunE = func(*cobra.Command, []string) error { return knownFormat(*format, names) }
}

// knownFormat refuses a format that is none of some names.
func knownFormat(name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("unknown format %q%s: expected %s", name, lint.NewSpeller(names).DidYouMean(name), wording.Or(names))
}

func formatNames() []string { return slices.Sorted(maps.Keys(report.Formats(report.Options{}))) }

func ruleNames() []string {
	var names []string
	for _, r := range ruleSet {
		names = append(names, r.Name)
	}
	return names
}

func targetNames() []string { return lint.TargetNames() }

// skillNames are the skills of the workspace here; none when it cannot be read.
func skillNames() []string {
	s, err := open(&checkFlags{}, nil)
	if err != nil {
		return nil
	}
	defer s.Close()
	ws, err := skill.Load(token.NewFileSet(), s.folder, s.in.Config.LoadOptions())
	if err != nil {
		return nil
	}
	var names []string
	for _, n := range ws.Dependencies().Graph.Nodes {
		names = append(names, visible(n.ID))
	}
	return names
}
