package fileform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/skill"
)

// Check validates a document and turns each fault into a diagnostic at the
// key or value at fault.
func (f *Form) Check(root *skill.Node) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, leaf := range f.Faults(root) {
		found = append(found, f.Explain(root, leaf)...)
	}
	return found
}

// Explain turns a fault into diagnostics at the keys or the value at fault.
func (f *Form) Explain(root *skill.Node, e *jsonschema.ValidationError) []analysis.Diagnostic {
	at := Pointer(e.InstanceLocation)
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
		missing := WithoutNearMisses(k.Missing, value)
		if len(missing) == 0 {
			return nil
		}
		return []analysis.Diagnostic{lint.Span(at.Pos, at.End, "%s lacks the %s %s", where, messages.Plural(len(missing), "key", "keys"), messages.List(missing))}
	case *kind.AdditionalProperties:
		return f.unknownKeys(k.Properties, value, where, e.SchemaURL)
	case *kind.Type:
		want := slices.DeleteFunc(slices.Clone(k.Want), func(t string) bool { return t == "null" && len(k.Want) > 1 }) // a key without a value is one left out
		expected := wording.Or(each(want, wording.WithArticle))
		if slices.Contains(k.Want, "object") {
			expected += f.withKeys(e.SchemaURL)
		}
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %s, expected %s", where, wording.WithArticle(k.Got), expected)}
	case *kind.Enum:
		var allowed []string
		for _, w := range k.Want {
			allowed = append(allowed, fmt.Sprint(w))
		}
		return []analysis.Diagnostic{lint.Span(value.Pos, value.End, "%s is %q%s; expected one of %s", where, value.Text, lint.NewSpeller(allowed).DidYouMean(value.Text), messages.List(allowed))}
	case *kind.Pattern:
		expected := "a match of " + k.Want
		if comment := f.CommentAt(e.SchemaURL); comment != "" {
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
func (f *Form) unknownKeys(unknown []string, value *skill.Node, where, url string) []analysis.Diagnostic {
	known, expected := f.KeysAt(url), f.CommentAt(url)
	speller, knownNames, names := lint.NewSpeller(known), messages.List(known), map[string]bool{}
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

// KeysAt returns the keys that the subschema at a URL's fragment lists.
func (f *Form) KeysAt(url string) []string {
	_, sub := f.Data.Find(fragment(url))
	var keys []string
	for _, m := range sub.Get("properties").Entries() {
		keys = append(keys, m.Key.Text)
	}
	return keys
}

// withKeys says which keys an object has to have, and may have, by the subschema at a URL's fragment.
func (f *Form) withKeys(url string) string {
	keys := f.KeysAt(url)
	_, sub := f.Data.Find(fragment(url))
	var needed []string
	for _, item := range sub.Get("required").Items() {
		needed = append(needed, item.Value.Text)
	}
	others := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return slices.Contains(needed, key) })
	switch {
	case len(keys) == 0:
		return ""
	case len(needed) == 0:
		return " with the keys " + messages.List(keys)
	case len(others) == 0:
		return " with the " + messages.Plural(len(needed), "key ", "keys ") + messages.List(needed)
	}
	return " with the " + messages.Plural(len(needed), "key ", "keys ") + messages.List(needed) + ", and optionally " + messages.List(others)
}

// Reads reports whether the host reads a key that the subschema at a URL's fragment lists.
func (f *Form) Reads(url, key string) bool {
	return slices.Contains(f.KeysAt(url), key) && f.CommentAt(url+"/properties/"+key) != "not read"
}

// CommentAt is what the subschema at a URL's fragment says is expected, "" where it
// does not.
func (f *Form) CommentAt(url string) string {
	_, sub := f.Data.Find(fragment(url))
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

// WithoutNearMisses leaves out the missing keys in whose place a misspelt one
// stands: that is one fault.
func WithoutNearMisses(missing []string, value *skill.Node) []string {
	spell := lint.NewSpeller(missing)
	meant := map[string]bool{}
	for _, e := range value.Entries() {
		if near, ok := spell.Nearest(e.Key.Text); ok {
			meant[near] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(missing), func(key string) bool { return meant[key] })
}
