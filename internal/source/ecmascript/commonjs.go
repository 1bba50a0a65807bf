package ecmascript

// commonJS notes what an assignment to `exports` or `module.exports` exports.
func (p *parser) commonJS(a *Assign) {
	m, ok := a.Target.(*Member)
	if !ok || m.Name == "" {
		return
	}
	value := a.Value
	for {
		inner, ok := value.(*Assign)
		if !ok {
			break
		}
		value = inner.Value
	}
	if isExports(m.X) {
		p.exported(&Export{Name: m.Name, NameSpan: m.NameSpan, Local: local(value), Value: value})
		return
	}
	if !isExports(m) {
		return
	}
	if c, ok := value.(*Call); ok {
		if n := len(p.file.Imports); n > 0 && p.file.Imports[n-1].call == c {
			p.exported(&Export{Name: "*", NameSpan: m.Span, Local: "*", Value: value, From: p.file.Imports[n-1].Source})
			return
		}
	}
	p.exported(&Export{Name: "=", NameSpan: m.Span, Local: local(value), Value: value})
	if o, ok := value.(*Object); ok {
		for _, prop := range o.Props {
			if prop.Key != "" {
				p.exported(&Export{Name: prop.Key, NameSpan: prop.KeySpan, Local: local(prop.Value), Value: prop.Value})
			}
		}
	}
}

// isExports says whether e is `exports` or `module.exports`.
func isExports(e Expr) bool {
	switch e := e.(type) {
	case *Ident:
		return e.Name == "exports"
	case *Member:
		id, ok := e.X.(*Ident)
		return ok && id.Name == "module" && e.Name == "exports"
	}
	return false
}

func local(e Expr) string {
	if id, ok := e.(*Ident); ok {
		return id.Name
	}
	return ""
}
