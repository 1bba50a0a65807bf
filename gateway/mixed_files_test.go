package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

func (w *mixed) writeSkill(t *rapid.T, s *mixedSkill, fault func(string) bool) {
	exported := func(in, out string) []object {
		tools := []object{}
		for _, tool := range s.tools {
			tools = append(tools, object{"name": tool, "description": "Do " + tool, in: object{"type": "object"}, out: object{"type": "object"}})
		}
		return tools
	}
	switch s.kind {
	case "contract":
		matter := object{
			"id": s.id, "name": s.id, "description": "Skill " + s.id + " of the model", "version": "1.0.0",
			"exports": object{"api_version": s.version, "tools": exported("input_schema", "output_schema")},
		}
		w.write(s.main, s.markdown(t, matter))
		if rapid.IntRange(0, 3).Draw(t, "cli beside") == 0 {
			w.write(s.dir+"/skill.yaml", "schema_version: \"1.0\"\nname: cli-"+strings.ReplaceAll(s.id, "_", "-")+"\nversion: 1.0.0\ndescription: Asks a model\nsystem_prompt: Answer.\nmcp_deps:\n  - tool: ocr.recognize\n")
		}
	case "function":
		manifest := object{
			"name": s.id, "description": "Function " + s.id, "category": "model", "version": s.version, "mode": "code",
			"input": s.inputSchema(), "output": functionOutput,
		}
		var calls []string
		for _, imp := range s.imports {
			calls = append(calls, imp.tool)
		}
		if calls != nil {
			manifest["calls"], manifest["mode"] = calls, "composite"
			if rapid.Bool().Draw(t, "pipeline") {
				manifest["pipeline"], manifest["outputMapping"] = w.drawPipeline(t, s, fault)
				s.pipeline, _ = json.Marshal(manifest)
			}
		}
		w.json(s.main, manifest)
	case "package":
		manifest := object{"skillId": s.id, "version": s.version, "tools": exported("inputSchema", "outputSchema")}
		if s.status != "" {
			manifest["status"] = s.status
		}
		if s.status == "deprecated" {
			manifest["deprecatedReason"] = "it is old"
		}
		w.json(s.main, manifest)
		matter := object{"name": s.id, "description": "Package " + s.id + " of the model"}
		if len(s.imports) > 0 {
			matter = object{"id": s.id, "description": "Package " + s.id + " of the model"}
		}
		w.write(s.dir+"/SKILL.md", s.markdown(t, matter))
	case "sop":
		tools := slices.Clone(s.listed)
		for _, imp := range s.imports {
			tools = append(tools, imp.tool)
		}
		w.write(s.main, frontmatter(object{"name": s.id, "description": "Procedure " + s.id, "tools": tools, "inherit_history": true})+"1. "+strings.Join(tools, "\n1. ")+"\n")
	}
}

// markdown writes a SKILL.md with the imports.
func (s *mixedSkill) markdown(t *rapid.T, matter object) string {
	var imports []object
	var legacy []string
	for _, imp := range s.imports {
		if imp.min == "" && rapid.IntRange(0, 5).Draw(t, "legacy") == 0 {
			legacy = append(legacy, imp.tool)
			continue
		}
		o := object{"from": imp.from, "tools": []string{imp.tool}}
		if imp.min != "" {
			o["min_version"] = imp.min
		}
		imports = append(imports, o)
	}
	if imports != nil {
		matter["imports"] = imports
	}
	if legacy != nil {
		matter["external_tools"] = legacy
	}
	return frontmatter(matter) + "# Use\n\nUse it.\n"
}

// frontmatter writes JSON, which is YAML.
func frontmatter(matter object) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, key := range slices.Sorted(maps.Keys(matter)) {
		text, _ := json.Marshal(matter[key])
		fmt.Fprintf(&b, "%s: %s\n", key, text)
	}
	return b.String() + "---\n"
}

// drawCalls writes code that calls some of what is imported, and in faulty workspaces
// other tools, too.
func (w *mixed) drawCalls(t *rapid.T, s *mixedSkill, fault func(string) bool) {
	if s.kind == "sop" {
		return
	}
	var tools []string
	for _, imp := range s.imports {
		if rapid.Bool().Draw(t, "called") {
			tools = append(tools, imp.tool)
		}
	}
	if fault("call") {
		tools = append(tools, rapid.SampledFrom(append(w.words(), w.registry...)).Draw(t, "word"))
	}
	if len(tools) == 0 && s.kind != "function" {
		return
	}
	languages := []string{"handlers.py", "handlers.ts", "handlers.js", "main.go"}
	if s.kind == "function" {
		languages = []string{"index.ts", "index.js", "index.py"}
	}
	file := path.Join(s.dir, rapid.SampledFrom(languages).Draw(t, "language"))
	var code strings.Builder
	head, line, tail := "", "", ""
	switch path.Ext(file) {
	case ".py":
		head, line, tail = "async def execute(context):\n", "    await ToolRegistry.execute(%q, %s, context)\n", "    return {}\n"
	case ".ts", ".js":
		head, line, tail = "export async function execute(context) {\n", "  await ToolRegistry.execute(%q, %s, context)\n", "  return {}\n}\n"
	case ".go":
		head, line, tail = "package main\n\nfunc execute() {\n", "\tgateway.Call(ctx, %q, raw(`%s`))\n", "}\n"
	}
	code.WriteString(head)
	for _, tool := range tools {
		args, _ := json.Marshal(w.toolArgs(tool))
		if path.Ext(file) == ".py" {
			args = bytes.ReplaceAll(args, []byte("true"), []byte("True"))
		}
		fmt.Fprintf(&code, line, tool, args)
		w.calls = append(w.calls, mixedCall{s, file, tool})
	}
	code.WriteString(tail)
	w.write(file, code.String())
}
