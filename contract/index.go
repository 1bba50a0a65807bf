package contract

// An Index finds contracts by what others call them. It is built once and
// safe for concurrent use. The tools of MCP servers are found by their server
// only: their names are no global ones.
type Index struct {
	byID   map[string][]*Contract
	byTool map[string][]*Contract
}

// NewIndex indexes contracts; where several share an id or export one tool,
// the order given is kept.
func NewIndex(contracts []*Contract) *Index {
	x := &Index{make(map[string][]*Contract, len(contracts)), make(map[string][]*Contract)}
	for _, c := range contracts {
		if c.ID.Text != "" {
			x.byID[c.ID.Text] = append(x.byID[c.ID.Text], c)
		}
		if _, server := Server(c.ID.Text); server {
			continue
		}
		for i := range c.Exports {
			tool := c.Exports[i].Name.Text
			if owners := x.byTool[tool]; len(owners) == 0 || owners[len(owners)-1] != c {
				x.byTool[tool] = append(owners, c)
			}
		}
	}
	return x
}

// ID returns the contracts of that id, usually one.
func (x *Index) ID(id string) []*Contract { return x.byID[id] }

// Tool returns the contracts that export a tool, usually one.
func (x *Index) Tool(name string) []*Contract { return x.byTool[name] }

// Provider returns who an import means for one of its tools: the skill that
// it names, else the first that exports the tool. It is nil when there is none.
func (x *Index) Provider(imp *Import, tool string) *Contract {
	candidates := x.byTool[tool]
	if imp.From.Text != "" {
		candidates = x.byID[imp.From.Text]
	}
	if len(candidates) == 0 {
		return nil
	}
	for _, c := range candidates {
		if c.Export(tool) != nil {
			return c
		}
	}
	return candidates[0]
}
