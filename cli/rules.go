package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

func newRules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format == "json" {
				return rulesJSON(cmd.OutOrStdout())
			}
			return listRules(cmd.OutOrStdout())
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}

// listRules writes a line a rule.
func listRules(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range ruleSet {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, r.Severity, title(r))
	}
	return w.Flush()
}

// rulesJSON writes the rules for machines, version 1.
func rulesJSON(w io.Writer) error {
	type jsonRule struct {
		Name     string   `json:"name"`
		Severity string   `json:"severity"`
		Group    string   `json:"group"`
		Title    string   `json:"title"`
		Doc      string   `json:"doc"`
		URL      string   `json:"url"`
		Sources  []string `json:"sources"`
	}
	doc := struct {
		Version int        `json:"version"`
		Rules   []jsonRule `json:"rules"`
	}{Version: 1}
	for _, r := range ruleSet {
		j := jsonRule{r.Name, r.Severity.String(), r.Group, title(r), strings.TrimSpace(r.Doc), r.URL(), []string{}}
		for _, s := range r.Sources {
			j.Sources = append(j.Sources, s.URL)
		}
		doc.Rules = append(doc.Rules, j)
	}
	return report.WriteJSON(w, doc)
}

// title is the first line of a rule's documentation.
func title(r *lint.Rule) string {
	first, _, _ := strings.Cut(r.Doc, "\n")
	return first
}

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain a rule: what is wrong, why it matters, what to do",
		Long:  "Explain a rule: what is wrong, why it matters, what to do. Without a rule all are listed.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(cmd.OutOrStdout())
			}
			var names []string
			rules := ruleSet
			if s, err := open(&checkFlags{}, nil); err == nil { // policies are rules of a workspace
				defer s.Close()
				rules = s.rules
			}
			for _, r := range rules {
				if r.Name == args[0] {
					explain(cmd, r)
					return nil
				}
				names = append(names, r.Name)
			}
			return fmt.Errorf("unknown rule %q%s; `skilllint rules` lists them", args[0], lint.NewSpeller(names).DidYouMean(args[0]))
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return ruleNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func explain(cmd *cobra.Command, r *lint.Rule) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s (%s)\n\n%s\n", r.Name, r.Severity, strings.TrimSpace(r.Doc))
	for i, s := range r.Sources {
		if i == 0 {
			fmt.Fprintln(w, "\nSources:")
		}
		fmt.Fprintf(w, "  %s (%s)\n", s.URL, s)
	}
	fmt.Fprintf(w, "\n%s\n", r.URL())
}
