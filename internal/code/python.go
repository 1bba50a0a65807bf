package code

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// A pyExtractor translates Python's tree for the extractor.
type pyExtractor struct {
	*extractor
	file    *python.File
	made    map[python.Expr]*expr
	aliases map[string]*expr // name → what was imported under it
	uses    map[pyVariable]*pyUses

	imported map[string]bool // names that import statements bind
	chains   map[string]bool // of members that are noted
}

func newPyExtractor(x *extractor, src []byte) *pyExtractor {
	p := &pyExtractor{extractor: x, file: python.Parse(src), made: make(map[python.Expr]*expr, len(src)/bytesAnExpr), aliases: map[string]*expr{}}
	if p.file.Err != nil && ofNotebook(src, p.file.Err.Offset) {
		cells, _ := splitMagics(src)
		p.file = python.Parse(cells)
	}
	if p.file.Err != nil {
		x.fault(p.file.Err.Offset, p.file.Err.Message)
	}
	for imp := range p.file.Imports() {
		if imp.As.Name == "" {
			continue
		}
		original := imp.Name.Name
		if original == "" {
			original = imp.Module.String()
		}
		var chain *expr
		for part := range strings.SplitSeq(original, ".") {
			if chain == nil {
				chain = &expr{kind: nameExpr, text: part}
			} else {
				chain = &expr{kind: memberExpr, x: chain, text: part}
			}
		}
		if original != imp.As.Name {
			p.aliases[imp.As.Name] = chain
		}
	}
	return p
}

// module reads a whole module, and what it gives to others.
func (p *pyExtractor) module() {
	p.read()
	names, more := p.file.Bound()
	for _, name := range names {
		p.out.Binds = append(p.out.Binds, strings.Clone(name))
	}
	p.out.Open = more
	p.execute()
}

func (p *pyExtractor) read() {
	p.imports()
	for n, ancestors := range p.file.Nodes() {
		if f, ok := n.(*python.FunctionDef); ok {
			p.decorators(f)
		}
		e, ok := n.(python.Expr)
		if !ok {
			continue
		}
		parent := ancestors[len(ancestors)-1]
		switch e := e.(type) {
		case *python.Name:
			p.member(e, ancestors)
		case *python.Call:
			p.callNode(e, ancestors)
		case *python.BinOp:
			if outer, ok := parent.(*python.BinOp); !ok || outer.Op != e.Op {
				p.reach(p.expr(e), AnyUse)
				p.keyOf(e, parent)
			}
		case *python.String:
			if e.Formatted() {
				p.reach(p.expr(e), AnyUse)
				p.keyOf(e, parent)
			}
		case *python.Dict:
			if assign, ok := parent.(*python.Assign); ok && len(assign.Targets) == 1 && assign.Value == python.Expr(e) {
				p.table(p.expr(assign.Targets[0]).last(), p.expr(e))
			}
		case *python.Subscript:
			p.chain(e, parent)
		case *python.Attribute:
			p.chain(e, parent)
		}
	}
	p.giveFields()
}

// chain reads a chain of members at its full length.
func (p *pyExtractor) chain(e python.Expr, parent python.Node) {
	switch outer := parent.(type) {
	case *python.Subscript:
		if outer.X == e {
			return
		}
	case *python.Attribute:
		return
	case *python.Call:
		if outer.Func == e {
			return
		}
	}
	write := false
	switch s := parent.(type) {
	case *python.Assign:
		write = slices.Contains(s.Targets, e)
	case *python.Delete:
		write = true
	}
	x := p.expr(e)
	p.data(x, write)
	if !write {
		p.field(x)
	}
	p.reach(x, AnyUse)
}

func (p *pyExtractor) callNode(call *python.Call, ancestors []python.Node) {
	e := p.expr(call)
	p.call(e, func() bool { return p.ignored(call, ancestors) })
	parent := ancestors[len(ancestors)-1]
	if outer, ok := parent.(*python.Attribute); !ok || outer.X != python.Expr(call) {
		p.data(e, false)
		if bin, ok := parent.(*python.BinOp); !ok || bin.Op != "/" {
			p.reach(e, AnyUse)
		}
	}
	if e.x != nil && e.x.kind == memberExpr && e.x.text == "get" {
		p.field(e)
	} else if e.x != nil && e.x.kind == memberExpr {
		p.field(e.x.x)
	}
	p.dynamicImport(call, e)
	if f, ok := parent.(*python.FunctionDef); !ok || !slices.Contains(f.Decorators, python.Expr(call)) {
		p.registered(e)
	}
	use := FileUse
	switch e.x.last() {
	case "insert", "append", "extend":
		if callee := e.x.dotted(); len(callee) >= 3 && callee[len(callee)-3] == "sys" && callee[len(callee)-2] == "path" {
			use = ModulePath
		}
	}
	if !namesFiles(e) {
		return
	}
	p.callArguments(e, use)
}

// keyOf reads a string that is given a name.
func (p *pyExtractor) keyOf(e python.Expr, parent python.Node) {
	bound := ""
	switch s := parent.(type) {
	case *python.Assign:
		if len(s.Targets) > 0 && s.Value == e {
			bound = p.expr(s.Targets[0]).last()
		}
	case *python.NamedExpr:
		bound = s.Name.ID
	case *python.Return:
		return
	}
	p.key(p.expr(e), bound)
}
