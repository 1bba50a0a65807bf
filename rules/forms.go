package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A form is a dialect's schema, compiled and as data.
type form struct {
	compiled *jsonschema.Schema
	data     *skill.Node
}

func newForm(d *skill.Dialect) *form { return formOf(d.Name, d.Schema) }

// formOf compiles a schema of ours; name is for the panic when it is none.
func formOf(name string, schema []byte) *form { return formAt(name, schema, "") }

// formAt compiles the subschema of a schema of ours at a JSON pointer.
func formAt(name string, schema []byte, at string) *form {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", name, err))
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // loads nothing
	if err := c.AddResource("schema.json", doc); err != nil {
		panic(fmt.Sprintf("schema of %s: %v", name, err))
	}
	return &form{c.MustCompile("schema.json#" + at), skill.MustParse(schema)}
}

// A fileOfHost is a kind of file that a host has a schema of.
type fileOfHost struct {
	host *hosts.Host
	kind hosts.Component
}

var hostFiles skill.MemoBy[fileOfHost, *form]

// hostFile is the form of a kind of file of a host, nil where there is none.
func hostFile(p *lint.Pass, h *hosts.Host, kind hosts.Component) *form {
	return hostFiles.Of(p.Workspace, fileOfHost{h, kind}, func() *form {
		schema := h.Schema(kind)
		if schema == nil {
			return nil
		}
		return formOf(h.Name, schema)
	})
}

// check validates a document and turns each fault into a diagnostic at the
// key or value at fault.
func (f *form) check(root *skill.Node) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, leaf := range f.faults(root) {
		found = append(found, f.explain(root, leaf)...)
	}
	return found
}

// faults are what is wrong with a document, as the validator says it.
func (f *form) faults(root *skill.Node) []*jsonschema.ValidationError {
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

func (f *form) explain(root *skill.Node, e *jsonschema.ValidationError) []analysis.Diagnostic {
	at := pointer(e.InstanceLocation)
	key, value := root.Find(at)
	where := wording.Place(at)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		at := value
		if key != nil {
			at = key
		} else if value.Is(skill.Map) && len(value.Members) > 0 {
			at = value.Members[0].Key
		}
		missing := withoutNearMisses(k.Missing, value)
		if len(missing) == 0 {
			return nil
		}
		return []analysis.Diagnostic{lint.Span(at.Pos, at.End, "%s lacks the %s %s", where, plural(len(missing), "key", "keys"), list(missing))}
	case *kind.AdditionalProperties:
		return f.unknownKeys(k.Properties, value, where, e.SchemaURL)
	case *kind.Type:
		want := slices.DeleteFunc(slices.Clone(k.Want), func(t string) bool { return t == "null" && len(k.Want) > 1 }) // a key without a value is one left out
		expected := wording.Or(each(want, wording.WithArticle))
		if keys := f.keysAt(e.SchemaURL); slices.Contains(k.Want, "object") && len(keys) > 0 {
			expected += " with the keys " + list(keys)
		}
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %s, expected %s", where, wording.WithArticle(k.Got), expected)}
	case *kind.Enum:
		var allowed []string
		for _, w := range k.Want {
			allowed = append(allowed, fmt.Sprint(w))
		}
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %q%s; expected one of %s", where, value.Text, lint.NewSpeller(allowed).DidYouMean(value.Text), list(allowed))}
	case *kind.Pattern:
		expected := "a match of " + k.Want
		if comment := f.commentAt(e.SchemaURL); comment != "" {
			expected = comment
		}
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %q, expected %s", where, value.Text, expected)}
	case *kind.Minimum:
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %s, expected at least %s", where, value.Text, k.Want.RatString())}
	case *kind.MaxLength:
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s has %d characters, expected at most %d", where, k.Got, k.Want)}
	case *kind.MinLength, *kind.MinItems:
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is empty", where)}
	}
	return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s: %s", where, e.ErrorKind.LocalizedString(message.NewPrinter(language.English)))}
}

// unknownKeys are those of a map's keys that the subschema at a URL's fragment does not list.
func (f *form) unknownKeys(unknown []string, value *skill.Node, where, url string) []analysis.Diagnostic {
	known, expected := f.keysAt(url), f.commentAt(url)
	speller, knownNames, names := lint.NewSpeller(known), list(known), map[string]bool{}
	for _, name := range unknown {
		names[name] = true
	}
	var found []analysis.Diagnostic
	for _, m := range value.Members {
		if name := m.Key.Text; names[name] {
			delete(names, name)
			if len(found) >= lint.MaxFindings { // only counted
				found = append(found, analysis.Diagnostic{Pos: m.Key.Pos, End: m.Key.End, Message: "unknown key"})
				continue
			}
			if expected != "" {
				found = append(found, lint.Span(m.Key.Pos, m.Key.End, "unknown key %q in %s, expected %s", name, where, expected))
				continue
			}
			found = append(found, lint.Span(m.Key.Pos, m.Key.End, "unknown key %q in %s%s; known are %s", name, where, speller.DidYouMean(name), knownNames))
		}
	}
	return found
}

// keysAt returns the keys that the subschema at a URL's fragment lists.
func (f *form) keysAt(url string) []string {
	_, sub := f.data.Find(fragment(url))
	var keys []string
	for _, m := range sub.Get("properties").Entries() {
		keys = append(keys, m.Key.Text)
	}
	return keys
}

// reads reports whether the host reads a key that the subschema at a URL's fragment lists.
func (f *form) reads(url, key string) bool {
	return slices.Contains(f.keysAt(url), key) && f.commentAt(url+"/properties/"+key) != "not read"
}

// commentAt is what the subschema at a URL's fragment says is expected, "" where it
// does not.
func (f *form) commentAt(url string) string {
	_, sub := f.data.Find(fragment(url))
	return sub.Get("$comment").Str()
}

func each(words []string, f func(string) string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = f(w)
	}
	return out
}

// fragment is the JSON pointer in a schema's URL.
func fragment(url string) string {
	_, pointer, _ := strings.Cut(url, "#")
	return pointer
}

// withoutNearMisses leaves out the missing keys in whose place a misspelt one
// stands: that is one fault.
func withoutNearMisses(missing []string, value *skill.Node) []string {
	spell := lint.NewSpeller(missing)
	meant := map[string]bool{}
	for _, e := range value.Entries() {
		if near, ok := spell.Nearest(e.Key.Text); ok {
			meant[near] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(missing), func(key string) bool { return meant[key] })
}

func pointer(location []string) string {
	var b strings.Builder
	for _, s := range location {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
	}
	return b.String()
}

// keysOf are the keys of a map, in the order written.
func keysOf(n *skill.Node) []string {
	var keys []string
	for _, e := range n.Entries() {
		keys = append(keys, e.Key.Text)
	}
	return keys
}
