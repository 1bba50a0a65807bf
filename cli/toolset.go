package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/emit"
	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/toolset"
)

func newToolset() *cobra.Command {
	var dir, format string
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "toolset [flags] SKILL",
		Short: "Print the tools that a model is given for a skill",
		Long: `Print the tools that a model is given for a skill: core tools, its own, and the
imported ones that the contracts allow today. What is not authorised is not there.

The document has the tools in the format of a vendor, with schemas that the vendor takes
as emit writes them (standard error says what is lost), the table from the models'
names to skills and tools, and the skill's text as a suffix of the conversation.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runToolset(cmd, f, dir, format, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&format, "format", "f", toolset.Formats[0], strings.Join(toolset.Formats, ", "))
	flags.StringVarP(&dir, "workspace", "w", ".", "a `PATH` in the workspace")
	flags.StringVar(&f.now, "now", "", "the day that removals are judged by, YYYY-MM-DD (default today)")
	complete(cmd, "format", one(toolset.Formats...))
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return skillNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func runToolset(cmd *cobra.Command, f *checkFlags, dir, format, id string) error {
	s, err := open(f, []string{dir})
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.check()
	if err != nil {
		return err
	}
	found, err := skillOf(r.ws, id)
	if err != nil {
		return err
	}
	set, err := toolsOf(s, r.ws, found)
	if err != nil {
		return err
	}
	if target := vendors.TargetFor(format); target != nil {
		written, notes, err := emit.Tools(set.Tools, target)
		if err != nil {
			return err
		}
		set = written
		tell(cmd.ErrOrStderr(), notes)
	}
	tools, err := set.Marshal(format)
	if err != nil {
		return err
	}
	text, err := textOf(s, found)
	if err != nil {
		return err
	}
	return report.WriteJSON(cmd.OutOrStdout(), struct {
		Tools  json.RawMessage          `json:"tools"`
		Names  map[string]toolset.Owner `json:"names"`
		Suffix string                   `json:"suffix,omitempty"`
	}{tools, set.Names(), set.Suffix(id, text)})
}

// given are the tools that a skill has without an import: core tools. What their arguments
// are is not known here.
func given(config *lint.Config) []toolset.Entry {
	var entries []toolset.Entry
	for _, name := range config.CoreTools {
		entries = append(entries, toolset.Entry{Skill: contract.Core, Tool: &contract.Tool{Name: contract.Name{Text: name}}})
	}
	return entries
}

// skillOf finds a skill by its id; of a package's versions the one that its name means.
func skillOf(ws *skill.Workspace, id string) (*skill.Skill, error) {
	var names []string
	for _, s := range ws.Skills {
		if s.Manifest().Dialect == skill.Bindings {
			continue
		}
		if s.ID.Text == id && !s.Superseded {
			return s, nil
		}
		names = append(names, s.ID.Text)
	}
	return nil, fmt.Errorf("no skill %q in the workspace%s", id, lint.NewSpeller(names).DidYouMean(id))
}
