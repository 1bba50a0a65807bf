package gateway_test

import (
	"encoding/json"
	"fmt"
	"maps"
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
	registry []string // the tools that are in TOOL_REGISTRY
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

	inputs     []mixedInput // of a function
	undeclared bool         // it requires an input that it does not declare
	pipeline   []byte       // the manifest of a function with a pipeline
	listed     []string     // by a procedure: of the registry's
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
			s.drawInputs(t, fault)
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
	w.drawRegistry(t, fault)
	for _, s := range w.skills {
		w.writeSkill(t, s, fault)
		w.drawCalls(t, s, fault)
	}
	return w
}

// drawRegistry draws the tools of the host's registry, and which of them each procedure lists. The
// registry may stand elsewhere, or be filled by what cannot be read.
func (w *mixed) drawRegistry(t *rapid.T, fault func(string) bool) {
	if !slices.ContainsFunc(w.skills, func(s *mixedSkill) bool { return s.kind == "sop" }) {
		return
	}
	w.registry = []string{"host_read", "host_write", "host_delete"}[:rapid.IntRange(1, 3).Draw(t, "registered")]
	if fault("registered tool") {
		w.registry = append(w.registry, rapid.SampledFrom(w.words()).Draw(t, "registered word"))
	}
	for _, s := range w.skills {
		for _, tool := range w.registry {
			if s.kind == "sop" && (len(s.listed) == 0 || rapid.Bool().Draw(t, "listed")) {
				s.listed = append(s.listed, tool)
			}
		}
		if s.kind == "sop" && fault("listed tool") {
			s.listed = append(s.listed, "host_raed")
		}
	}
	text := "from app import crud\n\nTOOL_REGISTRY = {\n"
	for _, tool := range w.registry {
		text += fmt.Sprintf("    %q: ToolDef(crud.%s, \"Do it\"),\n", tool, tool)
	}
	text += "}\n"
	switch rapid.IntRange(0, 4).Draw(t, "the registry is") {
	case 0: // elsewhere
		return
	case 1:
		text += "TOOL_REGISTRY.update(crud.load())\n"
	}
	w.write("app/tools/__init__.py", text)
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
			if p.version != "" && (s.kind == "contract" && p.kind == "contract" || rapid.Bool().Draw(t, "versioned")) {
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
