package gateway_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"
)

// A model is a workspace of the contract dialect as a test draws it, before any of
// our code has seen it.
type model []modelSkill

type modelSkill struct {
	id      string
	version string // of the API; "" for none
	tools   []string
	removal map[string]string // dates, by tool
	imports []modelImport
	calls   []string // tools that its code calls
}

type modelImport struct {
	from, tool, min string
}

var modelDates = func() []string {
	today := time.Now().UTC()
	return []string{
		today.AddDate(0, 0, -1).Format(time.DateOnly), today.Format(time.DateOnly),
		today.AddDate(0, 0, 1).Format(time.DateOnly), today.AddDate(0, 0, 60).Format(time.DateOnly),
	}
}()

// drawModel draws workspaces whose skills mostly agree. Nobody names a tool twice, so
// that one import decides.
func drawModel(t *rapid.T) model {
	n := rapid.IntRange(1, 5).Draw(t, "skills")
	faulty := rapid.IntRange(0, 3).Draw(t, "faults") == 0 // draw what never fits, too
	var m model
	for i := range n {
		s := modelSkill{id: string(rune('a'+i)) + "-skill", version: rapid.SampledFrom([]string{"1.0", "1.2", "1.10", "0.3", "2.0"}).Draw(t, "version"), removal: map[string]string{}}
		for j := range rapid.IntRange(0, 3).Draw(t, "tools") {
			tool := fmt.Sprintf("%c_tool_%d", 'a'+i, j)
			s.tools = append(s.tools, tool)
			if rapid.IntRange(0, 5).Draw(t, "deprecated") == 0 {
				dates := modelDates[3:]
				if faulty {
					dates = modelDates
				}
				s.removal[tool] = rapid.SampledFrom(dates).Draw(t, "date")
			}
		}
		if faulty && rapid.Bool().Draw(t, "unversioned") {
			s.version = ""
		}
		m = append(m, s)
	}
	for i := range m {
		for j := range m {
			if i == j || !faulty && j < i { // downwards alone: no cycles
				continue
			}
			for _, tool := range m[j].tools {
				if !rapid.Bool().Draw(t, "imported") {
					continue
				}
				imp := modelImport{from: m[j].id, tool: tool}
				if rapid.Bool().Draw(t, "versioned") {
					imp.min = m[j].version
					if faulty {
						imp.min = rapid.SampledFrom([]string{"1.0", "1.1", "1.9", "0.2", "0.3", "2.0"}).Draw(t, "min_version")
					}
				}
				if faulty && rapid.IntRange(0, 9).Draw(t, "wrong provider") == 0 {
					imp.from = rapid.SampledFrom([]string{"ghost", m[i].id, m[0].id}).Draw(t, "from")
				}
				if faulty && rapid.IntRange(0, 9).Draw(t, "wrong tool") == 0 {
					imp.tool += "x"
				}
				m[i].imports = append(m[i].imports, imp)
			}
		}
		// Code calls what was declared, and now and then what was not.
		for _, imp := range m[i].imports {
			if rapid.IntRange(0, 3).Draw(t, "called") > 0 {
				m[i].calls = append(m[i].calls, imp.tool)
			}
		}
		if faulty {
			m[i].calls = append(m[i].calls, rapid.SampledFrom(m.named()).Draw(t, "call"))
		}
	}
	return m
}

// files writes the model as manifests. JSON is YAML.
func (m model) files() fstest.MapFS {
	type object = map[string]any
	files := fstest.MapFS{}
	for _, s := range m {
		exports := object{}
		if s.version != "" {
			exports["api_version"] = s.version
		}
		tools := []object{}
		for _, tool := range s.tools {
			tools = append(tools, object{"name": tool, "description": "Do " + tool, "input_schema": object{"type": "object"}, "output_schema": object{"type": "object"}})
		}
		exports["tools"] = tools
		var deprecated []object
		for _, tool := range s.tools {
			if date := s.removal[tool]; date != "" {
				deprecated = append(deprecated, object{"tool": tool, "removal_date": date})
			}
		}
		if deprecated != nil {
			exports["deprecated"] = deprecated
		}
		imports := []object{}
		byEntry := map[[2]string][]string{}
		var entries [][2]string
		for _, imp := range s.imports {
			key := [2]string{imp.from, imp.min}
			if byEntry[key] == nil {
				entries = append(entries, key)
			}
			byEntry[key] = append(byEntry[key], imp.tool)
		}
		for _, e := range entries {
			o := object{"from": e[0], "tools": byEntry[e]}
			if e[1] != "" {
				o["min_version"] = e[1]
			}
			imports = append(imports, o)
		}
		var b strings.Builder
		b.WriteString("---\n")
		for _, member := range []struct {
			key   string
			value any
		}{{"id", s.id}, {"name", s.id}, {"description", "Skill " + s.id + " of the model"}, {"version", "1.0.0"}, {"exports", exports}, {"imports", imports}} {
			text, _ := json.Marshal(member.value)
			fmt.Fprintf(&b, "%s: %s\n", member.key, text)
		}
		b.WriteString("---\n# Use\n\nUse it.\n")
		files["skills/"+s.id+"/SKILL.md"] = &fstest.MapFile{Data: []byte(b.String())}
		if len(s.calls) > 0 {
			var code strings.Builder
			code.WriteString("from services.agent.tool_registry import ToolRegistry\n\n\nasync def run(context):\n")
			for _, tool := range s.calls {
				fmt.Fprintf(&code, "    await ToolRegistry.execute(%q, {}, context)\n", tool)
			}
			files["skills/"+s.id+"/handlers.py"] = &fstest.MapFile{Data: []byte(code.String())}
		}
	}
	return files
}

// named lists all words that somebody may call.
func (m model) named() []string {
	words := []string{"nothing"}
	for _, s := range m {
		words = append(words, s.tools...)
		for _, imp := range s.imports {
			words = append(words, imp.tool)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}
