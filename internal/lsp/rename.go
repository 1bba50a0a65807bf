package lsp

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/creachadair/jrpc2"

	"github.com/skilllint/skilllint/skill"
)

// newNames are the names that a tool or a skill may be given. What is right in
// its dialect the rules say at once.
var newNames = regexp.MustCompile(`^[\pL\pN][\pL\pN_.:-]*$`)

// prepareRename says whether what stands at a place can be renamed, and where
// its name is.
func (s *server) prepareRename(ctx context.Context, p positionParams) (any, error) {
	q, o, err := s.renamed(ctx, p)
	if err != nil {
		return nil, err
	}
	from, to, _ := o.word()
	r, ok := q.span(o.file, from, to)
	if !ok {
		return nil, nil
	}
	return map[string]any{"range": r, "placeholder": o.text}, nil
}

// renamed finds what is to be renamed: a tool or a skill that is defined in
// the workspace and was not recorded from a server.
func (s *server) renamed(ctx context.Context, p positionParams) (*query, occurrence, error) {
	q, o, ok := s.named(ctx, p)
	if q == nil {
		return nil, o, jrpc2.Errorf(requestFailed, "nothing is known of this place yet")
	}
	_, _, written := o.word()
	switch {
	case !ok, o.path != "", !written:
		return nil, o, jrpc2.Errorf(requestFailed, "no tool or skill is named here")
	case o.skill != nil && o.skill.Server != nil:
		return nil, o, jrpc2.Errorf(requestFailed, "the tools of %s are recorded from the server: rename them there", o.skill.ID.Text)
	case !slices.ContainsFunc(q.symbols().of[o.symbol], func(o occurrence) bool { return o.defines }):
		return nil, o, jrpc2.Errorf(requestFailed, "%q is defined outside of this workspace", o.text)
	}
	return q, o, nil
}

// word returns the bytes of the name itself, without quotes and without the
// provider before it; false where another spelling stands for it, such as a path.
func (o occurrence) word() (from, to int, ok bool) {
	if o.file == nil {
		return 0, 0, false
	}
	at := strings.LastIndex(string(o.file.Between(o.from, o.to)), o.text)
	if at < 0 || o.text == "" {
		return 0, 0, false
	}
	return o.from + at, o.from + at + len(o.text), true
}

// rename gives a tool or a skill another name, wherever it is named. The
// folder of a skill that bears its name is renamed too, where the client can.
func (s *server) rename(ctx context.Context, p renameParams) (any, error) {
	q, o, err := s.renamed(ctx, p.positionParams)
	if err != nil {
		return nil, err
	}
	if !newNames.MatchString(p.NewName) {
		return nil, jrpc2.Errorf(requestFailed, "%q is not a name: expected letters, digits, - and _", p.NewName)
	}
	if clash := q.taken(o.symbol, p.NewName); clash != "" {
		return nil, jrpc2.Errorf(requestFailed, "%s", clash)
	}
	edit := s.newEdit(q.placer)
	for _, at := range q.symbols().of[o.symbol] {
		if from, to, ok := at.word(); ok && at.text == o.text {
			if !edit.replace(at.file, from, to, p.NewName) {
				return nil, jrpc2.Errorf(requestFailed, "%s is being edited: try again", at.file.Path)
			}
		}
	}
	if sk := o.skill; sk != nil && o.tool == "" && path.Base(sk.Dir) == o.text && s.canRename() {
		edit.moveFolder(q, sk, p.NewName)
	}
	return edit.result(), nil
}

// taken says why a name is not free.
func (q *query) taken(sym symbol, name string) string {
	switch {
	case sym.skill != nil && sym.tool != "" && sym.skill.Export(name) != nil:
		return fmt.Sprintf("%s already exports %q", sym.skill.ID.Text, name)
	case sym.tool == "" && len(q.Index.ID(name)) > 0:
		return fmt.Sprintf("there is a skill %q already", name)
	case sym.skill == nil && q.ToolRegistry.Tool(name) != nil:
		return fmt.Sprintf("the registry has a tool %q already", name)
	}
	return ""
}

// moveFolder renames the folder of a skill, and the links into it.
func (e *workspaceEdit) moveFolder(q *query, s *skill.Skill, name string) {
	to := path.Join(path.Dir(s.Dir), name)
	if _, there := q.Tree.Lookup(to); there {
		return
	}
	for _, f := range q.Files() {
		if strings.HasPrefix(f.Path, s.Dir+"/") {
			continue // its own links stay right
		}
		if !slices.ContainsFunc(f.Prose().Destinations, func(d destination) bool { return strings.Contains(d.Dest, path.Base(s.Dir)) }) {
			continue
		}
		links := q.snapshot.links(f)
		slices.SortFunc(links, func(a, b occurrence) int { return cmp.Compare(a.from, b.from) })
		for _, l := range links {
			if l.path != s.Dir && !strings.HasPrefix(l.path, s.Dir+"/") {
				continue
			}
			// The last element of the link that is the folder's name, counted from the end.
			below := strings.Count(strings.TrimPrefix(l.path, s.Dir), "/")
			dest, _, _ := strings.Cut(l.text, "#")
			parts := strings.Split(strings.TrimSuffix(dest, "/"), "/")
			if i := len(parts) - 1 - below; i >= 0 && parts[i] == path.Base(s.Dir) && l.to-l.from == len(l.text) {
				at := l.from + len(strings.Join(parts[:i], "/"))
				if i > 0 {
					at++
				}
				e.replace(f, at, at+len(parts[i]), name)
			}
		}
	}
	e.renames = append(e.renames, fileRename{"rename", q.uri(s.Dir), q.uri(to)})
}
