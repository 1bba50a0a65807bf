// Command bench writes a workspace of contract skills for whole-process
// measurements: go run ./testdata/bench DIR SKILLS [SEED].
//
// A tenth of the skills provide two tools each; every other one imports one
// or two of them. The same arguments give the same tree, free of findings.
package main

import (
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: bench DIR SKILLS [SEED]")
	}
	skills, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	seed := uint64(1)
	if len(os.Args) > 3 {
		if seed, err = strconv.ParseUint(os.Args[3], 10, 64); err != nil {
			log.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(seed, seed))
	providers := max(1, skills/10)
	for i := range skills {
		dir := filepath.Join(os.Args[1], fmt.Sprintf("group%d", i/10), fmt.Sprintf("skill%d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			log.Fatal(err)
		}
		text := consumer(i, providers, random)
		if i < providers {
			text = provider(i)
		}
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

const body = "\n# Skill %d\n\nUse it to compute a chart. See [the guide](https://example.com/guide) first.\n\n```bash\nrun chart --date 2026-01-01\n```\n\n"

func provider(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nid: skill%d\nname: 技能 %d\nversion: 1.0.0\nexports:\n  api_version: \"1.4\"\n  tools:\n", i, i)
	for t := range 2 {
		fmt.Fprintf(&b, `    - name: skill%d_tool%d
      description: 计算星盘
      input_schema:
        type: object
        required: [birth_date]
        properties:
          birth_date: {type: string, format: date}
          birth_time: {type: string, pattern: "^\\d{2}:\\d{2}$"}
          birth_place: {type: string}
      output_schema:
        type: object
        properties:
          chart: {type: object}
          sun_sign: {type: string}
`, i, t)
	}
	b.WriteString("  access:\n    requires_subscription: true\n    rate_limit: 50/day\n---\n")
	fmt.Fprintf(&b, body, i)
	return b.String()
}

func consumer(i, providers int, random *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nid: skill%d\nname: 技能 %d\nversion: 1.0.0\nimports:\n", i, i)
	first := random.IntN(providers)
	fmt.Fprintf(&b, "  - from: skill%d\n    tools: [skill%d_tool0, skill%d_tool1]\n    min_version: \"1.2\"\n", first, first, first)
	if second := random.IntN(providers); second != first {
		fmt.Fprintf(&b, "  - from: skill%d\n    tools: [skill%d_tool1]\n    min_version: \"1.0\"\n", second, second)
	}
	b.WriteString("---\n")
	fmt.Fprintf(&b, body, i)
	return b.String()
}
