package gateway_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"pgregory.net/rapid"
)

// A mixed workspace has skills of all dialects that lead to contracts, as a test draws
// them: contracts, functions, packages in several versions, procedures, cli skills beside
// them, agents with locks; with code in Python, TypeScript and Go.
type mixed struct {
	files    fstest.MapFS
	skills   []*mixedSkill
	bindings []mixedBinding
	calls    []mixedCall
}

// A mixedSkill is one manifest: of a package, one version.
type mixedSkill struct {
	kind    string // contract, function, package, sop
	id, dir string
	version string   // what imports have to ask for: MAJOR.MINOR of a contract, else semver; "" for none
	tools   []string // exported
	status  string   // of a package
	imports []mixedImport
	main    string // the manifest's path
}

type mixedImport struct{ from, tool, min string }

type mixedBinding struct {
	agent, skill, lock string
	auto               bool
}

// A mixedCall is one call in code.
type mixedCall struct {
	skill      *mixedSkill
	file, tool string
}

type object = map[string]any

func (w *mixed) write(name, text string) { w.files[name] = &fstest.MapFile{Data: []byte(text)} }

func (w *mixed) json(name string, v any) {
	text, _ := json.MarshalIndent(v, "", "  ")
	w.write(name, string(text)+"\n")
}

// drawMixed draws workspaces whose skills mostly agree: those without faults need only
// what was drawn before them, and what it has.
func drawMixed(t *rapid.T) *mixed {
	w := &mixed{files: fstest.MapFS{}}
	faulty := rapid.IntRange(0, 2).Draw(t, "faults") == 0
	fault := func(label string) bool { return faulty && rapid.IntRange(0, 7).Draw(t, label) == 0 }
	for i := range rapid.IntRange(2, 6).Draw(t, "skills") {
		switch rapid.SampledFrom([]string{"contract", "contract", "function", "function", "package", "package", "sop"}).Draw(t, "kind") {
		case "contract":
			s := &mixedSkill{kind: "contract", id: fmt.Sprintf("contract_%d", i)}
			s.version = rapid.SampledFrom([]string{"1.0", "1.2", "1.10", "0.3"}).Draw(t, "api_version")
			for j := range rapid.IntRange(0, 2).Draw(t, "tools") {
				s.tools = append(s.tools, fmt.Sprintf("c%d_tool_%d", i, j))
			}
			s.dir = "skills/" + s.id
			s.main = s.dir + "/SKILL.md"
			w.skills = append(w.skills, s)
		case "function":
			s := &mixedSkill{kind: "function", id: fmt.Sprintf("function_%d", i), version: rapid.SampledFrom([]string{"1.0.0", "2.3.4", "0.3.1"}).Draw(t, "version")}
			s.tools = []string{s.id}
			s.dir = "functions/" + s.id
			s.main = s.dir + "/skill.json"
			w.skills = append(w.skills, s)
		case "package":
			w.drawPackage(t, i, fault)
		case "sop":
			s := &mixedSkill{kind: "sop", id: fmt.Sprintf("procedure_%d", i), dir: "procedures"}
			s.main = s.dir + "/" + s.id + ".md"
			w.skills = append(w.skills, s)
		}
	}
	if fault("same tool") {
		w.skills[0].tools = append(w.skills[0].tools, rapid.SampledFrom(w.words()).Draw(t, "tool"))
	}
	if fault("same id") {
		w.skills[0].id = rapid.SampledFrom(w.skills).Draw(t, "id").id
	}
	for i, s := range w.skills {
		w.drawImports(t, i, s, fault)
	}
	w.drawBindings(t, fault)
	for _, s := range w.skills {
		w.writeSkill(t, s)
		w.drawCalls(t, s, fault)
	}
	if slices.ContainsFunc(w.skills, func(s *mixedSkill) bool { return s.kind == "sop" }) {
		w.write("app/tools/__init__.py", "from app import crud\n\nTOOL_REGISTRY = {\n    \"host_read\": ToolDef(crud.read, \"Read\"),\n}\n")
	}
	return w
}

// drawPackage draws versions of one package, which keep or lose their tools.
func (w *mixed) drawPackage(t *rapid.T, i int, fault func(string) bool) {
	id := fmt.Sprintf("package-%d", i)
	all := []string{"1.0.0", "1.1.0", "2.0.0", "2.1.0-beta.1"}
	var active []string
	for k, version := range all {
		if k > 0 && rapid.Bool().Draw(t, "left out") {
			continue
		}
		s := &mixedSkill{kind: "package", id: id, version: version, dir: "packages/" + id + "/" + version}
		s.main = s.dir + "/manifest.json"
		for j := range rapid.IntRange(0, 2).Draw(t, "tools") {
			s.tools = append(s.tools, fmt.Sprintf("p%d_tool_%d", i, j))
		}
		if rapid.IntRange(0, 4).Draw(t, "status") == 0 {
			s.status = rapid.SampledFrom([]string{"deprecated", "failed", "pending", "active"}).Draw(t, "which")
		}
		if s.status == "" || s.status == "active" {
			active = append(active, version)
		}
		w.skills = append(w.skills, s)
	}
	current := active
	if fault("current") {
		current = append(all, "3.0.0")
	}
	if len(current) > 0 && rapid.Bool().Draw(t, "definition") {
		w.json("packages/"+id+"/definition.json", object{
			"id": "def-" + id, "skillId": id, "name": id, "currentVersion": rapid.SampledFrom(current).Draw(t, "currentVersion"),
		})
	}
}

// words are all tools that somebody exports.
func (w *mixed) words() []string {
	words := []string{"nothing"}
	for _, s := range w.skills {
		words = append(words, s.tools...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func (w *mixed) drawImports(t *rapid.T, i int, s *mixedSkill, fault func(string) bool) {
	named := map[string]bool{}
	for j, p := range w.skills {
		if p.id == s.id || p.kind == "sop" || j > i && !fault("upwards") {
			continue
		}
		for _, tool := range p.tools {
			if named[tool] || rapid.IntRange(0, 2).Draw(t, "imported") > 0 {
				continue
			}
			named[tool] = true
			imp := mixedImport{from: p.id, tool: tool}
			if p.version != "" && rapid.Bool().Draw(t, "versioned") {
				imp.min = minorOf(p.version)
				if fault("version") {
					imp.min = rapid.SampledFrom([]string{"1.0", "1.1", "1.9", "0.2", "0.3", "2.0", "2.1"}).Draw(t, "min_version")
				}
			}
			if fault("provider") {
				imp.from = rapid.SampledFrom([]string{"ghost", s.id, w.skills[0].id}).Draw(t, "from")
			}
			if fault("tool") {
				imp.tool += "x"
			}
			s.imports = append(s.imports, imp)
		}
	}
}

func minorOf(version string) string {
	parts := strings.SplitN(version, ".", 3)
	return parts[0] + "." + parts[1]
}

func (w *mixed) drawBindings(t *rapid.T, fault func(string) bool) {
	ids := map[string]bool{}
	for _, s := range w.skills {
		ids[s.id] = s.kind != "sop" || ids[s.id]
	}
	byAgent := map[string][]object{}
	for _, agent := range []string{"writer", "reader"} {
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			if !ids[id] || rapid.Bool().Draw(t, "unbound") {
				continue
			}
			b := mixedBinding{agent: agent, skill: id, auto: rapid.Bool().Draw(t, "autoUpdate")}
			if rapid.Bool().Draw(t, "locked") {
				b.lock = rapid.SampledFrom([]string{"1.0.0", "^1.0.0", "~1.1.0", "^2.0.0", "*", "^2.1.0-alpha", ">=1.1"}).Draw(t, "versionLock")
			}
			for range 1 + map[bool]int{true: 1}[fault("twice")] {
				w.bindings = append(w.bindings, b)
				byAgent[agent] = append(byAgent[agent], object{"agentId": agent, "skillDefinitionId": id, "versionLock": b.lock, "autoUpdate": b.auto})
			}
		}
	}
	if len(w.bindings) == 0 {
		return
	}
	if rapid.Bool().Draw(t, "one file") {
		w.json("agents/all.json", append(byAgent["writer"], byAgent["reader"]...))
		return
	}
	for agent, list := range byAgent {
		w.json("agents/"+agent+".json", list)
	}
}

func (w *mixed) writeSkill(t *rapid.T, s *mixedSkill) {
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
			"input": object{"type": "object"}, "output": object{"type": "object"},
		}
		var calls []string
		steps := []object{}
		for _, imp := range s.imports {
			calls = append(calls, imp.tool)
			steps = append(steps, object{"step": fmt.Sprintf("step%d", len(steps)), "skill": imp.tool, "input": object{}})
		}
		if calls != nil {
			manifest["calls"], manifest["mode"] = calls, "composite"
			if rapid.Bool().Draw(t, "pipeline") {
				manifest["pipeline"] = steps
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
		tools := []string{"host_read"}
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
		tools = append(tools, rapid.SampledFrom(w.words()).Draw(t, "word"))
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
		head, line, tail = "async def execute(context):\n", "    await ToolRegistry.execute(%q, {}, context)\n", "    return {}\n"
	case ".ts", ".js":
		head, line, tail = "export async function execute(context) {\n", "  await ToolRegistry.execute(%q, {}, context)\n", "  return {}\n}\n"
	case ".go":
		head, line, tail = "package main\n\nfunc execute() {\n", "\tgateway.Call(ctx, %q, nil)\n", "}\n"
	}
	code.WriteString(head)
	for _, tool := range tools {
		fmt.Fprintf(&code, line, tool)
		w.calls = append(w.calls, mixedCall{s, file, tool})
	}
	code.WriteString(tail)
	w.write(file, code.String())
}
