package vendors

import (
	"fmt"
	"strings"
)

// Markdown returns the page of the documentation that lists all facts.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# What vendors of models accept as tools

Written from the data in internal/vendors by ` + "`go test ./internal/vendors -update`" + `. Nothing was sent to a vendor: facts come from
documentation, specifications and the vendors' own code; what only reports of users show is marked, and is a warning at most.
` + "`skilllint vendors TARGET`" + ` prints the same.

Name the targets that a skill is made for, and the rule ` + "[unsupported-by-vendor](rules.md#unsupported-by-vendor)" + ` reports what they refuse or ignore:

` + "```yaml\ntargets: [openai-strict, gemini]   # .skilllint.yaml, or --target on the command line\n```" + `

` + "`skilllint emit SKILL --target T`" + ` writes the skill's tools in a form that the target takes. A schema is rewritten only where the
target refuses it, and the rewritten schema is proved to accept the same values; else what is lost is printed with a value that shows it.
`)
	for _, v := range All() {
		fmt.Fprintf(&b, "\n## %s\n", v.Name)
		for _, t := range v.Targets {
			fmt.Fprintf(&b, "\n### `%s`\n\n%s. Enforces %s.\n\n", t.Name, t.Title, t.Enforces)
			if len(t.Aliases) > 0 {
				fmt.Fprintf(&b, "Also called `%s`.\n\n", strings.Join(t.Aliases, "`, `"))
			}
			b.WriteString("| effect | of | sources |\n|---|---|---|\n")
			for _, f := range t.Facts {
				effect, of, _ := strings.Cut(f.String(), " ")
				var sources []string
				for _, s := range f.Sources {
					sources = append(sources, fmt.Sprintf("[%s, %s](%s)", s.Kind, s.Day, s.URL))
				}
				fmt.Fprintf(&b, "| %s | %s | %s |\n", effect, escapeCell(of), strings.Join(sources, "<br>"))
			}
		}
	}
	return b.String()
}

// escapeCell keeps text from ending a cell of a table or being read as markup.
func escapeCell(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "[", `\[`, "_", `\_`).Replace(s)
}
