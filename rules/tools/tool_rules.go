package tools

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// toolKeys are the keys of a frontmatter that hold rules about tools.
var toolKeys = []string{"allowed-tools", "disallowed-tools", "tools", "disallowedTools"}

// toolRules judges the names and the form of rules about tools wherever hosts
// read such rules.
func toolRules(p *lint.Pass) {
	for _, m := range p.Manifests {
		if m.Dialect == skill.Standard || m.Dialect == skill.Contract {
			judgeTools(p, hosttools.ByHost()[nil], m.Root.Get("allowed-tools"))
			judgeTools(p, hosttools.ByHost()[nil], m.Root.Get("disallowed-tools"))
			partedRules(p, m.Root.Get("allowed-tools"))
		}
	}
	type cause struct {
		collection string
		host       *hosts.Host
	}
	var refused folding.Batches[cause]
	for _, c := range p.Components() {
		owners := c.Owners()
		if len(owners) != 1 || owners[0].Tools == nil {
			continue
		}
		names := hosttools.ByHost()[owners[0]]
		switch c.Kind {
		case hosts.Agent, hosts.Command:
			if tools := owners[0].Tools; c.Kind == hosts.Agent && tools.Unknown.Lost() {
				v := c.Root.Get("tools")
				for _, item := range skill.NamesOf(v) {
					if v.Is(skill.List) && !tools.Has(item.Text) {
						refused.Add(cause{p.Collection(c.Path), owners[0]}, lint.At(item, "%s does not load this agent: it has no tool %s; write one of its own, such as %q, or mcp_SERVER_TOOL", owners[0].Title, messages.Cited(item.Text), tools.Names[0]))
					}
				}
				continue
			}
			for _, key := range toolKeys {
				if owners[0].Understands(c.Kind, key) {
					judgeTools(p, names, c.Root.Get(key))
				}
			}
			partedRules(p, c.Root.Get("allowed-tools"))
		case hosts.Settings:
			for _, key := range []string{"allow", "deny", "ask"} {
				judgeTools(p, names, c.Root.Get("permissions").Get(key))
			}
		}
	}
	for _, at := range refused.Causes {
		p.Folding(folding.Gathered("name of a tool in agents is unknown to it", "names of tools in agents are unknown to it")).ReportAs(lint.Error, refused.Of[at]...)
	}
}

// judgeTools judges a text or a list of rules.
func judgeTools(p *lint.Pass, known *spelling.Vocabulary, v *skill.Node) {
	items := skill.NamesOf(v)
	var all []string
	for _, item := range items {
		all = append(all, rulesOf(v, item)...)
	}
	styled := slices.ContainsFunc(all, func(rule string) bool {
		tool, _, _ := strings.Cut(rule, "(")
		return slices.Contains(known.Names, strings.TrimSpace(tool)) && tool != strings.ToLower(tool)
	})
	foreign := 0 // names that no host knows, and that are near to none
	for _, rule := range all {
		tool, _, _ := strings.Cut(strings.TrimSpace(rule), "(")
		if tool == "" || tool == "*" || hosttools.Known(tool) || strings.HasPrefix(tool, "mcp__") || strings.ContainsAny(tool, "/:.") {
			continue
		}
		if _, near := known.Nearest(tool); !near {
			foreign++
		}
	}
	if foreign >= enoughForeign {
		known = &hosttools.None // those of another platform: its own may look like a slip
	}
	for _, item := range items {
		for _, rule := range rulesOf(v, item) {
			judgeTool(p, known, styled, item, rule)
		}
	}
}

// enoughForeign is how many names that no host knows make the list one of a platform that is
// not known: a name in it that is nearly that of a tool may be its own.
const enoughForeign = 2

// rulesOf are the rules in one text of a list, or in a text alone.
func rulesOf(v *skill.Node, item contract.Name) []string {
	if v.Is(skill.String) {
		return splitRules(item.Text)
	}
	return []string{item.Text}
}

// partedRules reports rules with a blank before the parenthesis, which hosts read as two: the first
// allows all of the tool.
func partedRules(p *lint.Pass, v *skill.Node) {
	for _, item := range skill.NamesOf(v) {
		for _, m := range partedRule.FindAllStringSubmatch(item.Text, -1) {
			if hosttools.Known(m[1]) {
				p.Report(lint.At(item, "hosts read %s as two rules, of which the first allows all of %s: delete the blank before the parenthesis", messages.Cited(m[0]), m[1]))
			}
		}
	}
}

// partedRule matches a tool and what it is limited to, with a blank between them.
var partedRule = regexp.MustCompile(`\b([A-Z]\w+) +\([^()]*\)`)

// splitRules parts a text of rules at commas and blanks outside of parentheses.
func splitRules(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth = max(0, depth-1)
		}
		return depth == 0 && (c == ',' || c == ' ' || c == '\n' || c == '\t')
	})
}

// judgeTool judges one rule, Tool or Tool(content), in the text of a name. styled says
// that the rules beside it are written as the hosts' tools are: web_search beside Read is
// WebSearch, web_search beside browser a tool of a host that is not known.
func judgeTool(p *lint.Pass, known *spelling.Vocabulary, styled bool, in contract.Name, rule string) {
	rule = strings.TrimSpace(rule)
	tool, content, has := strings.Cut(rule, "(")
	tool = strings.TrimSpace(tool)
	if has && !strings.HasSuffix(content, ")") {
		says := "its closing parenthesis is missing"
		if end := strings.LastIndexByte(content, ')'); end >= 0 && strings.Count(content[:end], "(") < strings.Count(content[:end+1], ")") {
			says = messages.Cited(content[end+1:]) + " follows its closing parenthesis"
		}
		p.Report(lint.At(in, "hosts skip the rule %s: %s", messages.Cited(rule), says))
		return
	}
	if near, ok := hosttools.Near(known, tool); ok && (styled || !sameWords(tool, near)) {
		d := lint.At(in, "%s is not a tool of any known host (did you mean %q?)", messages.Cited(tool), near)
		d.SuggestedFixes = []analysis.SuggestedFix(spelling.Rewrite(p, in, strings.Replace(in.Text, tool, near, 1)))
		p.Report(d)
	}
}

// sameWords reports whether two names differ in how their words are joined alone.
func sameWords(a, b string) bool {
	join := strings.NewReplacer("_", "", "-", "")
	return strings.EqualFold(join.Replace(a), join.Replace(b))
}
