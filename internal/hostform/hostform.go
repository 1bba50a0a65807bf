// Package hostform says what a host makes of one file's frontmatter: the facts of
// internal/hosts, held against what is written.
package hostform

import (
	"bytes"
	"fmt"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
)

// A Form is what a host reads of a file's frontmatter.
type Form struct {
	Host *hosts.Host
	hosts.Form
}

// Of returns the form of a component in a host's scope, and false when it is not known.
func Of(h *hosts.Host, scope hosts.Scope, c hosts.Component) (Form, bool) {
	form, ok := h.Form(scope, c)
	return Form{h, form}, ok
}

// A Fault is a place of a frontmatter of which a host makes less than is
// written.
type Fault struct {
	Host     *hosts.Host
	Effect   hosts.Effect
	Key      string    // "" where no key is at fault
	Pos, End token.Pos // the zero Pos where it is the whole file
	Says     string    // "it has no description"
	Instead  string    // what to write; "" where nothing else helps
	Near     []string  // the words of which one was perhaps meant, in place of Text
	Text     string
}

// Faults are the places of a frontmatter of which a host makes less than is
// written. folder is the name of the folder that the file is in.
func (of Form) Faults(root *document.Node, top token.Pos, folder string) []Fault {
	var found []Fault
	add := func(effect hosts.Effect, key string, pos, end token.Pos, instead, format string, args ...any) {
		if effect != "" && effect != hosts.Loads {
			found = append(found, Fault{Host: of.Host, Effect: effect, Key: key, Pos: pos, End: end, Says: fmt.Sprintf(format, args...), Instead: instead})
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
		case v.Is(document.String) && strings.TrimSpace(v.Text) == "" && k.Blank != "":
			add(k.Blank, name, key.Pos, key.End, "", "its %s is empty", name)
			continue
		case !k.Takes(kindName(v.Kind)):
			add(k.Wrong, name, v.Pos, v.End, k.Instead, "%s is %s, expected %s", name, Article(v.Kind), kindsOf(k.Kinds))
			continue
		case !v.Is(document.String):
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
		text := v.Text
		if k.Fold {
			text = strings.ToLower(text)
		}
		if len(k.Values) > 0 && !slices.Contains(k.Values, text) {
			before := len(found)
			expected := "one of " + strings.Join(k.Values, ", ")
			if len(k.Values) == 1 {
				expected = k.Values[0]
			}
			add(k.Outside, name, v.Pos, v.End, "", "%s is %s, expected %s", name, cited(v.Text), expected)
			for i := before; i < len(found); i++ {
				found[i].Near, found[i].Text = k.Values, v.Text
			}
		}
	}
	return found
}

// Lost is the first fault for which the host does not load a file, nil when it
// loads it, or when that is not known.
func (of Form) Lost(f *document.File, data document.Data) *Fault {
	root := data.Root
	whole := func(effect hosts.Effect, says string) *Fault {
		if !effect.Lost() {
			return nil
		}
		return &Fault{Host: of.Host, Effect: effect, Pos: f.Pos(0), End: f.Pos(0), Says: says}
	}
	if bytes.HasPrefix(f.Head(), []byte("\uFEFF")) && of.BOM.Lost() {
		return whole(of.BOM, "it begins with a byte order mark")
	}
	switch markdown := document.IsMarkdown(f.Path); {
	case markdown && data.Unclosed && of.Unclosed != "":
		return whole(of.Unclosed, "its frontmatter is never closed")
	case markdown && (!data.HasFrontmatter || data.Unclosed):
		return whole(of.Absent, "it has no frontmatter")
	}
	for _, p := range data.Problems {
		switch {
		case p.Kind == document.DuplicateKey && of.Duplicate.Lost():
			return &Fault{Host: of.Host, Effect: of.Duplicate, Pos: p.Pos, End: p.End, Says: p.Message}
		case p.Kind == document.Syntax:
			if root = f.Repaired(of.Repairs); root == nil {
				return whole(of.Broken, "its frontmatter cannot be parsed")
			}
		}
	}
	if !root.Is(document.Map) {
		root = nil
	}
	var lost *Fault
	for _, fault := range of.Faults(root, f.Pos(0), path.Base(path.Dir(f.Path))) {
		switch {
		case !fault.Effect.Lost():
		case lost == nil:
			lost = &fault
		case root.Get(lost.Key) == nil && root.Get(fault.Key) == nil:
			lost.Says += " and no " + fault.Key // to add one of them is not enough
		}
	}
	if lost != nil {
		return lost
	}
	for _, e := range root.Entries() {
		if k, ok := of.Key(e.Key.Text); ok && k.Effect.Lost() {
			return &Fault{
				Host: of.Host, Effect: k.Effect, Key: e.Key.Text, Pos: e.Key.Pos, End: e.Key.End,
				Says: "it takes no key " + cited(e.Key.Text), Near: slices.Sorted(maps.Keys(of.Keys)), Text: e.Key.Text,
			}
		}
	}
	return nil
}

// KnowsKey reports whether a frontmatter has a key that the host reads in such
// a file: without one it is a text that lies beside.
func (of Form) KnowsKey(root *document.Node) bool {
	return slices.ContainsFunc(root.Entries(), func(e document.Member) bool { return of.Keys[e.Key.Text].Effect == hosts.Loads })
}

// Article names a kind in a sentence.
func Article(k document.Kind) string {
	switch k {
	case document.Null:
		return "null"
	case document.List, document.Map:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// cited is a text of the input in a message.
func cited(text string) string {
	const limit = 80
	if r := []rune(text); len(r) > limit {
		text = string(r[:limit]) + "…"
	}
	return strconv.Quote(text)
}

// kindName is how the hosts' data call a kind.
func kindName(k document.Kind) string {
	switch k {
	case document.List:
		return "list"
	case document.Map:
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
