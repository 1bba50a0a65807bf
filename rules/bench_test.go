package rules_test

import (
	"fmt"
	"go/token"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// workspace is n contract skills, each importing from another.
func workspace(n int) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := range n {
		fsys[fmt.Sprintf("g%d/s%d/SKILL.md", i/100, i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `---
id: s%d
version: 1.0.0
exports:
  api_version: "1.2"
  tools:
    - name: s%d_tool
      input_schema: {type: object, properties: {date: {type: string}}}
      output_schema: {type: object}
imports:
  - from: s%d
    tools: [s%d_tool]
    min_version: "1.0"
---
# Skill
`, i, i, i/2, i/2)}
	}
	return fsys
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			fsys := workspace(n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := skill.Load(token.NewFileSet(), fsys, skill.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRules(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		ws, err := skill.Load(token.NewFileSet(), workspace(n), skill.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				lint.Run(lint.Input{Workspace: ws}, rules.All)
			}
		})
	}
}
