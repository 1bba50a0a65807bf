package lsp

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/skill"
)

// A symbol is what a name means: a skill, a tool of a skill or of an MCP
// server, a tool of the Python registry (which no skill provides), or a file.
type symbol struct {
	skill *skill.Skill
	tool  string
	path  string
}

// An occurrence is a place that names a symbol.
type occurrence struct {
	symbol
	file     *skill.File
	from, to int    // bytes of the name, its quotes included
	text     string // the name that is written there
	defines  bool
}

// symbols are the occurrences of a workspace. Hover, definitions, references
// and rename are all read from here.
type symbols struct {
	inFile map[string][]occurrence // by path, in order
	of     map[symbol][]occurrence // by file and place
}

var symbolsOf skill.Memo[*symbols]

// symbols returns the occurrences of the workspace.
func (n *snapshot) symbols() *symbols {
	return symbolsOf.Of(n.Workspace, func() *symbols { return collect(n.Workspace) })
}

// collect finds what the contracts, the code and the texts of a workspace name.
func collect(ws *skill.Workspace) *symbols {
	c := &collector{ws, &symbols{map[string][]occurrence{}, map[symbol][]occurrence{}}}
	for _, s := range ws.Skills {
		c.contract(s)
	}
	for _, src := range ws.Sources() {
		c.source(src)
	}
	if r := ws.ToolRegistry; r != nil {
		for _, t := range r.Tools {
			c.add(t.Name, symbol{tool: t.Text}, true)
		}
	}
	for _, u := range servers.Uses(ws) {
		if u.Server.Export(u.Tool) != nil {
			c.add(u.Name, symbol{skill: u.Server, tool: u.Tool}, false)
		}
	}
	for _, list := range c.inFile {
		slices.SortStableFunc(list, func(a, b occurrence) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	}
	for sym, list := range c.of {
		slices.SortStableFunc(list, func(a, b occurrence) int {
			return cmp.Or(strings.Compare(a.file.Path, b.file.Path), a.from-b.from)
		})
		c.of[sym] = slices.CompactFunc(list, func(a, b occurrence) bool { return a.file == b.file && a.from == b.from })
	}
	return c.symbols
}

type collector struct {
	ws *skill.Workspace
	*symbols
}

// add records that a name of a contract means a symbol.
func (c *collector) add(name contract.Name, sym symbol, defines bool) {
	f := c.ws.FileAt(name.Pos)
	if f == nil || name.Text == "" || name.End <= name.Pos {
		return
	}
	o := occurrence{symbol: sym, file: f, from: f.Offset(name.Pos), to: f.Offset(name.End), text: name.Text, defines: defines}
	c.inFile[f.Path] = append(c.inFile[f.Path], o)
	c.of[sym] = append(c.of[sym], o)
}

// contract adds what a skill promises and needs.
func (c *collector) contract(s *skill.Skill) {
	c.add(s.ID, symbol{skill: s}, true)
	for i := range s.Exports {
		c.add(s.Exports[i].Name, tool(s, s.Exports[i].Name.Text), true)
	}
	own := func(name contract.Name) {
		if s.Export(name.Text) != nil {
			c.add(name, tool(s, name.Text), false)
		}
	}
	for _, name := range s.Access.FreeTools {
		own(name)
	}
	for _, r := range s.Access.Rates {
		own(r.Tool)
	}
	for _, d := range s.Deprecated {
		own(d.Tool)
		own(d.Replacement)
		if from, name, ok := strings.Cut(d.Replacement.Text, "."); ok {
			c.use(&contract.Import{From: contract.Name{Text: from}}, contract.Name{Text: name, Pos: d.Replacement.Pos, End: d.Replacement.End})
		}
	}
	for i := range s.Imports {
		c.imports(&s.Imports[i])
	}
	for _, name := range s.Steps() {
		c.imports(&contract.Import{From: name})
	}
}

// imports adds what an import names: the provider and its tools. Of a link that
// is a file, see links.
func (c *collector) imports(imp *contract.Import) {
	if imp.Key == skill.LinkKey {
		return
	}
	providers := c.ws.Index.ID(imp.From.Text)
	if len(providers) > 0 {
		if owner := c.ws.Owner(providers[0]); owner != nil {
			c.add(imp.From, symbol{skill: owner}, false)
		}
	}
	for _, t := range imp.Tools {
		if t.Pos != imp.From.Pos { // else a function, which is its own tool
			c.use(imp, t)
		}
	}
}

// use adds the name of a tool that an import needs.
func (c *collector) use(imp *contract.Import, name contract.Name) {
	if p := c.ws.Index.Provider(imp, name.Text); p != nil && p.Export(name.Text) != nil {
		c.add(name, tool(c.ws.Owner(p), name.Text), false)
	} else if imp.From.Text == "" && c.ws.ToolRegistry.Tool(name.Text) != nil {
		c.add(name, symbol{tool: name.Text}, false)
	}
}

// source adds what code calls, and whose code it takes.
func (c *collector) source(src *skill.Source) {
	for _, call := range src.Calls {
		imp := &contract.Import{}
		if src.Skill != nil {
			for i := range src.Skill.Imports {
				if slices.ContainsFunc(src.Skill.Imports[i].Tools, func(t contract.Name) bool { return t.Text == call.Text }) {
					imp = &src.Skill.Imports[i]
				}
			}
		}
		c.use(imp, call.Name)
	}
	for _, i := range src.Imports {
		c.add(i.Name, symbol{path: i.Target}, false)
	}
	for _, r := range src.Reaches {
		c.add(r.Name, symbol{path: r.Target}, false)
	}
}

// tool is the symbol of a tool: of a function the skill itself.
func tool(s *skill.Skill, name string) symbol {
	if s.Export(name).Name.Pos == s.ID.Pos {
		return symbol{skill: s}
	}
	return symbol{skill: s, tool: name}
}

// at returns the innermost occurrence at a byte of a file; its end counts, as
// where a cursor stands behind a word.
func (n *snapshot) at(f *skill.File, offset int) (occurrence, bool) {
	list := n.symbols().inFile[f.Path]
	end := sort.Search(len(list), func(i int) bool { return list[i].from > offset })
	best, found := occurrence{}, false
	for _, o := range list[:end] {
		if offset <= o.to && (!found || o.to-o.from <= best.to-best.from) {
			best, found = o, true
		}
	}
	for _, l := range n.links(f) {
		if l.from <= offset && offset <= l.to && !found {
			best, found = l, true
		}
	}
	return best, found
}

// links are the Markdown links of a file that lead to files of the workspace.
func (n *snapshot) links(f *skill.File) []occurrence {
	var list []occurrence
	for _, l := range f.Text().Links {
		if target, ok := n.target(f, l.Dest); ok {
			list = append(list, occurrence{symbol: symbol{path: target}, file: f, from: l.Start, to: l.End, text: l.Dest})
		}
	}
	return list
}

// linksTo are the links of all files to one file.
func (n *snapshot) linksTo(target string) []occurrence {
	var list []occurrence
	for _, f := range n.Files() {
		for _, d := range f.Prose().Destinations {
			if to, ok := n.target(f, d.Dest); ok && to == target {
				list = append(list, slices.DeleteFunc(n.links(f), func(o occurrence) bool { return o.path != target })...)
				break
			}
		}
	}
	return list
}

// target is the file or folder of the workspace that a link leads to.
func (n *snapshot) target(f *skill.File, dest string) (string, bool) {
	if strings.Contains(dest, "://") || strings.HasPrefix(dest, "#") {
		return "", false
	}
	dest, ok := plainPath(dest)
	if !ok {
		return "", false
	}
	to, kind := n.Tree.Resolve(path.Join(path.Dir(f.Path), dest))
	return to, kind == skill.Regular || kind == skill.Dir
}
