package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// seedsIntro stands above the blocks in docs/seeds.md, seedsRest below them.
const (
	seedsIntro = `# The design documents' own examples

Written by ` + "`go test ./rules -update`" + `; the tests run every block. skilllint grew out of five design documents: S0 contracts
between skills, S1 functions (skill.json), S2 cli skills (skill.yaml), S3 procedures with a tool registry in Python, S4 versioned packages.
These are all code blocks in them that are manifests, as they are printed there, and what skilllint says of each.
`
	seedsRest = `
## Blocks that are no manifests

| blocks | what they are |
|---|---|
| S0 §2.1; S1 §3.1–3.3 (layouts), §6, §7; S2 §2, §4.2, §6; S3 §3, §7; S4 "目录结构", state machines | drawings and lists of folders; the layouts are what the examples above are laid out as |
| S0 §4.3, §7.3 | calls in Python; the rules about code read them |
| S0 §5.1–5.3 | what a checker and a gateway have to do, in Python: the rules of group B, and the gateway |
| S1 §1, §3.1 | TypeScript of the runtime |
| S1 §8 | the JSON Schema of skill.json; skill/schema/function.schema.json says the same, but leaves the schemas in it to rule invalid-tool-schema and versions to invalid-version |
| S2 §2, §4.1 | commands of another tool |
| S2 §6.2, §7.1 | that tool's configuration and adapter interface |
| S3 §4.1, §4.3, §4.4, §6.1–6.3 | the runtime in Python and TypeScript; of §6.1 the form of UI commands |
| S4, all others | interfaces, API calls and SQL of the platform; their fields are what definition, package and bindings have |
`
)

// TestSeeds runs the examples of the design documents and writes docs/seeds.md.
func TestSeeds(t *testing.T) {
	list := archives(t, "seeds")
	if len(list) < 12 {
		t.Fatalf("only %d archives", len(list))
	}
	var b strings.Builder
	b.WriteString(seedsIntro)
	for _, a := range list {
		got := a.run(t)
		if *update {
			a.setWant(t, got)
		} else if want := a.want(); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", a.path, got, want)
		}
		title, why, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\n")
		name := filepath.Base(a.path)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n\n", strings.TrimSuffix(name, ".txtar"), title, why)
		for _, f := range a.Files {
			if f.Name != "want" {
				fmt.Fprintf(&b, "- `%s`\n", f.Name)
			}
		}
		fmt.Fprintf(&b, "\n````text\n%s````\n", got)
	}
	b.WriteString(seedsRest)
	path := filepath.Join("..", "docs", "seeds.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != b.String() {
		t.Errorf("docs/seeds.md is not up to date; run go test ./rules -update (%v)", err)
	}
}
