package cli

import (
	"go/token"
	"maps"
	"slices"

	"github.com/spf13/cobra"

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
