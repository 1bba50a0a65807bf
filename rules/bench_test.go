package rules_test

import (
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// workspace is n contract skills on disk, each importing from another.
func workspace(b *testing.B, n int) fs.FS {
	dir := b.TempDir()
	for i := range n {
		folder := filepath.Join(dir, fmt.Sprintf("g%d/s%d", i/100, i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		src := fmt.Appendf(nil, `---
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
`, i, i, i/2, i/2)
		if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), src, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return os.DirFS(dir)
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			fsys := workspace(b, n)
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
		ws, err := skill.Load(token.NewFileSet(), workspace(b, n), skill.Options{})
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

// BenchmarkDescriptions compares 10,000 descriptions of some 40 words out of
// 5,000, one in ten of them nearly that of another.
func BenchmarkDescriptions(b *testing.B) {
	fsys := fstest.MapFS{}
	for i := range 10_000 {
		seed := i
		if i%10 == 0 {
			seed = i + 1
		}
		words := make([]byte, 0, 400)
		for j := range 40 {
			words = fmt.Appendf(words, "word%d ", (seed*7919+j*j*104729+j*seed)%5000)
		}
		src := fmt.Appendf(nil, "---\nname: s%d\ndescription: %s end%d\n---\n# S\n", i, words, i%3)
		fsys[fmt.Sprintf("s%d/SKILL.md", i)] = &fstest.MapFile{Data: src}
	}
	ws, err := skill.Load(token.NewFileSet(), fsys, skill.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if n := len(lint.Run(lint.Input{Workspace: ws}, []*lint.Rule{rules.OverlappingDescription})); n < 500 {
			b.Fatal(n)
		}
	}
}
