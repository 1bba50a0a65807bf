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
` + "`skilllint vendors`" + ` lists the targets, and ` + "`skilllint vendors TARGET`" + ` prints the same as this page.

Name the targets that a skill is made for, and the rule ` + "[unsupported-by-vendor](rules.md#unsupported-by-vendor)" + ` reports what they refuse or ignore:

` + "```yaml\ntargets: [openai-strict, gemini]   # .skilllint.yaml, or --target on the command line\n```" + `

` + "`skilllint emit SKILL --target T`" + ` writes the skill's tools in a form that the target takes. A schema is rewritten only where the
target refuses it, and the rewritten schema is proved to accept the same values; else what is lost is printed with a value that shows it.
SKILL is the id of a skill, not its path. The files are printed; ` + "`-o DIR`" + ` writes them to a folder.

Azure OpenAI is not a target: too little is documented about what it refuses. According to quotations of Microsoft's page its structured
outputs accept fewer keywords than ` + "`openai-strict`" + `, so a schema that passes here may fail there.
`)
	b.WriteString(realTools)
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

// realTools is what the facts say of tools that servers have: the figures of
// TestInstances over their recorded lists.
const realTools = `
## 1,235 real tools

The lists of 38 servers of npm, recorded by ` + "`skilllint mcp snapshot`" + `, and of GitHub's server (v1.10.0), on 2026-11-22. "Not" are schemas that no rewriting brings into the
target's form; emit says so and writes nothing. Every other rewritten schema passes the target's own facts, and an independent validator told no difference from the written one
on 200 values each that emit had not told. ` + "`SKILLLINT_TOOLS=DIR go test ./internal/vendors -run TestInstances -v`" + ` prints the same of a folder of lists.

| target | refused | something ignored | emitted the same | with a loss that is told | not |
|---|---:|---:|---:|---:|---:|
| anthropic | 19 | 0 | 1226 | 0 | 9 |
| anthropic-strict | 1011 | 0 | 224 | 910 | 101 |
| bedrock | 9 | 0 | 1235 | 0 | 0 |
| bedrock-strict | 1009 | 0 | 226 | 966 | 43 |
| gemini | 738 | 0 | 756 | 433 | 46 |
| gemini-json-schema | 0 | 51 | 1235 | 0 | 0 |
| mcp | 9 | 0 | 1235 | 0 | 0 |
| mistral | 0 | 0 | 1235 | 0 | 0 |
| openai, openai-responses | 12 | 0 | 1234 | 1 | 0 |
| openai-strict | 1139 | 0 | 98 | 1100 | 37 |
| vertex | 670 | 0 | 1139 | 49 | 47 |
`

// escapeCell keeps text from ending a cell of a table or being read as markup.
func escapeCell(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "[", `\[`, "_", `\_`).Replace(s)
}
