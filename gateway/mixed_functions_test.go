package gateway_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"
)

// A mixedInput is one property of a function's input.
type mixedInput struct {
	name     string
	schema   object
	value    any  // one that fits
	required bool // and without a default
}

// functionOutput is what every function of a model promises, and functionResult one that fits.
var functionOutput = object{
	"type": "object", "required": []string{"list", "text"},
	"properties": object{
		"text": object{"type": "string"},
		"list": object{"type": "array", "items": object{"type": "object", "required": []string{"v"}, "properties": object{"v": object{"type": "string"}}}},
	},
}

const functionResult = `{"list": [{"v": "a"}, {"v": "b"}], "text": "t"}`

// drawInputs draws what a function takes, with defaults that fit, and in faulty workspaces some that do not.
func (s *mixedSkill) drawInputs(t *rapid.T, fault func(string) bool) {
	for i := range rapid.IntRange(0, 3).Draw(t, "inputs") {
		in := mixedInput{name: fmt.Sprintf("in%d", i)}
		var wrong any
		switch rapid.SampledFrom([]string{"string", "number", "integer", "boolean", "enum", "array"}).Draw(t, "type") {
		case "string":
			in.schema, in.value, wrong = object{"type": "string"}, "x", 5
		case "number":
			in.schema, in.value, wrong = object{"type": "number", "minimum": 1}, 1.5, "5"
		case "integer":
			in.schema, in.value, wrong = object{"type": "integer"}, 7, 7.5
		case "boolean":
			in.schema, in.value, wrong = object{"type": "boolean"}, true, "true"
		case "enum":
			in.schema, in.value, wrong = object{"type": "string", "enum": []string{"a", "b"}}, "b", "c"
		case "array":
			in.schema, in.value, wrong = object{"type": "array", "items": object{"type": "string"}}, []any{"x"}, []any{1}
		}
		if rapid.Bool().Draw(t, "default") {
			in.schema["default"] = in.value
			if fault("wrong default") {
				in.schema["default"] = wrong
			}
		} else {
			in.required = rapid.Bool().Draw(t, "required")
		}
		s.inputs = append(s.inputs, in)
	}
	s.undeclared = fault("undeclared input")
}

// inputSchema is the JSON Schema of a function's input.
func (s *mixedSkill) inputSchema() object {
	properties, required := object{}, []string{}
	for _, in := range s.inputs {
		properties[in.name] = in.schema
		if in.required {
			required = append(required, in.name)
		}
	}
	if s.undeclared {
		required = append(required, "undeclared")
	}
	return object{"type": "object", "properties": properties, "required": required}
}

// args are arguments of a tool of the skill: all that is declared and has no default.
func (s *mixedSkill) args() object {
	args := object{}
	for _, in := range s.inputs {
		if _, has := in.schema["default"]; !has {
			args[in.name] = in.value
		}
	}
	return args
}

// toolArgs are arguments for whoever exports a tool: only functions take any.
func (w *mixed) toolArgs(tool string) object {
	for _, s := range w.skills {
		if s.kind == "function" && s.id == tool {
			return s.args()
		}
	}
	return object{}
}

// isFunction reports whether a tool's result is a function's.
func (w *mixed) isFunction(tool string) bool {
	return slices.ContainsFunc(w.skills, func(s *mixedSkill) bool { return s.kind == "function" && slices.Contains(s.tools, tool) })
}

// drawPipeline draws a graph of steps that call all imports, some twice: a step reads only
// what it waits for. In faulty workspaces a step may do what none may.
func (w *mixed) drawPipeline(t *rapid.T, s *mixedSkill, fault func(string) bool) (steps []object, mapping object) {
	var calls []string
	for _, imp := range s.imports {
		calls = append(calls, imp.tool)
		if rapid.IntRange(0, 2).Draw(t, "again") == 0 {
			calls = append(calls, imp.tool)
		}
	}
	mapping = object{"list": []any{}, "text": "done"}
	var names, functions []string // of the steps so far
	explicit := rapid.Bool().Draw(t, "depends")
	for i, call := range calls {
		name := fmt.Sprintf("step%d", i)
		step, input := object{"step": name, "skill": call}, w.toolArgs(call)
		source := "" // a step whose output is read
		if len(functions) > 0 && rapid.Bool().Draw(t, "reads") {
			source = rapid.SampledFrom(functions).Draw(t, "source")
		}
		depends := []string{}
		for _, earlier := range names {
			if earlier == source || rapid.Bool().Draw(t, "waits") {
				depends = append(depends, earlier)
			}
		}
		text := ""
		if source != "" {
			text = "{{steps." + source + ".text}}"
		}
		each := source != "" && rapid.Bool().Draw(t, "foreach")
		if each {
			step["foreach"], text = "{{steps."+source+".list}}", "{{item.v}}"
		}
		if fault("template") {
			text = rapid.SampledFrom([]string{"{{item.v}}", "{{steps.nope.text}}", "{{steps." + name + ".text}}", "{{input.nope}}", "{{nope}}", "{{steps.step9.text | upper}}"}).Draw(t, "wrong template")
		}
		for key, v := range input {
			if _, isText := v.(string); isText && v == "x" && text != "" {
				input[key] = text
			}
		}
		if explicit || each || fault("unordered") {
			step["depends"] = depends
		}
		if fault("depends") {
			step["depends"] = []string{rapid.SampledFrom([]string{"nope", name, "step0", "step1", "step9"}).Draw(t, "wrong depends")}
		}
		if fault("key") {
			step[rapid.SampledFrom([]string{"for_each", "retry", "dependsOn"}).Draw(t, "wrong key")] = "x"
		} else if rapid.Bool().Draw(t, "tries") {
			step["retry"], step["retryDelay"], step["timeout"] = rapid.IntRange(0, 1).Draw(t, "retry"), 0, 60_000
		}
		if each && rapid.Bool().Draw(t, "bounded") {
			step["maxConcurrency"] = rapid.IntRange(0, 2).Draw(t, "most")
		}
		step["input"] = input
		steps = append(steps, step)
		names = append(names, name)
		if w.isFunction(call) && !each {
			functions = append(functions, name)
		}
	}
	if len(functions) > 0 && rapid.Bool().Draw(t, "mapped") {
		from := rapid.SampledFrom(functions).Draw(t, "from")
		mapping = object{"list": "{{steps." + from + ".list}}", "text": "{{steps." + from + ".text | upper}}"}
	}
	if explicit && rapid.Bool().Draw(t, "any order") { // each says what it waits for
		slices.Reverse(steps)
	}
	return steps, mapping
}
