package prompts

import (
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/template"
)

// InputFault says what a value of a declared input should have
// been; it is empty when the value is of the input's type.
func InputFault(input, value *skill.Node) string {
	switch input.Get("type").Str() {
	case "string":
		if !value.Is(skill.String) {
			return "a string"
		}
	case "number":
		if !value.Is(skill.Number) {
			return "a number"
		}
	case "boolean":
		if !value.Is(skill.Bool) {
			return "true or false"
		}
	case "enum":
		var allowed []string
		for _, v := range input.Get("enum").Items() {
			allowed = append(allowed, v.Value.Text)
			if v.Value.Kind == value.Kind && v.Value.Text == value.Text {
				return ""
			}
		}
		if len(allowed) > 0 {
			return "one of " + messages.List(slices.Compact(allowed)) + lint.NewSpeller(allowed).DidYouMean(value.Text)
		}
	}
	return ""
}

// DeclaredInputs are the names of a cli skill's inputs.
func DeclaredInputs(m *skill.Manifest) []contract.Name {
	var names []contract.Name
	for _, n := range m.Root.All("inputs", "*", "name") {
		if n.Is(skill.String) {
			names = append(names, skill.NameOf(n))
		}
	}
	return names
}

// An InputUse is a place in a cli skill's prompt that names an input: bytes
// of the prompt's text.
type InputUse struct {
	Name       string
	start, end int
}

// Place is where that stands in the manifest.
func (u InputUse) Place(m *skill.Manifest) contract.Name {
	pos, end := m.Span(m.Root.Get("system_prompt"), u.start, u.end)
	return contract.Name{Text: u.Name, Pos: pos, End: end}
}

// A MisreadInput is a place of a prompt that means a declared input in a form that
// is not replaced, and the form that is.
type MisreadInput struct {
	InputUse
	Written, Meant string
}

// shellInput matches an input in the form of a shell: ${inputs.x}.
var shellInput = regexp.MustCompile(`\$\{\s*inputs\.([A-Za-z_][\w-]*)\s*\}`)

// MisreadInputs are the places where a prompt means one of the declared inputs in
// another form than {{inputs.x}}, in the order of the text by form.
func MisreadInputs(m *skill.Manifest, declared map[string]bool) []MisreadInput {
	prompt := m.Root.Get("system_prompt").Str()
	var found []MisreadInput
	for _, path := range template.Parse(prompt).Paths() {
		root := path.Segments[0]
		switch {
		case len(path.Segments) == 1 && !root.IsIndex && declared[root.Name]:
			found = append(found, MisreadInput{InputUse{root.Name, root.Start, root.End}, "{{" + root.Name + "}}", "inputs." + root.Name})
		case len(path.Segments) > 1 && root.Name == "input" && !path.Segments[1].IsIndex && declared[path.Segments[1].Name]:
			found = append(found, MisreadInput{InputUse{path.Segments[1].Name, root.Start, root.End}, "{{input." + path.Segments[1].Name + "}}", "inputs"})
		}
	}
	for _, at := range shellInput.FindAllStringSubmatchIndex(prompt, -1) {
		if name := prompt[at[2]:at[3]]; declared[name] {
			found = append(found, MisreadInput{InputUse{name, at[0], at[1]}, prompt[at[0]:at[1]], "{{inputs." + name + "}}"})
		}
	}
	return found
}

// UsedInputs are the inputs that a cli skill's prompt uses, in the order of
// the text.
func UsedInputs(m *skill.Manifest) []InputUse {
	var uses []InputUse
	for _, path := range template.Parse(m.Root.Get("system_prompt").Str()).Paths() {
		if len(path.Segments) < 2 || path.Segments[0].Name != "inputs" || path.Segments[1].IsIndex {
			continue
		}
		name := path.Segments[1]
		uses = append(uses, InputUse{name.Name, name.Start, name.End})
	}
	return uses
}
