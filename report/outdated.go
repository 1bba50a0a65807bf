package report

import (
	"fmt"
	"io"

	"github.com/skilllint/skilllint/internal/impact"
)

// An Update is a newer state of a source, and what it would break in the workspace.
type Update struct {
	Source string `json:"source"`
	From   string `json:"from"`
	To     string `json:"to"`
	impact.Impact
	// Best says that of the newer states of the source it is the highest that breaks nothing.
	Best bool `json:"best"`
}

// OutdatedFormats write updates, by the names of the formats.
var OutdatedFormats = map[string]func(io.Writer, []Update) error{"text": outdatedText, "markdown": outdatedMarkdown, "json": outdatedJSON}

func outdatedJSON(w io.Writer, updates []Update) error {
	if updates == nil {
		updates = []Update{}
	}
	return WriteJSON(w, struct {
		Version int      `json:"version"`
		Updates []Update `json:"updates"`
	}{1, updates})
}

// verdict says what an update does, as "breaks 2 things here".
func (u Update) verdict() string {
	switch {
	case len(u.Breaks) > 0:
		return "breaks " + fmt.Sprintf("%s here", plural(len(u.Breaks), "use"))
	case u.Best:
		return "breaks nothing here: the highest that does not"
	}
	return "breaks nothing here"
}

func outdatedText(w io.Writer, updates []Update) error {
	if len(updates) == 0 {
		_, err := fmt.Fprintln(w, "all sources are up to date")
		return err
	}
	for _, u := range updates {
		if _, err := fmt.Fprintf(w, "%s: %s -> %s %s\n", Visible(u.Source), Visible(u.From), Visible(u.To), u.verdict()); err != nil {
			return err
		}
		impactText(w, u.Impact)
	}
	return nil
}

func impactText(w io.Writer, i impact.Impact) {
	for _, line := range i.Breaks {
		fmt.Fprintf(w, "  error: %s\n", Visible(line))
	}
	for _, line := range i.Adds {
		fmt.Fprintf(w, "  warning: %s\n", Visible(line))
	}
}

func outdatedMarkdown(w io.Writer, updates []Update) error {
	if _, err := fmt.Fprint(w, "## Newer versions of sources\n"); err != nil {
		return err
	}
	if len(updates) == 0 {
		_, err := fmt.Fprintln(w, "\nAll sources are up to date.")
		return err
	}
	for _, u := range updates {
		fmt.Fprintf(w, "\n### %s: %s → %s\n\nThis update %s.\n", markdownText(u.Source), markdownText(u.From), markdownText(u.To), u.verdict())
		if len(u.Breaks)+len(u.Adds) > 0 {
			fmt.Fprintln(w)
		}
		impactMarkdown(w, u.Impact)
	}
	return nil
}

func impactMarkdown(w io.Writer, i impact.Impact) {
	for _, line := range i.Breaks {
		fmt.Fprintf(w, "- error: %s\n", markdownText(line))
	}
	for _, line := range i.Adds {
		fmt.Fprintf(w, "- warning: %s\n", markdownText(line))
	}
}
