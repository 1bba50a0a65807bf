package vendors

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/skilllint/skilllint/schema"
)

// A Rewriting is a schema in the form that a target accepts.
type Rewriting struct {
	Schema []byte // compact JSON
	// Losses say how the rewritten schema differs from the written one; none when it was
	// proved that both accept the same values.
	Losses []Loss
	// Left is what the target still refuses, for want of any form that comes near.
	Left []Violation
}

// A Loss is one way in which a rewritten schema differs.
type Loss struct {
	Kind    LossKind
	Witness []byte // a JSON value that shows it, nil when there is none
	Reason  string // why nothing was proved
}

// String says what is lost: "the rewritten schema accepts more, such as {}".
func (l Loss) String() string {
	if l.Witness != nil {
		return fmt.Sprintf("the rewritten schema %s, such as %s", l.Kind, l.Witness)
	}
	return fmt.Sprintf("the rewritten schema is %s (%s)", l.Kind, l.Reason)
}

// A LossKind is the direction of a Loss.
type LossKind string

// The kinds of losses.
const (
	Wider    LossKind = "accepts more"
	Narrower LossKind = "accepts less"
	Unproved LossKind = "not proved to be the same"
)

// Bounds of a rewriting: a schema that needs more is left as it is.
const (
	maxRounds  = 64
	maxSize    = 1 << 20 // bytes, after references were written out
	proofSteps = 50_000  // each way; steps and not time, so that the answer is the same everywhere
)

// Rewrite returns the JSON Schema of a tool's arguments in a form that the target accepts.
// What the target ignores is left. Forms that say the same are tried before those that
// lose something. The error is for a schema that is no JSON object.
func (t *Target) Rewrite(input []byte) (Rewriting, error) {
	if input == nil {
		input = []byte(`{"type":"object","properties":{}}`)
	}
	root, err := parse(input)
	if err != nil {
		return Rewriting{}, err
	}
	if root.get("type") == nil { // arguments are an object, whether the schema says so or not
		root.members = append([]member{{"type", stringValue("object")}}, root.members...)
	}
	written := root.JSON()
	for range maxRounds {
		if !t.mendAll(root, exact) && !t.mendAll(root, lossy) {
			break
		}
		if len(root.JSON()) > maxSize {
			return Rewriting{}, errors.New("the schema grows beyond 1 MiB when its references are written out")
		}
	}
	out := Rewriting{Schema: root.JSON()}
	for _, v := range t.schema(root) {
		if v.Fact.Effect == Refuses {
			out.Left = append(out.Left, v)
		}
	}
	if !bytes.Equal(written, out.Schema) {
		out.Losses = t.prove(written, root)
	}
	return out, nil
}

// mendAll applies the mends to what is refused, the innermost first, and reports whether any changed the schema.
func (t *Target) mendAll(root *Value, mends map[string]mend) bool {
	changed := false
	violations := t.schema(root)
	for i := len(violations) - 1; i >= 0; i-- {
		v := violations[i]
		if v.Fact.Effect != Refuses {
			continue
		}
		pointer, key := v.Pointer, ""
		if v.Fact.names() {
			pointer, key = splitPointer(v.Pointer)
		}
		m := mends[v.Fact.When+" "+key]
		if m == nil {
			m = mends[v.Fact.When]
		}
		at := schemaAt(root, pointer)
		if m == nil || at == nil {
			continue
		}
		if m(&site{target: t, root: root, schema: at, key: key, fact: v.Fact}) {
			changed = true
		}
	}
	return changed
}

// schemaAt returns the schema that holds what a pointer names.
func schemaAt(root *Value, pointer string) *Value {
	var found *Value
	for p := range subschemas(root) {
		if p.pointer == pointer || len(pointer) > len(p.pointer) && pointer[:len(p.pointer)+1] == p.pointer+"/" {
			found = p.schema // deeper ones come later
		}
	}
	return found
}

// splitPointer parts the last step from a JSON pointer.
func splitPointer(pointer string) (before, last string) {
	i := len(pointer) - 1
	for i > 0 && pointer[i] != '/' {
		i--
	}
	return pointer[:i], pointer[i+1:]
}

// prove compares the rewritten schema with the written one, in both directions.
func (t *Target) prove(written []byte, root *Value) []Loss {
	compared := root
	if t.Dialect == "openapi" {
		compared = withoutNullable(root.clone())
	}
	var losses []Loss
	rewritten := compared.JSON()
	for _, direction := range []struct {
		kind LossKind
		a, b []byte
	}{{Narrower, written, rewritten}, {Wider, rewritten, written}} {
		r := schema.CheckBytes(context.Background(), direction.a, direction.b, schema.Options{Fuel: proofSteps})
		switch r.Verdict {
		case schema.Subschema:
		case schema.Not:
			losses = append(losses, Loss{Kind: direction.kind, Witness: []byte(r.Witness.String())})
		default:
			losses = append(losses, Loss{Kind: Unproved, Reason: string(r.Reason)})
		}
	}
	return losses
}

// withoutNullable says OpenAPI's nullable in JSON Schema.
func withoutNullable(v *Value) *Value {
	if v.kind != object {
		return v
	}
	replaceBelow(v, withoutNullable)
	if !v.get("nullable").is("true") {
		return v
	}
	v.remove("nullable")
	null := &Value{kind: object}
	null.set("type", stringValue("null"))
	union := &Value{kind: object}
	union.set("anyOf", listOf(v, null))
	return union
}
