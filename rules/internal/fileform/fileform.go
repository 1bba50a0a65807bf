// Package fileform holds a file against a JSON Schema, with a finding at each key or
// value at fault.
package fileform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A Form is a dialect's schema, compiled and as data.
type Form struct {
	compiled *jsonschema.Schema
	Data     *skill.Node
}

// OfDialect is the form of a dialect's manifests.
func OfDialect(d *skill.Dialect) *Form { return Of(d.Name, d.Schema) }

// Of compiles a schema of ours; name is for the panic when it is none.
func Of(name string, schema []byte) *Form { return At(name, schema, "") }

// At compiles the subschema of a schema of ours at a JSON pointer.
func At(name string, schema []byte, at string) *Form {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", name, err))
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // loads nothing
	if err := c.AddResource("schema.json", doc); err != nil {
		panic(fmt.Sprintf("schema of %s: %v", name, err))
	}
	return &Form{c.MustCompile("schema.json#" + at), skill.MustParse(schema)}
}

// A fileOfHost is a kind of file that a host has a schema of.
type fileOfHost struct {
	host *hosts.Host
	kind hosts.Component
}

var hostFiles skill.MemoBy[fileOfHost, *Form]

// OfHost is the form of a kind of file of a host, nil where there is none.
func OfHost(p *lint.Pass, h *hosts.Host, kind hosts.Component) *Form {
	return hostFiles.Of(p.Workspace, fileOfHost{h, kind}, func() *Form {
		schema := h.Schema(kind)
		if schema == nil {
			return nil
		}
		return Of(h.Name, schema)
	})
}

// Faults are what is wrong with a document, as the validator says it.
func (f *Form) Faults(root *skill.Node) []*jsonschema.ValidationError {
	invalid, ok := f.compiled.Validate(bounded(root.Value())).(*jsonschema.ValidationError)
	if !ok {
		return nil
	}
	return leaves(invalid, nil)
}

// bounded replaces numbers that the validator would expand to millions of
// digits by the nearest that a float64 holds.
func bounded(v any) any {
	switch v := v.(type) {
	case json.Number:
		switch f, err := v.Float64(); {
		case err != nil:
			return math.Copysign(math.MaxFloat64, f)
		case len(v) > 64, math.Abs(f) < 1e-300:
			return f
		}
	case []any:
		for i := range v {
			v[i] = bounded(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = bounded(v[key])
		}
	}
	return v
}

func leaves(e *jsonschema.ValidationError, list []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return append(list, e)
	}
	for _, c := range e.Causes {
		list = leaves(c, list)
	}
	return list
}

// Pointer writes a place as a JSON pointer.
func Pointer(location []string) string {
	var b strings.Builder
	for _, s := range location {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
	}
	return b.String()
}

// KeysOf are the keys of a map, in the order written.
func KeysOf(n *skill.Node) []string {
	var keys []string
	for _, e := range n.Entries() {
		keys = append(keys, e.Key.Text)
	}
	return keys
}

// Unique reports texts that stand twice, at the later one.
func Unique(names []*skill.Node, what string) []analysis.Diagnostic {
	first := map[string]*skill.Node{}
	var found []analysis.Diagnostic
	for _, n := range names {
		if !n.Is(skill.String) {
			continue
		}
		if earlier := first[n.Text]; earlier != nil {
			d := lint.Span(n.Pos, n.End, "%s %q is declared twice", what, n.Text)
			d.Related = []analysis.RelatedInformation{{Pos: earlier.Pos, End: earlier.End, Message: "the first is here"}}
			found = append(found, d)
			continue
		}
		first[n.Text] = n
	}
	return found
}

// Blank reports whether a value says nothing.
func Blank(v *skill.Node) bool {
	return v == nil || v.Is(skill.Null) || v.Is(skill.String) && strings.TrimSpace(v.Text) == "" || (v.Is(skill.Map) || v.Is(skill.List)) && len(v.Members) == 0
}

// EnoughMarkers is how many manifests make a key their author's own.
const EnoughMarkers = 3
