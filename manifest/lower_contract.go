package manifest

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
)

// lowerContract reads a SKILL.md with a contract, its legacy keys and
// the references of the open standard, which count in every SKILL.md.
func lowerContract(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("id"))
	if s.ID.Text == "" {
		s.ID = NameOf(m.Root.Get("name"))
	}
	lowerExports(m.Root.Get("exports"), s)
	for _, item := range m.Root.Get("imports").Items() {
		lowerImport(item.Value, s)
	}
	if version := m.Root.Get("version"); s.Version.Text == "" && len(s.Imports) > 0 && len(s.Exports) == 0 && version.Is(document.String) {
		s.Version = NameOf(version) // of one that only calls: the gateway puts it on record
	}
	lowerLegacy(m.Root, s)
	lowerReferences(m.Root, s)
}

func lowerExports(exports *document.Node, s *Skill) {
	s.Version = NameOf(exports.Get("api_version"))
	if v, err := contract.ParseAPIVersion(s.Version.Text); err == nil {
		s.Provides = v
	}
	for _, item := range exports.Get("tools").Items() {
		if t := item.Value; t.Get("name").Is(document.String) {
			s.Exports = append(s.Exports, lowerTool(t))
		}
	}
	if access := exports.Get("access"); access.Is(document.Map) {
		s.Access = lowerAccess(access)
	}
	for _, item := range exports.Get("deprecated").Items() {
		d := contract.Deprecation{
			Tool:        NameOf(item.Value.Get("tool")),
			Removal:     NameOf(item.Value.Get("removal_date")),
			Replacement: NameOf(item.Value.Get("replacement")),
			Pos:         item.Value.Pos, End: item.Value.End,
		}
		if date, err := time.Parse(time.DateOnly, d.Removal.Text); err == nil {
			d.RemovalDate = date
		}
		if d.Tool.Text != "" {
			s.Deprecated = append(s.Deprecated, d)
		}
	}
}

func lowerTool(t *document.Node) contract.Tool {
	return contract.Tool{
		Name:        NameOf(t.Get("name")),
		Description: t.Get("description").Str(),
		Input:       schemaOf(t.Get("input_schema")),
		Output:      schemaOf(t.Get("output_schema")),
		ReadOnly:    t.Get("read_only").True(),
		Idempotent:  t.Get("idempotent").True(),
		Timeout:     timeoutOf(t),
		Retries:     retriesOf(t),
		Pos:         t.Pos, End: t.End,
	}
}

func lowerAccess(access *document.Node) contract.Access {
	a := contract.Access{
		RequiresSubscription: access.Get("requires_subscription").True(),
		FreeTools:            NamesOf(access.Get("free_tools")),
		Pos:                  access.Pos, End: access.End,
	}
	if zone := access.Get("timezone"); zone.Is(document.String) {
		a.Zone = NameOf(zone)
		a.Location, a.ZoneErr = contract.ParseZone(zone.Text)
	}
	switch limit := access.Get("rate_limit"); {
	case limit.Is(document.String):
		a.Rates = []contract.ToolRate{toolRate(contract.Name{}, limit)}
	case limit.Is(document.Map):
		for _, entry := range limit.Members {
			if entry.Value.Is(document.String) {
				a.Rates = append(a.Rates, toolRate(NameOf(entry.Key), entry.Value))
			}
		}
	}
	return a
}

func toolRate(tool contract.Name, rate *document.Node) contract.ToolRate {
	r, err := contract.ParseRate(rate.Text)
	return contract.ToolRate{Tool: tool, Text: NameOf(rate), Rate: r, Err: err}
}

func lowerImport(n *document.Node, s *Skill) {
	if !n.Is(document.Map) || !n.Get("from").Is(document.String) {
		return
	}
	imp := contract.Import{
		From:    NameOf(n.Get("from")),
		Tools:   NamesOf(n.Get("tools")),
		Version: NameOf(n.Get("min_version")),
		Key:     "imports",
		Pos:     n.Pos, End: n.End,
	}
	if imp.Version.Text != "" {
		imp.Range, imp.Err = contract.MinVersion(imp.Version.Text)
	}
	s.Imports = append(s.Imports, imp)
}

// lowerLegacy reads the keys that contracts replace: external_tools names tools
// without their provider, requires_skill_data needs a skill.
func lowerLegacy(root *document.Node, s *Skill) {
	for _, tool := range NamesOf(root.Get("external_tools")) {
		s.Imports = append(s.Imports, contract.Import{Tools: []contract.Name{tool}, Key: "external_tools", Pos: tool.Pos, End: tool.End})
	}
	for _, id := range NamesOf(root.Get("requires_skill_data")) {
		s.Imports = append(s.Imports, contract.Import{From: id, Key: "requires_skill_data", Pos: id.Pos, End: id.End})
	}
}

// Contract is the dialect of SKILL.md with provider and consumer contracts, legacy keys included.
var Contract = &Dialect{
	Name:   "contract",
	Doc:    "`SKILL.md` with `id`, `exports`, `imports` or the legacy `external_tools`, `requires_skill_data`, `data_paths`",
	Schema: contractSchema,
	Files:  standing.IsSkillMD,
	Match:  func(m *Manifest) bool { return standing.IsSkillMD(m.Path) && hasContractKey(m.Root) },
	Versions: []VersionAt{
		{[]string{"version"}, FullVersion},
		{[]string{"exports", "api_version"}, APIVersion},
		{[]string{"imports", "*", "min_version"}, MinVersion},
	},
	Lower:      lowerContract,
	Contracted: true,
}

//go:embed schema/contract.schema.json
var contractSchema []byte

// contractKeys make a SKILL.md a contract. `id` alone does, but for the number of a
// catalogue, and where keys of an author's own show that it is one of those.
var contractKeys = []string{"id", "exports", "imports", "external_tools", "requires_skill_data", "data_paths"}

// areFiles reports whether a list names files alone, as that of a program does which reads them with the skill: imports of a
// contract have the name of a skill.
func areFiles(list *document.Node) bool {
	items := list.Items()
	return len(items) > 0 && !slices.ContainsFunc(items, func(item document.Member) bool {
		return !item.Value.Is(document.String) || !strings.Contains(item.Value.Text, "/")
	})
}

func hasContractKey(root *document.Node) bool {
	for _, key := range contractKeys {
		if k, v := root.Entry(key); k != nil && (key != "id" || !catalogued.MatchString(v.Str()) && !ownID(root, v.Str())) && !(key == "imports" && areFiles(v)) {
			return true
		}
	}
	return false
}

// ownID reports whether the id of a skill is one of its author's keys, which neither contracts nor
// the open standard have: beside twice as many of them as of others, or as the name once more. One such
// key may be a misspelt one.
func ownID(root *document.Node, id string) bool {
	own, plain := 0, 0
	for _, e := range root.Entries() {
		if slices.Contains(plainKeys, e.Key.Text) {
			plain++
		} else {
			own++
		}
	}
	return own > 1 && (own > 2*plain || id != "" && root.Get("name").Str() == id)
}

// plainKeys are the keys that a contract and a skill of the open standard may have in common.
var plainKeys = []string{"id", "name", "description", "version", "license", "compatibility", "metadata", "allowed-tools"}

// catalogued matches the number of a catalogue: SKL-0012.
var catalogued = regexp.MustCompile(`^[A-Z]+[-_]?[0-9]+$`)
