package report

import (
	"fmt"
	"io"

	"github.com/skilllint/skilllint/internal/impact"
)

// A Consumer is a repository that uses the skills here, and what a change breaks in it.
type Consumer struct {
	Name  string `json:"name"`
	State string `json:"state"` // which of it was looked at: a revision with its commit, or a folder
	impact.Impact
}

// verdict says what the change does to the consumer, as "2 uses break".
func (c *Consumer) verdict() string {
	switch len(c.Breaks) {
	case 0:
		return "nothing breaks"
	case 1:
		return "1 use breaks"
	}
	return fmt.Sprintf("%d uses break", len(c.Breaks))
}

func consumersText(w io.Writer, list []Consumer) {
	for _, c := range list {
		fmt.Fprintf(w, "consumer %s (%s): %s\n", Visible(c.Name), Visible(c.State), c.verdict())
		impactText(w, c.Impact)
	}
}

func consumersMarkdown(w io.Writer, list []Consumer) {
	if len(list) > 0 {
		fmt.Fprintln(w, "\n## Consumers")
	}
	for _, c := range list {
		fmt.Fprintf(w, "\n### %s (%s): %s\n\n", markdownText(c.Name), markdownText(c.State), c.verdict())
		impactMarkdown(w, c.Impact)
	}
}
