package skill

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"

	"github.com/skilllint/skilllint/internal/code"
)

// An extractor reads one file of code: what in it refers to something outside.
type extractor struct {
	*resolver
	path  string
	src   []byte
	pos   func(offset int) token.Pos
	skill *Skill

	refs    []Ref
	err     *SyntaxError
	reached []reached // paths into other skills, of which the widest are kept
}

// extract reads a file.
func (r *resolver) extract(file *File, lang code.Language, own *Skill) *extractor {
	x := &extractor{resolver: r, path: file.Path, src: file.Src, pos: file.Pos, skill: own}
	switch lang {
	case code.Python:
		extractPython(x)
	case code.JavaScript, code.TypeScript:
		extractECMAScript(x)
	case code.Go:
		extractGo(x)
	case code.Shell:
		extractShell(x)
	case code.Notebook:
		extractNotebook(x)
	}
	x.finish()
	return x
}

// finish sorts what was found and drops paths that are part of wider ones.
func (x *extractor) finish() {
	x.keepWidest()
	slices.SortStableFunc(x.refs, func(a, b Ref) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Text, b.Text))
	})
	x.refs = slices.CompactFunc(x.refs, func(a, b Ref) bool { return a.Pos == b.Pos && a.Kind == b.Kind && a.Text == b.Text })
}

// name is a word of the source.
func (x *extractor) name(text string, start, end int) contract.Name {
	return contract.Name{Text: text, Pos: x.pos(start), End: x.pos(end)}
}

func (x *extractor) fault(offset int, msg string) {
	if x.err == nil {
		x.err = &SyntaxError{Offset: offset, End: offset, Msg: msg}
	}
}

// call notes a call of a tool. ignored says that its result is used without a
// look at whether it is a denial.
func (x *extractor) call(e *expr, ignored bool) {
	callee := e.x.resolved()
	if (callee.kind == memberExpr || callee.kind == nameExpr) && !x.lastNames[callee.text] {
		return
	}
	names := callee.dotted()
	for i := range x.patterns {
		p := &x.patterns[i]
		if !p.Matches(names) {
			continue
		}
		x.toolCall(e, e.arg(p.Name, code.NameParams...), e.arg(p.Args, code.ArgsParams...), ignored)
		return
	}
}

func (x *extractor) toolCall(e, tool, args *expr, ignored bool) {
	if tool == nil {
		return
	}
	if object := tool.resolved(); object.kind == mapExpr { // callTool({name, arguments})
		tool, args = nil, nil
		for _, key := range code.NameParams {
			tool = cmp.Or(tool, object.entry(key))
		}
		for _, key := range code.ArgsParams {
			args = cmp.Or(args, object.entry(key))
		}
		if tool == nil {
			return
		}
	}
	text, ok := tool.constText()
	if !ok || text == "" {
		return
	}
	ref := Ref{Name: x.name(text, tool.start, tool.end), Kind: CallRef, Ignored: ignored}
	if args != nil {
		ref.Args = x.arguments(args)
	}
	x.refs = append(x.refs, ref)
	kind, isData := map[string]RefKind{"save": WriteRef, "read": ReadRef}[text]
	if args == nil || !isData {
		return
	}
	if where := ref.Args.Get("path"); where.Is(String) {
		x.refs = append(x.refs, Ref{Name: NameOf(where), Kind: kind})
	} else if where := args.resolved().entry("path"); where != nil {
		if path, _ := where.prefix(); path != "" {
			x.refs = append(x.refs, Ref{Name: x.name(path, where.start, where.end), Kind: kind, Partial: true})
		}
	}
}

// arguments reads what a tool is called with: a literal, or JSON in one, as
// json.RawMessage(`{"a": 1}`).
func (x *extractor) arguments(args *expr) *Node {
	text := args.resolved()
	for text.kind == callExpr && len(text.args) == 1 && (text.x == nil || text.x.last() == "RawMessage" || text.x.last() == "") {
		text = text.args[0].resolved()
	}
	if json, ok := text.constText(); ok && strings.HasPrefix(strings.TrimSpace(json), "{") {
		if root, err := parseJSON([]byte(json), x.pos(text.start+1)); err == nil {
			if text.end-text.start != len(json)+2 { // escapes: places inside of it are not known
				root.MoveTo(x.pos(text.start), x.pos(text.end))
			}
			return root
		}
	}
	budget := 10_000
	return x.node(args, &budget, 0)
}

// data notes a read or write of profile["skills"]["other"]….
func (x *extractor) data(e *expr, write bool) {
	segments, ok := dataSegments(e, 0)
	if !ok || len(segments) < 2 || segments[0] != "skills" {
		return
	}
	kind := ReadRef
	if write {
		kind = WriteRef
	}
	x.refs = append(x.refs, Ref{Name: x.name(strings.Join(segments, "."), e.start, e.end), Kind: kind})
}

// dataSegments returns the path below the user's profile that a chain of
// members, indices and get(…) goes.
func dataSegments(e *expr, depth int) ([]string, bool) {
	if e == nil || depth > maxExprDepth {
		return nil, false
	}
	add := func(x *expr, name string) ([]string, bool) {
		segments, ok := dataSegments(x, depth+1)
		return append(segments, name), ok
	}
	switch e.kind {
	case nameExpr, memberExpr:
		if strings.HasSuffix(code.Fold(e.text), "profile") {
			return nil, true
		}
		if e.kind == memberExpr {
			return add(e.x, e.text)
		}
		if value := e.resolved(); value != e {
			return dataSegments(value, depth+1)
		}
	case indexExpr:
		if key, ok := e.args[0].constText(); ok {
			return add(e.x, key)
		}
	case callExpr:
		if e.x != nil && e.x.kind == memberExpr && e.x.text == "get" && len(e.args) > 0 {
			if key, ok := e.args[0].constText(); ok {
				return add(e.x.x, key)
			}
		}
	}
	return nil, false
}

// node turns an expression into a value with unknown parts, for rules.
func (x *extractor) node(e *expr, budget *int, depth int) *Node {
	n := &Node{Kind: Unknown, Pos: x.pos(e.start), End: x.pos(e.end)}
	if *budget--; *budget < 0 || depth > maxExprDepth {
		return n
	}
	switch e = e.resolved(); e.kind {
	case textExpr, joinExpr:
		if text, ok := e.constText(); ok {
			n.Kind, n.Text = String, text
		}
	case numberExpr:
		n.Kind, n.Text, n.Plain = Number, e.text, true
	case boolExpr:
		n.Kind, n.Text = Bool, e.text
	case nullExpr:
		n.Kind = Null
	case listExpr:
		n.Kind = List
		for _, item := range e.args {
			if item.spread {
				n.Kind, n.Members = Unknown, nil
				break
			}
			n.Members = append(n.Members, Member{Value: x.node(item, budget, depth+1)})
		}
	case mapExpr:
		n.Kind = Map
		for i, k := range e.keys {
			key := &Node{Kind: Unknown}
			if k != nil {
				key.Pos, key.End = x.pos(k.start), x.pos(k.end)
				if text, ok := k.constText(); ok {
					key.Kind, key.Text = String, text
				}
			}
			n.Members = append(n.Members, Member{Key: key, Value: x.node(e.args[i], budget, depth+1)})
		}
	}
	return n
}
