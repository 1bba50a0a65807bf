package code

import (
	"bytes"
	"cmp"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
)

// Facts reads a source: all that it refers to. Of the path only the extension
// matters.
func (r *Reader) Facts(p string, src []byte) *Facts {
	x := r.extractor(src)
	x.lang = LanguageOf(p)
	switch x.lang {
	case Python:
		newPyExtractor(x, src).module()
	case JavaScript, TypeScript:
		extractECMAScript(x, path.Base(p))
	case Go:
		extractGo(x)
	case Shell:
		extractShell(x)
	case Notebook:
		extractNotebook(x)
	}
	return x.out
}

func (r *Reader) extractor(src []byte) *extractor {
	return &extractor{Reader: r, src: src, out: &Facts{}, calls: map[[2]int]int{}, rewritten: map[[2]int]bool{}, at: func(offset int) int { return offset }}
}

// An extractor reads one source, or a part of one, into Facts.
type extractor struct {
	*Reader
	src  []byte
	lang Language
	out  *Facts
	at   func(offset int) int // the place in the file of one in src

	silent bool   // faults have been noted
	store  []expr // to be made

	modules map[string]string // what imports bind, by its local name

	calls     map[[2]int]int  // from the bytes of a call to its place in out.Calls
	fields    []fieldRead     // in order
	rewritten map[[2]int]bool // calls into whose results something is written
}

// name is a word of the source.
func (x *extractor) name(text string, start, end int) Name {
	return Name{strings.Clone(text), x.at(start), x.at(end)}
}

// pos is a place as a document.Node of Facts has it.
func (x *extractor) pos(offset int) token.Pos { return token.Pos(1 + x.at(offset)) }

func (x *extractor) fault(offset int, msg string) {
	if x.out.Err == nil && !x.silent {
		x.out.Err = &document.SyntaxError{Offset: offset, End: offset, Msg: msg}
	}
}

// call notes a call of a tool. ignored says whether its result is used without a
// look at whether it is a denial.
func (x *extractor) call(e *expr, ignored func() bool) {
	x.activation(e)
	x.effect(e)
	callee := e.x.resolved()
	if (callee.kind == memberExpr || callee.kind == nameExpr) && !x.lastNames[callee.text] {
		return
	}
	names := callee.dotted()
	for i := range x.patterns {
		p := &x.patterns[i]
		if !p.matches(names) {
			continue
		}
		x.toolCall(e, e.arg(p.Name, nameParams...), e.arg(p.Args, argsParams...), ignored())
		return
	}
}

func (x *extractor) toolCall(e, tool, args *expr, ignored bool) {
	if tool == nil {
		return
	}
	if object := tool.resolved(); object.kind == mapExpr { // callTool({name, arguments})
		if params := object.entry("params"); params != nil && params.resolved().kind == mapExpr && object.entry("name") == nil {
			object = params.resolved() // CallTool(ctx, mcp.CallToolRequest{Params: …})
		}
		tool, args = nil, nil
		for _, key := range nameParams {
			tool = cmp.Or(tool, object.entry(key))
		}
		for _, key := range argsParams {
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
	call := Call{Name: x.name(text, tool.start, tool.end), Ignored: ignored, Client: Fold(e.x.last()) == "calltool"}
	if args != nil {
		call.Args = x.arguments(args)
	}
	if !call.Client {
		x.calls[[2]int{e.start, e.end}] = len(x.out.Calls)
	}
	x.out.Calls = append(x.out.Calls, call)
	if args == nil || text != "save" && text != "read" {
		return
	}
	if where := call.Args.Get("path"); where.Is(document.String) {
		x.out.Data = append(x.out.Data, Data{Name: Name{where.Text, int(where.Pos) - 1, int(where.End) - 1}, Write: text == "save"})
	} else if where := args.resolved().entry("path"); where != nil {
		if begin, _ := where.prefix(); begin != "" {
			x.out.Data = append(x.out.Data, Data{Name: x.name(begin, where.start, where.end), Write: text == "save", Partial: true})
		}
	}
}

// arguments reads what a tool is called with: a literal, or JSON in one, as
// json.RawMessage(`{"a": 1}`).
func (x *extractor) arguments(args *expr) *document.Node {
	text := args.resolved()
	for text.kind == callExpr && len(text.args) == 1 && (text.x == nil || text.x.last() == "RawMessage" || text.x.last() == "") {
		text = text.args[0].resolved()
	}
	if json, ok := text.constText(); ok && strings.HasPrefix(strings.TrimSpace(json), "{") {
		if root, err := document.ParseJSON([]byte(json), x.pos(text.start+1)); err == nil {
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
	x.out.Data = append(x.out.Data, Data{Name: x.name(strings.Join(segments, "."), e.start, e.end), Write: write})
}

// dataSegments returns the path below the user's profile that a chain of
// members, indices and get(…) goes.
func dataSegments(e *expr, depth int) ([]string, bool) {
	if e == nil || depth > maxExprDepth {
		return nil, false
	}
	add := func(x *expr, name string) ([]string, bool) {
		segments, ok := dataSegments(x, depth+1)
		if !ok {
			return nil, false
		}
		return append(segments, name), true
	}
	switch e.kind {
	case nameExpr, memberExpr:
		if strings.HasSuffix(Fold(e.text), "profile") {
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
func (x *extractor) node(e *expr, budget *int, depth int) *document.Node {
	n := &document.Node{Kind: document.Unknown, Pos: x.pos(e.start), End: x.pos(e.end)}
	if *budget--; *budget < 0 || depth > maxExprDepth {
		return n
	}
	switch e = e.resolved(); e.kind {
	case textExpr, joinExpr:
		if text, ok := e.constText(); ok {
			n.Kind, n.Text = document.String, strings.Clone(text)
		}
	case numberExpr:
		n.Kind, n.Text, n.Plain = document.Number, e.text, true
	case boolExpr:
		n.Kind, n.Text = document.Bool, e.text
	case nullExpr:
		n.Kind = document.Null
	case listExpr:
		n.Kind = document.List
		for _, item := range e.args {
			if item.spread {
				n.Kind, n.Members = document.Unknown, nil
				break
			}
			n.Members = append(n.Members, document.Member{Value: x.node(item, budget, depth+1)})
		}
	case mapExpr:
		n.Kind = document.Map
		for i, k := range e.keys {
			key := &document.Node{Kind: document.Unknown}
			if k != nil {
				key.Pos, key.End = x.pos(k.start), x.pos(k.end)
				if text, ok := k.constText(); ok {
					key.Kind, key.Text = document.String, strings.Clone(text)
				}
			}
			n.Members = append(n.Members, document.Member{Key: key, Value: x.node(e.args[i], budget, depth+1)})
		}
	}
	return n
}

// activations are the functions by which a platform gives an agent a skill.
var activations = []string{"activate_skill", "load_skill", "activateSkill", "loadSkill", "ActivateSkill", "LoadSkill"}

// activated are what all of them have behind their first letters.
var activated = []rare.Text{rare.Of("ctivate_skill"), rare.Of("oad_skill"), rare.Of("ctivateSkill"), rare.Of("oadSkill")}

// activates reports whether a source has a word that may activate a skill.
func activates(src []byte) bool {
	return slices.ContainsFunc(activated, func(text rare.Text) bool { return text.In(src) }) &&
		slices.ContainsFunc(activations, func(word string) bool { return bytes.Contains(src, []byte(word)) })
}

// activation notes the skill that a call activates, when it is a text.
func (x *extractor) activation(call *expr) {
	if !slices.Contains(activations, call.x.resolved().last()) {
		return
	}
	name := call.arg(0, "name", "skill", "skill_name", "skillName")
	if text, known := name.constText(); known && text != "" {
		x.out.Skills = append(x.out.Skills, x.name(text, name.start, name.end))
	}
}
