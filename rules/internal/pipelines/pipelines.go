// Package pipelines checks the pipelines of a workspace once, for all rules that speak of
// them.
package pipelines

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/template"
)

// A pipelineFault is what is wrong with one template, and the rule that
// speaks of it.
type pipelineFault struct {
	rule string
	analysis.Diagnostic
	source, target any // of pipeline-may-fail: JSON Schemas, nil when they are not exact
}

var pipelineFaults skill.Memo[[]pipelineFault]

// Report reports the faults that are a rule's.
func Report(p *lint.Pass, rule string, severity lint.Severity) {
	faults := pipelineFaults.Of(p.Workspace, func() []pipelineFault {
		c := &pipelineChecker{pass: p, outputs: map[contract.Document]*template.Type{}, inputs: map[contract.Document]*template.Type{}}
		for _, s := range p.Skills {
			if m := dialects.ManifestOf(s, skill.Function); m != nil {
				c.check(m)
			}
		}
		return c.faults
	})
	for _, f := range faults {
		if f.rule == rule && f.proved() {
			p.ReportAs(severity, f.Diagnostic)
		}
	}
}

// proved adds a value that does not fit to what may fail; it is false when
// every value fits.
func (f *pipelineFault) proved() bool {
	if f.source == nil || f.target == nil {
		return true
	}
	source, err := json.Marshal(f.source)
	target, err2 := json.Marshal(f.target)
	if err != nil || err2 != nil {
		return true
	}
	r := schema.CheckBytes(context.Background(), source, target, schema.Options{Deadline: time.Hour}) // fuel ends it, on every machine alike
	if r.Verdict == schema.Not {
		f.Message += fmt.Sprintf("; %s does not", messages.Shorten(r.Witness.String()))
	}
	return r.Verdict != schema.Subschema
}

// Of is a pipeline as the gateway reads it, nil for a skill that runs none and for one of which
// nothing can be read, and what is wrong with it by itself.
func Of(m *skill.Manifest) (*template.Pipeline, []template.Problem) {
	if !manifest.RunsPipeline(m) || len(m.Root.Get("pipeline").Items()) == 0 {
		return nil, nil
	}
	manifest, _ := m.Root.Value().(map[string]any)
	body, problems := template.ParsePipeline(manifest)
	if len(body.Steps) == 0 {
		return nil, nil
	}
	return body, problems
}

// A pipelineChecker types the pipelines of a workspace. Types are
// read once for each schema.
type pipelineChecker struct {
	pass            *lint.Pass
	inputs, outputs map[contract.Document]*template.Type
	faults          []pipelineFault
}

// validate checks a literal wholly against a schema.
func (c *pipelineChecker) validate(doc, value any) []template.Problem {
	text, err := json.Marshal(doc)
	if err != nil {
		return nil
	}
	s, _ := c.pass.SchemaText(text) // what is no schema is rule invalid-tool-schema's
	v, err := schema.ValueOf(value)
	if s == nil || err != nil {
		return nil
	}
	var problems []template.Problem
	for _, v := range s.Validate(v) {
		if v.Key == "" && v.Keyword == "" && len(v.Causes) == 0 {
			continue // something that cannot be decided
		}
		problem := template.Problem{Pointer: v.Instance, Message: v.Message}
		if v.Key == "required" {
			problem.Class, problem.Name = template.Absent, v.Name
		}
		problems = append(problems, problem)
	}
	return problems
}

func (c *pipelineChecker) check(m *skill.Manifest) {
	body, problems := Of(m)
	if body == nil {
		return
	}
	for _, p := range problems {
		if p.Class != template.Form { // manifest-schema speaks of it
			c.problem(m, p, pipelineRules)
		}
	}
	env := body.Env(template.Types{
		Input:  template.FromInput(m.Root.Get("input").Value()),
		Gives:  func(name string) *template.Type { return c.signature(name).output },
		Verify: c.validate,
	})
	for i := range body.Steps {
		for _, p := range withoutMisspelt(body.CheckStep(env, i, c.signature(body.Steps[i].Skill).input)) {
			c.problem(m, p, pipelineRules)
		}
	}
	c.output(m, body, env)
}

// A signature is what a function takes and gives, unknown where there is none, or several.
type signature struct{ input, output *template.Type }

func (c *pipelineChecker) signature(name string) signature {
	tool := c.callee(name)
	if tool == nil {
		return signature{template.Unknown(), template.Unknown()}
	}
	return signature{c.typeOf(c.inputs, tool.Input, template.FromInput), c.typeOf(c.outputs, tool.Output, template.FromSchema)}
}

// callee returns the tool that a step calls, nil when there is none or
// several.
func (c *pipelineChecker) callee(name string) *contract.Tool {
	owners := c.pass.Index.Tool(name)
	if len(owners) != 1 {
		return nil
	}
	return owners[0].Export(name)
}

// typeOf reads the type of a schema, unknown when there is none.
func (c *pipelineChecker) typeOf(cache map[contract.Document]*template.Type, schema contract.Document, read func(any) *template.Type) *template.Type {
	if schema == nil {
		return template.Unknown()
	}
	node, ok := schema.(*skill.Node)
	if !ok {
		var v any
		d := json.NewDecoder(strings.NewReader(string(schema.JSON())))
		d.UseNumber()
		if d.Decode(&v) != nil {
			return template.Unknown()
		}
		return read(v)
	}
	t := cache[schema]
	if t == nil {
		t = read(node.Value())
		cache[schema] = t
	}
	return t
}

// output checks what the pipeline gives: its outputMapping, or without one
// the output of its last step.
func (c *pipelineChecker) output(m *skill.Manifest, body *template.Pipeline, env *template.Env) {
	target := template.FromSchema(m.Root.Get("output").Value())
	if body.Output == nil {
		last := len(body.Steps) - 1
		at := m.Root.Get("pipeline").Items()[last].Value.Get("skill")
		for _, p := range env.CheckFit("the output of the last step", body.Gives(env, last), target) {
			c.faults = append(c.faults, pipelineFault{outputRules[p.Class], lint.Span(at.Pos, at.End, "%s", p.Message), p.Source, p.Target})
		}
		return
	}
	if !m.Root.Get("outputMapping").Is(skill.Map) {
		return
	}
	_, inside := env.CheckDocument(body.Output, template.Unknown())
	own := map[string]bool{}
	for _, p := range inside {
		own[p.Pointer+"\n"+p.Message] = true
		c.problem(m, p, pipelineRules)
	}
	_, problems := env.CheckDocument(body.Output, target)
	for _, p := range withoutMisspelt(problems) {
		if !own[p.Pointer+"\n"+p.Message] {
			c.problem(m, p, outputRules)
		}
	}
}

// withoutMisspelt leaves out what is missing only because it stands there
// misspelt: that is one fault.
func withoutMisspelt(problems []template.Problem) []template.Problem {
	meant := map[string]bool{}
	for _, p := range problems {
		if p.Class == template.Undeclared {
			if near, ok := lint.NewSpeller(p.Known).Nearest(p.Name); ok {
				meant[p.Pointer[:strings.LastIndexByte(p.Pointer, '/')+1]+near] = true
			}
		}
	}
	return slices.DeleteFunc(problems, func(p template.Problem) bool {
		return p.Class == template.Absent && meant[p.Pointer+"/"+p.Name]
	})
}

// pipelineRules are the rules that speak of each class of problem; in an
// output, what does not fit is pipeline-output.
var pipelineRules = map[template.Class]string{
	template.Syntax: "pipeline-syntax", template.Reference: "pipeline-reference", template.Mismatch: "pipeline-type",
	template.Absent: "pipeline-input", template.Undeclared: "pipeline-input", template.MayFail: "pipeline-may-fail",
	template.Cycle: "dependency-cycle",
}

var outputRules = map[template.Class]string{
	template.Syntax: "pipeline-syntax", template.Reference: "pipeline-reference", template.Mismatch: "pipeline-output",
	template.Absent: "pipeline-output", template.Undeclared: "pipeline-output", template.MayFail: "pipeline-may-fail",
}

// problem makes a finding of a template's problem.
func (c *pipelineChecker) problem(m *skill.Manifest, p template.Problem, rules map[template.Class]string) {
	key, at := m.Root.Find(p.Pointer)
	if key != nil && (p.Key || p.Class == template.Absent || at.Is(skill.Map) || at.Is(skill.List)) {
		at = key
	}
	d := lint.Span(at.Pos, at.End, "%s", p.Message)
	if p.Class == template.Mismatch && p.Span == (template.Span{}) && key != nil && p.Source == nil {
		d.Message = fmt.Sprintf("the value of %s: %s", messages.Cited(key.Text), p.Message) // a literal, which its message does not name
	}
	if p.Span != (template.Span{}) && at.Is(skill.String) && at != key {
		d.Pos, d.End = m.Span(at, p.Start, p.End)
	}
	if p.Other != "" {
		_, first := m.Root.Find(p.Other)
		d.Related = []analysis.RelatedInformation{{Pos: first.Pos, End: first.End, Message: "the first is here, and steps." + first.Text + " means it"}}
	}
	if len(p.Known) > 0 {
		name := contract.Name{Text: p.Name, Pos: d.Pos, End: d.End}
		spell := lint.NewSpeller(p.Known)
		d.Message += spell.DidYouMean(p.Name)
		if m.File.Offset(d.End)-m.File.Offset(d.Pos) == len(p.Name) {
			d.SuggestedFixes = spelling.Respell(c.pass, spell, name)
		}
	}
	c.faults = append(c.faults, pipelineFault{rules[p.Class], d, p.Source, p.Target})
}
