package template

import (
	"maps"
	"slices"
)

// Types are what is known around a pipeline; Unknown where nothing is.
type Types struct {
	Input  *Type                             // of the pipeline's own function
	Takes  func(skill string) *Type          // the input of a function
	Gives  func(skill string) *Type          // its output
	Verify func(schema, value any) []Problem // see Env.Validate; may be nil
}

// failedType is what a call gives that fails in a step which goes on.
var failedType = FromSchema(map[string]any{
	"type": "object", "required": []any{"_error", "_failed"},
	"properties": map[string]any{"_error": map[string]any{"type": "string"}, "_failed": map[string]any{"const": true}},
})

// Env is the environment in which all steps have run: that of the outputMapping.
func (p *Pipeline) Env(t Types) *Env {
	steps := make([]Step, len(p.Steps))
	for i := range p.Steps {
		s := &p.Steps[i]
		output := t.Gives(s.Skill)
		if s.ContinueOnError {
			output = union(output, failedType)
		}
		if s.Foreach != nil {
			output = ArrayType(output.present())
		}
		steps[i] = Step{Name: s.Name, Output: output, Conditional: s.Condition != nil, before: s.before, depends: s.Depends}
	}
	env := NewEnv(map[string]*Type{"input": t.Input}, steps)
	env.Validate = t.Verify
	return env
}

// Gives is the type of what step i gives, missing where the step may be left out.
func (p *Pipeline) Gives(env *Env, i int) *Type {
	s := env.steps[i]
	if s.Conditional {
		return s.Output.Optional()
	}
	return s.Output
}

// CheckStep finds what is wrong with the templates of step i, and with giving its input to what it calls.
func (p *Pipeline) CheckStep(env *Env, i int, takes *Type) []Problem {
	s := &p.Steps[i]
	env = env.At(i)
	var problems []Problem
	if s.Condition != nil {
		problems = append(problems, pointingTo(s.pointer+"/condition", env.CheckCondition(s.Condition))...)
	}
	if s.Foreach != nil {
		list, found := env.CheckDocument(&Document{root: &docNode{pointer: s.pointer + "/foreach", kind: String, value: s.Foreach.Source, template: s.Foreach}}, ArrayType(unknownType))
		problems = append(problems, found...)
		item := *env
		item.Roots = maps.Clone(env.Roots)
		item.Roots["item"] = list.items()
		env = &item
	}
	_, found := env.CheckDocument(s.Input, takes)
	return append(problems, found...)
}

func pointingTo(pointer string, problems []Problem) []Problem {
	for i := range problems {
		problems[i].Pointer = pointer
	}
	return problems
}

// Check finds what is wrong with the pipeline when nothing is known of the functions that it calls:
// what could not run with any of them.
func (p *Pipeline) Check(input *Type) []Problem {
	unknown := func(string) *Type { return unknownType }
	env := p.Env(Types{Input: input, Gives: unknown})
	var problems []Problem
	for i := range p.Steps {
		problems = append(problems, p.CheckStep(env, i, unknownType)...)
	}
	if p.Output != nil {
		_, found := env.CheckDocument(p.Output, unknownType)
		problems = append(problems, found...)
	}
	return slices.DeleteFunc(problems, func(p Problem) bool { return p.Class == MayFail })
}
