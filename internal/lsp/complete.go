package lsp

import (
	"bytes"
	"cmp"
	"context"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// The kinds of a completion that the protocol has for ours.
const (
	completesFunction = 3
	completesModule   = 9
	completesProperty = 10
	completesValue    = 12
	completesFile     = 17
	completesFolder   = 19
)

// A completion is one word that may stand at a place.
type completion struct {
	Label  string    `json:"label"`
	Kind   int       `json:"kind"`
	Detail string    `json:"detail,omitempty"`
	Doc    string    `json:"documentation,omitempty"`
	Edit   *TextEdit `json:"textEdit,omitempty"`
}

// complete lists what may stand at a place of a document that is being typed:
// it is read as it is now, with a word in the place.
func (s *server) complete(ctx context.Context, p positionParams) (any, error) {
	q := s.ask(ctx, p.TextDocument.URI, Position{})
	doc := s.docs.get(p.TextDocument.URI)
	if q == nil || doc == nil {
		return []completion{}, nil
	}
	c := &completer{query: q, src: doc.src, at: doc.offset(p.Position), rules: s.opts.Rules}
	list := c.list()
	from, to := c.word()
	for i := range list {
		if list[i].Edit == nil {
			list[i].Edit = &TextEdit{doc.span(from, to), list[i].Label}
		}
	}
	slices.SortStableFunc(list, func(a, b completion) int { return cmp.Compare(a.Label, b.Label) })
	return list, nil
}

type completer struct {
	*query
	src   []byte // what the document holds now
	at    int
	rules []*lint.Rule
}

// word is the part of the text that a completion replaces: the word around the place.
func (c *completer) word() (from, to int) {
	from, to = c.at, c.at
	for from > 0 && isWord(c.src[from-1]) {
		from--
	}
	for to < len(c.src) && isWord(c.src[to]) {
		to++
	}
	return from, to
}

func isWord(b byte) bool {
	return b >= 0x80 || 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '_' || b == '-' || b == '.' || b == '$'
}

// line is the text before the place on its line.
func (c *completer) line() []byte { return c.src[bytes.LastIndexByte(c.src[:c.at], '\n')+1 : c.at] }

var (
	inSuppression = regexp.MustCompile(regexp.QuoteMeta(document.Marker) + `[ \t]+[a-z0-9,-]*$`)
	inLink        = regexp.MustCompile(`\]\(<?([^()<>\s]*)$`)
)

func (c *completer) list() []completion {
	if inSuppression.Match(c.line()) {
		return c.ruleNames()
	}
	if m := inLink.FindSubmatch(c.line()); m != nil && document.IsMarkdown(c.Path) {
		return c.paths(string(m[1]))
	}
	if list := c.keys(); list != nil {
		return list
	}
	return c.values()
}

func (c *completer) ruleNames() []completion {
	var list []completion
	for _, r := range c.rules {
		title, _, _ := strings.Cut(r.Doc, "\n")
		list = append(list, completion{Label: r.Name, Kind: completesValue, Doc: title})
	}
	return list
}

// paths lists what is in the folder that a link has come to.
func (c *completer) paths(typed string) []completion {
	dir, _ := path.Split(typed)
	folder, kind := c.Tree.Resolve(path.Join(path.Dir(c.Path), dir))
	if kind != skill.Dir {
		return nil
	}
	var list []completion
	for _, e := range c.Tree.Children(folder) {
		switch e.Kind {
		case skill.Dir:
			list = append(list, completion{Label: path.Base(e.Path) + "/", Kind: completesFolder})
		case skill.Regular:
			list = append(list, completion{Label: path.Base(e.Path), Kind: completesFile})
		}
	}
	return list
}

// placeholder is the word that stands in the place while the text is read.
const placeholder = "skilllint-completes-here"

// with returns the text with another one in place of the word.
func (c *completer) with(text string) []byte {
	from, to := c.word()
	return slices.Concat(c.src[:from], []byte(text), c.src[to:])
}

// keys lists the keys that the schema of the document has at the place, those
// that are there left out; nil when no key can stand there.
func (c *completer) keys() []completion {
	_, to := c.word()
	rest := c.src[to:]
	rest = rest[:max(0, bytes.IndexAny(append(rest, '\n'), "\r\n"))]
	if bytes.HasPrefix(bytes.TrimLeft(rest, `"' `), []byte(":")) {
		return nil // the key is being changed: its value would be another's
	}
	text := placeholder + ": null"
	if document.IsJSON(c.Path) {
		text = placeholder + `": null, "x": "` // between the quotes that are typed
	}
	root, schema := c.reread(c.with(text)).data(c.Path)
	parent, way := holder(root, nil)
	if parent == nil || schema == nil {
		return nil
	}
	var list []completion
	for _, s := range schemasAt(schema, way) {
		for _, p := range s.Get("properties").Entries() {
			if parent.Get(p.Key.Text) == nil && !slices.ContainsFunc(list, func(c completion) bool { return c.Label == p.Key.Text }) {
				about := describe(spread(schema, []*skill.Node{p.Value}))
				list = append(list, completion{Label: p.Key.Text, Kind: completesProperty, Doc: about, Edit: c.key(p.Key.Text)})
			}
		}
		for _, name := range values(spread(schema, []*skill.Node{s.Get("propertyNames")})) {
			if parent.Get(name) == nil {
				list = append(list, completion{Label: name, Kind: completesProperty, Edit: c.key(name)})
			}
		}
	}
	return list
}

// key is how a key is written.
func (c *completer) key(name string) *TextEdit {
	from, to := c.word()
	text := documentText(c.src)
	if document.IsJSON(c.Path) {
		return &TextEdit{text.span(from, to), name}
	}
	return &TextEdit{text.span(from, to), name + ": "}
}

// holder returns the map that has the placeholder as a key, and the path to it.
func holder(n *skill.Node, way []string) (*skill.Node, []string) {
	if n == nil {
		return nil, nil
	}
	for _, m := range n.Members {
		step := "*"
		if m.Key != nil {
			if step = m.Key.Text; step == placeholder {
				return n, way
			}
		}
		if found, to := holder(m.Value, append(slices.Clone(way), step)); found != nil {
			return found, to
		}
	}
	return nil, nil
}

// values lists what may be the value at the place: what its schema allows, and
// the names that the contract has there.
func (c *completer) values() []completion {
	alone := c.reread(c.with(placeholder))
	root, schema := alone.data(c.Path)
	var list []completion
	if way, ok := wayTo(root, nil); ok && schema != nil {
		for _, v := range values(schemasAt(schema, way)) {
			list = append(list, completion{Label: v, Kind: completesValue})
		}
	}
	for _, s := range alone.Skills {
		list = append(list, c.names(&s.Contract)...)
	}
	return list
}

// reread reads the document with another text, as if it were alone.
func (c *completer) reread(text []byte) *snapshot {
	fsys := lint.Overlay{Under: nothing{}, Files: map[string][]byte{c.Path: text}}
	ws, err := skill.Load(token.NewFileSet(), fsys, c.Config.LoadOptions())
	if err != nil { // the root of what is in memory can be listed
		panic(err)
	}
	return &snapshot{Verdict: Verdict{Workspace: ws}}
}

// nothing is a file system without files.
type nothing struct{}

func (nothing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// wayTo is the path to the placeholder as a value.
func wayTo(n *skill.Node, way []string) ([]string, bool) {
	if n == nil {
		return nil, false
	}
	if n.Is(skill.String) && n.Text == placeholder {
		return way, true
	}
	for _, m := range n.Members {
		step := "*"
		if m.Key != nil {
			step = m.Key.Text
		}
		if to, ok := wayTo(m.Value, append(slices.Clone(way), step)); ok {
			return to, true
		}
	}
	return nil, false
}
