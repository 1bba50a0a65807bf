package rules_test

import (
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// mixedWorkspace has n manifests of all dialects, with pipelines.
func mixedWorkspace(n int) fstest.MapFS {
	fsys := fstest.MapFS{}
	add := func(path, format string, args ...any) {
		fsys[path] = &fstest.MapFile{Data: fmt.Appendf(nil, format, args...)}
	}
	registry := "TOOL_REGISTRY = {\n"
	for i := range n / 10 {
		dir := fmt.Sprintf("skills/g%d/", i)
		for j := range 3 {
			add(fmt.Sprintf("%ssearch%d/skill.json", dir, j), `{
  "name": "search_%d_%d", "description": "finds", "category": "memory", "mode": "code", "version": "1.0.0",
  "input": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 5}}, "required": ["query"]},
  "output": {"type": "object", "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {"snippet": {"type": "string"}, "score": {"type": "number"}}}}}}
}`, i, j)
			add(fmt.Sprintf("%ssearch%d/index.ts", dir, j), "export const execute = async (input, ctx) => ({ results: [] })\n")
		}
		for j := range 3 {
			add(fmt.Sprintf("%sresearch%d/skill.json", dir, j), `{
  "name": "research_%d_%d", "description": "finds and tells", "category": "flow", "mode": "composite",
  "input": {"type": "object", "properties": {"topic": {"type": "string"}}, "required": ["topic"]},
  "output": {"type": "object", "properties": {"texts": {"type": "string"}, "first": {"type": "string"}}, "required": ["texts"]},
  "calls": ["search_%d_0", "search_%d_1", "search_%d_2"],
  "pipeline": [
    {"step": "a", "skill": "search_%d_0", "input": {"query": "{{input.topic}}"}},
    {"step": "b", "skill": "search_%d_1", "input": {"query": "{{steps.a.results | map: snippet | join: ', '}}", "limit": 10}},
    {"step": "c", "skill": "search_%d_2", "condition": "{{steps.b.results | size}} > 0", "input": {"query": "{{input.topic}}: {{steps.b.results | map: snippet | first | default: 'x'}}"}}
  ],
  "outputMapping": {"texts": "{{steps.c.results | map: snippet | join: '\\n'}}", "first": "{{steps.a.results[0].snippet}}"}
}`, i, j, i, i, i, i, i, i)
		}
		add(dir+"cli/skill.yaml", `schema_version: "1.0"
name: cli-%d
version: 1.0.0
description: does a thing
system_prompt: |
  Save to {{inputs.collection}}.
capabilities: [read-file]
mcp_deps:
  - {tool: ocr.recognize, required: true}
inputs:
  - {name: collection, type: string, default: x}
`, i)
		add(dir+"contract/SKILL.md", "---\nid: contract-%d\nimports:\n  - from: search_%d_0\n    tools: [search_%d_0]\n---\n# Contract\n", i, i, i)
		add(dir+"text-editor/1.0.0/SKILL.md", "---\nname: text-editor\ndescription: edits\n---\n# Editor\n")
		add(dir+"text-editor/1.0.0/manifest.json", `{"skillId": "text-editor", "version": "1.0.0"}`)
		add(fmt.Sprintf("%ssop_%d.md", dir, i), "---\nname: sop_%d\ndescription: does\ntools: [tool_%d]\n---\n1. call tool_%d\n", i, i, i)
		registry += fmt.Sprintf("    \"tool_%d\": ToolDef(f, \"does\"),\n", i)
	}
	add("app/tools.py", "%s}\n", registry)
	return fsys
}

func BenchmarkMixedDialects(b *testing.B) {
	dir := b.TempDir()
	for name, file := range mixedWorkspace(20_000) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(p, file.Data, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	fsys := root.FS()
	for b.Loop() {
		ws, err := skill.Load(token.NewFileSet(), fsys, skill.Options{})
		if err != nil {
			b.Fatal(err)
		}
		findings := lint.Run(lint.Input{Workspace: ws, Now: time.Unix(0, 0)}, rules.All)
		b.ReportMetric(float64(len(ws.Manifests)), "manifests")
		b.ReportMetric(float64(len(findings)), "findings")
	}
}
