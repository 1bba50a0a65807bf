package template

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
)

// String describes the type in words: "a string", "an array of objects", `"a" or "b"`.
func (t *Type) String() string { return t.describe(2, wording.WithArticle) }

func plural(kind string) string { return kind + "s" }

func (t *Type) describe(depth int, form func(kind string) string) string {
	if t.unknown {
		return "unknown"
	}
	var words []string
	for _, a := range t.alts {
		for _, w := range a.describe(depth, form) {
			if !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	const most = 6
	switch {
	case len(words) == 0:
		return "nothing"
	case len(words) > most:
		words = append(words[:most-1], strconv.Itoa(len(words)-most+1)+" more")
	}
	return wording.Or(words)
}

func (a *alt) describe(depth int, form func(kind string) string) []string {
	if a.values != nil && a.kind&(Array|Object) == 0 {
		words := make([]string, len(a.values))
		for i, v := range a.values {
			if s, ok := v.(string); ok {
				words[i] = strconv.Quote(shorten(s))
			} else {
				words[i] = shorten(textOf(v))
			}
		}
		return words
	}
	name := a.kind.name()
	if a.kind == Array && depth > 0 {
		if items := (&Type{alts: []*alt{a}}).items(); len(items.alts) > 0 {
			of := items.describe(depth-1, plural)
			if strings.Contains(of, " or ") {
				of = "(" + of + ")"
			}
			return []string{form(name) + " of " + of}
		}
	}
	return []string{form(name)}
}

// textOf is a small value as JSON.
func textOf(v any) string {
	e := evaluator{limits: Limits{Output: 1 << 10, Work: 1 << 12}}
	b, err := e.appendJSON(nil, v, false, 0)
	if err != nil {
		return kindOf(v).name()
	}
	return string(b)
}
