package rules

import (
	"fmt"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// hostsModel is where the facts about hosts are.
var hostsModel = lint.Source{URL: "https://github.com/skilllint/skilllint/blob/main/docs/hosts.md", Level: "convention", Read: "2026-11-22"}

// A formFault is what a host makes of one place of a frontmatter.
type formFault struct {
	host     *hosts.Host
	effect   hosts.Effect
	key      string
	pos, end token.Pos
	says     string // "it has no description"
	instead  string // what to write; "" where nothing else helps
}

// A hostForm is what a host reads of a file's frontmatter.
type hostForm struct {
	host *hosts.Host
	hosts.Form
}

// ownForms are the forms of the hosts that own a component's place; known is
// false when one of them is not known.
func ownForms(c *skill.Component) (forms []hostForm, known bool) {
	for _, h := range c.Owners() {
		form, ok := h.Form(c.Scope(), c.Kind)
		if !ok {
			return nil, false
		}
		forms = append(forms, hostForm{h, form})
	}
	return forms, len(forms) > 0
}

// faults are the places of a frontmatter of which a host makes less than is
// written. folder is the name of the folder that the file is in.
func (of hostForm) faults(root *skill.Node, top token.Pos, folder string) []formFault {
	var found []formFault
	add := func(effect hosts.Effect, key string, pos, end token.Pos, instead, format string, args ...any) {
		if effect != "" && effect != hosts.Loads {
			found = append(found, formFault{of.host, effect, key, pos, end, fmt.Sprintf(format, args...), instead})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of.Keys)) {
		k := of.Keys[name]
		key, v := root.Entry(name)
		switch {
		case v == nil:
			pos, end := top, top
			if entries := root.Entries(); len(entries) > 0 {
				pos, end = entries[0].Key.Pos, entries[0].Key.End
			}
			add(k.Missing, name, pos, end, "", "it has no %s", name)
			continue
		case k.Effect != hosts.Loads:
			continue // see ignored
		case v.Is(skill.String) && strings.TrimSpace(v.Text) == "" && k.Blank != "":
			add(k.Blank, name, key.Pos, key.End, "", "its %s is empty", name)
			continue
		case !k.Takes(kindName(v.Kind)):
			add(k.Wrong, name, v.Pos, v.End, k.Instead, "%s is %s, expected %s", name, article(v.Kind), kindsOf(k.Kinds))
			continue
		case !v.Is(skill.String):
			continue
		}
		if n := utf8.RuneCountInString(v.Text); k.Max > 0 && n > k.Max {
			add(k.Over, name, key.Pos, key.End, "", "%s has %d characters, expected at most %d", name, n, k.Max)
		}
		if !k.Accepts(v.Text) {
			expected := k.Expected
			if w := k.ReservedWord(v.Text); w != "" {
				expected = fmt.Sprintf("one without the reserved word %q", w)
			}
			add(k.Mismatch, name, v.Pos, v.End, "", "%s is %s, expected %s", name, cited(v.Text), expected)
		}
		if k.Folder != "" && v.Text != folder {
			add(k.Folder, name, v.Pos, v.End, "", "name is %s, expected the folder's, %q", cited(v.Text), folder)
		}
		if len(k.Values) > 0 && !slices.Contains(k.Values, v.Text) {
			add(k.Outside, name, v.Pos, v.End, "", "%s is %s, expected %s%s", name, cited(v.Text), list(k.Values), lint.NewSpeller(k.Values).DidYouMean(v.Text))
		}
	}
	return found
}

// lostFor is the first fault for which a host does not load a component, nil when
// it does. What could not be parsed is the syntax's fault, and what has none of
// the keys that the host knows is a text that lies beside.
func lostFor(c *skill.Component, of hostForm) *formFault {
	if !c.Root.Is(skill.Map) || !knowsKey(of, c.Root) {
		return nil
	}
	for _, f := range of.faults(c.Root, c.Pos(0), path.Base(path.Dir(c.Path))) {
		if f.effect.Lost() {
			return &f
		}
	}
	for _, e := range c.Root.Entries() {
		if k, ok := of.Key(e.Key.Text); ok && k.Effect.Lost() {
			return &formFault{of.host, k.Effect, e.Key.Text, e.Key.Pos, e.Key.End, fmt.Sprintf("it takes no key %s%s", cited(e.Key.Text), lint.NewSpeller(slices.Sorted(maps.Keys(of.Keys))).DidYouMean(e.Key.Text)), ""}
		}
	}
	return nil
}

// knowsKey reports whether a frontmatter has a key that the host reads in such
// a file.
func knowsKey(of hostForm, root *skill.Node) bool {
	return slices.ContainsFunc(root.Entries(), func(e skill.Member) bool { return of.Keys[e.Key.Text].Effect == hosts.Loads })
}

// kindName is how the hosts' data call a kind.
func kindName(k skill.Kind) string {
	switch k {
	case skill.List:
		return "list"
	case skill.Map:
		return "map"
	}
	return k.String()
}

// kindsOf names kinds in a sentence.
func kindsOf(kinds []string) string {
	words := make([]string, 0, len(kinds))
	for _, k := range kinds {
		switch k {
		case "string":
			words = append(words, "text")
		case "null":
		default:
			words = append(words, "a "+k)
		}
	}
	return strings.Join(words, " or ")
}

// cited is a text of the input in a message.
func cited(text string) string { return strconv.Quote(shorten(text)) }
