package compared

import (
	"context"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

// The query is prepared; data and input are OPA's own values, which it need not convert for
// each question. It is not partially evaluated: with the data of 14 skills that takes 15
// seconds, and then 300 µs an answer, six times as much as without.
const opaPolicy = `package skills

default allow := false

allow if data.tools[input.tool].provider == input.skill

allow if {
	data.granted[input.skill][input.tool]
	tool := data.tools[input.tool]
	input.today < tool.removal
	entitled(tool)
}

entitled(tool) if not tool.paid

entitled(_) if input.subscribed
`

type opaEngine struct{ query rego.PreparedEvalQuery }

func newOPA(m model) (*opaEngine, error) {
	type object = map[string]any
	granted, tools := object{}, object{}
	for id, names := range m.granted() {
		set := object{}
		for _, name := range names {
			set[name] = true
		}
		granted[id] = set
	}
	for _, s := range m {
		for _, t := range s.tools {
			tools[t.name] = object{"provider": s.id, "paid": t.paid, "removal": number(t.removal)}
		}
	}
	store := inmem.NewFromObjectWithOpts(object{"granted": granted, "tools": tools}, inmem.OptReturnASTValuesOnRead(true))
	query, err := rego.New(
		rego.Query("data.skills.allow"), rego.Module("skills.rego", opaPolicy), rego.Store(store),
	).PrepareForEval(context.Background())
	return &opaEngine{query}, err
}

// ready prepares the answer to a question.
func (e *opaEngine) ready(q question) (allows func() bool) {
	input := ast.NewObject(
		[2]*ast.Term{ast.StringTerm("skill"), ast.StringTerm(q.skill)},
		[2]*ast.Term{ast.StringTerm("tool"), ast.StringTerm(q.tool)},
		[2]*ast.Term{ast.StringTerm("today"), ast.IntNumberTerm(number(day(0)))},
		[2]*ast.Term{ast.StringTerm("subscribed"), ast.BooleanTerm(q.subscribed)},
	)
	ctx := context.Background()
	return func() bool {
		result, err := e.query.Eval(ctx, rego.EvalParsedInput(input))
		if err != nil {
			panic(err)
		}
		return result.Allowed()
	}
}
