package ecmascript

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// facts writes what a file says, one fact a line, in the notation that
// testdata/record.mjs writes from the TypeScript compiler's tree.
func facts(f *File) string {
	var b strings.Builder
	for _, i := range f.Imports {
		fmt.Fprintf(&b, "import %d-%d %s %s", i.Source.Start, i.Source.End, importKinds[i.Kind], quote(i.Source.Value))
		if i.TypeOnly {
			b.WriteString(" type")
		}
		if i.Kind == Static || i.Kind == ExportFrom {
			for _, n := range i.Names {
				fmt.Fprintf(&b, " %s>%s@%d", n.Name, n.Local, n.NameSpan.Start)
				if n.TypeOnly {
					b.WriteString("!")
				}
			}
		}
		b.WriteByte('\n')
	}
	for _, c := range f.Calls {
		word := "call"
		if c.New {
			word = "new"
		}
		fmt.Fprintf(&b, "%s %d %s", word, c.Parens.Start, callee(c.Fun))
		if c.Await {
			b.WriteString(" await")
		}
		if c.Stmt {
			b.WriteString(" stmt")
		}
		b.WriteByte('(')
		for n, a := range c.Args {
			if n > 0 {
				b.WriteByte(',')
			}
			b.WriteString(render(a, 4))
		}
		b.WriteString(")\n")
	}
	members, texts := slices.Clone(f.Members), slices.Clone(f.Texts)
	slices.SortStableFunc(members, func(a, b *Member) int { return inOrder(a, b) })
	slices.SortStableFunc(texts, inOrder)
	for _, m := range members {
		fmt.Fprintf(&b, "member %d-%d %s\n", m.Start, m.End, callee(m))
	}
	for _, t := range texts {
		fmt.Fprintf(&b, "text %d-%d %s\n", t.Range().Start, t.Range().End, render(t, 4))
	}
	assigns := slices.Clone(f.Assigns)
	slices.SortStableFunc(assigns, func(a, b *Assign) int { return inOrder(a, b) })
	for _, a := range assigns {
		if a.Decl == "" {
			continue
		}
		fmt.Fprintf(&b, "%s %d-%d %s = %s\n", a.Decl, a.Start, a.End, render(a.Target, 4), render(a.Value, 4))
	}
	for _, e := range f.Exports {
		if e.TypeOnly {
			continue
		}
		fmt.Fprintf(&b, "export %s@%d\n", e.Name, e.NameSpan.Start)
	}
	for _, c := range f.Comments {
		fmt.Fprintf(&b, "comment %d-%d\n", c.Start, c.End)
	}
	return b.String()
}

func inOrder(a, b Expr) int {
	x, y := a.Range(), b.Range()
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End))
}

var importKinds = [...]string{"static", "export", "equals", "require", "dynamic", "typeimport"}

// callee writes the last links of a chain, `…` for what is no chain.
func callee(e Expr) string {
	var parts []string
	for len(parts) < 12 {
		switch x := e.(type) {
		case *Ident:
			parts = append(parts, x.Name)
		case *Member:
			name := x.Name
			if x.Index != nil {
				name = "[" + render(x.Index, 1) + "]"
			}
			parts = append(parts, name)
			e = x.X
			continue
		default:
			parts = append(parts, "…")
		}
		break
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".")
}

// render writes an expression, depth levels of it.
func render(e Expr, depth int) string {
	if depth == 0 {
		return "…"
	}
	list := func(l []Expr) string {
		out := make([]string, len(l))
		for i, x := range l {
			if x != nil {
				out[i] = render(x, depth-1)
			}
		}
		return strings.Join(out, ",")
	}
	switch x := e.(type) {
	case *Ident:
		return x.Name
	case *String:
		return quote(x.Value)
	case *Number:
		if strings.HasSuffix(x.Text, "n") {
			return strings.ReplaceAll(x.Text, " ", "")
		}
		v, _ := json.Marshal(x.Value)
		return "#" + string(v)
	case *Literal:
		return x.Name
	case *Template:
		tag := ""
		if x.Tag != nil {
			tag = render(x.Tag, depth-1)
		}
		var b strings.Builder
		for i, t := range x.Texts {
			if i > 0 {
				b.WriteString("${" + render(x.Exprs[i-1], depth-1) + "}")
			}
			b.WriteString(strings.Trim(quote(t.Value), `"`))
		}
		return tag + "`" + b.String() + "`"
	case *Object:
		var b strings.Builder
		for i, p := range x.Props {
			if i > 0 {
				b.WriteByte(',')
			}
			switch p.Kind {
			case Pair:
				b.WriteString(quote(p.Key) + ":" + render(p.Value, depth-1))
			case Shorthand:
				b.WriteString(p.Key)
			case Computed:
				b.WriteString("[]:" + render(p.Value, depth-1))
			case Rest:
				b.WriteString("..." + render(p.Value, depth-1))
			case Method:
				b.WriteString(quote(p.Key) + "()")
			}
		}
		return "{" + b.String() + "}"
	case *Array:
		return "[" + list(x.Elems) + "]"
	case *Member:
		return callee(x)
	case *Call:
		word := ""
		if x.New {
			word = "new "
		}
		return word + callee(x.Fun) + "(" + list(x.Args) + ")"
	case *Concat:
		return "(" + strings.ReplaceAll(list(x.Operands), ",", "+") + ")"
	case *Assign:
		return "="
	case *Spread:
		return "..." + render(x.X, depth-1)
	case *Function:
		return "=>"
	}
	return "?"
}

// quote writes a string as JSON.stringify does.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r == '\n':
			b.WriteString("\\n")
		case r == '\r':
			b.WriteString("\\r")
		case r == '\t':
			b.WriteString("\\t")
		case r == '\b':
			b.WriteString("\\b")
		case r == '\f':
			b.WriteString("\\f")
		case r < ' ':
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

func read(name string) []byte {
	src, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return src
}

// difference returns the first lines that only one side has.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	left := map[string]int{}
	for _, l := range w {
		left[l]++
	}
	var out strings.Builder
	n := 0
	for _, l := range g {
		if left[l] > 0 {
			left[l]--
		} else if n++; n <= 3 {
			fmt.Fprintf(&out, "\n   got  %.160s", l)
		}
	}
	n = 0
	for _, l := range w {
		if left[l] > 0 {
			left[l]--
			if n++; n <= 3 {
				fmt.Fprintf(&out, "\n   want %.160s", l)
			}
		}
	}
	for i := 0; out.Len() == 0 && i < len(g); i++ {
		if g[i] != w[i] {
			return fmt.Sprintf(" order\n   got  %.160s\n   want %.160s", g[i], w[i])
		}
	}
	return out.String()
}
