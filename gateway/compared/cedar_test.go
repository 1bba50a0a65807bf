package compared

import cedar "github.com/cedar-policy/cedar-go"

// Whether a version fits is found out when the entities are made, as the gateway does when
// it loads contracts. Policies for each import instead would be tried one after the other.
const cedarPolicies = `
permit (principal, action, resource) when { resource.provider == principal };
permit (principal, action, resource) when {
	principal.imports.contains(resource) && context.today < resource.removal && (context.subscribed || !resource.paid)
};`

type cedarEngine struct {
	policies *cedar.PolicySet
	entities cedar.EntityMap
}

func newCedar(m model) (*cedarEngine, error) {
	policies, err := cedar.NewPolicySetFromBytes("policies", []byte(cedarPolicies))
	if err != nil {
		return nil, err
	}
	e := &cedarEngine{policies, cedar.EntityMap{}}
	granted := m.granted()
	for _, s := range m {
		var imports []cedar.Value
		for _, name := range granted[s.id] {
			imports = append(imports, cedar.NewEntityUID("Tool", cedar.String(name)))
		}
		uid := cedar.NewEntityUID("Skill", cedar.String(s.id))
		e.entities[uid] = cedar.Entity{UID: uid, Attributes: cedar.NewRecord(cedar.RecordMap{"imports": cedar.NewSet(imports...)})}
		for _, t := range s.tools {
			tool := cedar.NewEntityUID("Tool", cedar.String(t.name))
			e.entities[tool] = cedar.Entity{UID: tool, Attributes: cedar.NewRecord(cedar.RecordMap{
				"provider": uid, "paid": cedar.Boolean(t.paid), "removal": cedar.Long(number(t.removal)),
			})}
		}
	}
	return e, nil
}

// ready prepares the answer to a question.
func (e *cedarEngine) ready(q question) (allows func() bool) {
	r := cedar.Request{
		Principal: cedar.NewEntityUID("Skill", cedar.String(q.skill)),
		Action:    cedar.NewEntityUID("Action", "call"),
		Resource:  cedar.NewEntityUID("Tool", cedar.String(q.tool)),
		Context:   cedar.NewRecord(cedar.RecordMap{"today": cedar.Long(number(day(0))), "subscribed": cedar.Boolean(q.subscribed)}),
	}
	return func() bool {
		decision, _ := cedar.Authorize(e.policies, e.entities, r)
		return bool(decision)
	}
}
