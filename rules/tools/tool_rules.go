package tools

import (
	"go/token"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// toolKeys are the keys of a frontmatter that hold rules about tools.
var toolKeys = []string{"allowed-tools", "disallowed-tools", "tools", "disallowedTools"}

// toolRules judges the names and the form of rules about tools wherever hosts
// read such rules.
func toolRules(p *lint.Pass) {
	judged := toolNames{Pass: p}
	for _, m := range p.Manifests {
		if m.Dialect == skill.Standard && loading.OwnAlone(p, m.Path) {
			continue // its tools are those of the program that reads it
		}
		if m.Dialect == skill.Standard || m.Dialect == skill.Contract {
			judged.tools(hosttools.ByHost()[nil], m.Root.Get("allowed-tools"))
			judged.tools(hosttools.ByHost()[nil], m.Root.Get("disallowed-tools"))
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
						refused.Add(cause{p.Collection(c.Path), owners[0]}, lint.At(item, "%s does not load this agent: it has no tool %s; write one of its own, such as %q, or mcp_SERVER_TOOL", owners[0].Title, messages.Cited(item.Text), alike(item.Text, tools.Names)))
					}
				}
				continue
			}
			for _, key := range toolKeys {
				if owners[0].Understands(c.Kind, key) {
					judged.tools(names, c.Root.Get(key))
				}
			}
			partedRules(p, c.Root.Get("allowed-tools"))
		case hosts.Settings:
			for _, key := range []string{"allow", "deny", "ask"} {
				judged.tools(names, c.Root.Get("permissions").Get(key))
			}
		}
	}
	for _, file := range judged.comments.Causes {
		p.Folding(folding.Gathered("comment stands among its rules", "comments stand among its rules")).ReportAs(lint.Note, judged.comments.Of[file]...)
	}
	for _, at := range judged.misspelt.Causes {
		p.Folding(folding.WithFixes(folding.Gathered("list has it", "lists have it"))).Report(judged.misspelt.Of[at]...)
	}
	for _, at := range refused.Causes {
		p.Folding(folding.Gathered("name of a tool in agents is unknown to it", "names of tools in agents are unknown to it")).ReportAs(lint.Error, refused.Of[at]...)
	}
}

// toolNames are the names of tools in a workspace that are nearly those of others.
type toolNames struct {
	*lint.Pass
	misspelt folding.Batches[misspeltTool]
	comments folding.Batches[string] // by the file: who writes one writes many
}

type misspeltTool struct{ collection, tool string }

// tools judges a text or a list of rules.
func (j *toolNames) tools(known *spelling.Vocabulary, v *skill.Node) {
	if text := strings.TrimSpace(v.Str()); strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		j.Report(lint.Span(v.Pos, v.End, "this list of tools is in quotes, so hosts read its brackets and quotes as parts of the names: write it without the quotes around it"))
		return
	}
	rules := rulesOf(v)
	list := toolList{known: known, tools: map[string]bool{}}
	for _, rule := range rules {
		tool, _, _ := strings.Cut(rule.Text, "(")
		tool = strings.TrimSpace(tool)
		list.tools[tool] = true
		list.styled = list.styled || slices.Contains(known.Names, tool) && tool != strings.ToLower(tool)
	}
	foreign := 0 // names that no host knows, and that are near to none
	for tool := range list.tools {
		if tool == "" || tool == "*" || hosttools.Known(tool) || strings.HasPrefix(tool, "mcp__") || strings.ContainsAny(tool, "/:.") {
			continue
		}
		if _, near := known.Nearest(tool); !near {
			foreign++
		}
	}
	if foreign >= enoughForeign {
		list.known = &hosttools.None // those of another platform: its own may look like a slip
	}
	for _, rule := range rules {
		j.rule(list, rule)
	}
}

// enoughForeign is how many names that no host knows make the list one of a platform that is
// not known: a name in it that is nearly that of a tool may be its own.
const enoughForeign = 2

// A toolRule is one rule, Tool or Tool(content). alone says that nothing else stands at its place.
type toolRule struct {
	contract.Name
	alone bool
}

// rulesOf are the rules of a list or a text, each at its place: in a text with escapes or of several
// lines that is the whole text.
func rulesOf(v *skill.Node) []toolRule {
	var rules []toolRule
	for _, item := range skill.NamesOf(v) {
		if !v.Is(skill.String) {
			item.Text = strings.TrimSpace(item.Text)
			rules = append(rules, toolRule{item, true})
			continue
		}
		quotes := int(item.End-item.Pos) - len(item.Text)
		for from, end := range splitRules(item.Text) {
			rule := toolRule{contract.Name{Text: item.Text[from:end], Pos: item.Pos, End: item.End}, quotes == 0 || quotes == len(`""`) && !strings.Contains(item.Text, "\n")}
			if rule.alone {
				start := item.Pos + token.Pos(quotes/2)
				rule.Pos, rule.End = start+token.Pos(from), start+token.Pos(end)
			}
			rules = append(rules, rule)
		}
	}
	return rules
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

// splitRules parts a text of rules at commas and blanks outside of parentheses: it yields where each
// begins and ends.
func splitRules(text string) iter.Seq2[int, int] {
	return func(yield func(from, end int) bool) {
		depth, from := 0, 0
		for i, c := range text + " " {
			switch c {
			case '(':
				depth++
			case ')':
				depth = max(0, depth-1)
			}
			if i < len(text) && (depth > 0 || !strings.ContainsRune(", \n\t", c)) {
				continue
			}
			if i > from && !yield(from, i) {
				return
			}
			from = i + 1
		}
	}
}

// A toolList is what is known of a list of rules.
type toolList struct {
	known  *spelling.Vocabulary // the tools that may be meant in it
	tools  map[string]bool      // those that it names
	styled bool                 // it is written as the hosts' tools are: web_search beside Read is WebSearch, web_search beside browser a tool of a host that is not known
}

// rule judges one rule of a list.
func (j *toolNames) rule(list toolList, rule toolRule) {
	tool, content, has := strings.Cut(rule.Text, "(")
	tool = strings.TrimSpace(tool)
	if has && !strings.HasSuffix(content, ")") {
		if strings.HasPrefix(rule.Text, "//") || strings.HasPrefix(rule.Text, "#") {
			j.comments.Add(j.FileAt(rule.Pos).Path, lint.At(rule.Name, "%s is taken for a rule, which hosts skip: JSON has no comments", messages.Cited(rule.Text)))
			return
		}
		says := "its closing parenthesis is missing"
		if end := strings.LastIndexByte(content, ')'); end >= 0 && strings.Count(content[:end], "(") < strings.Count(content[:end+1], ")") {
			says = messages.Cited(content[end+1:]) + " follows its closing parenthesis"
		}
		j.Report(lint.At(rule.Name, "hosts skip the rule %s: %s", messages.Cited(rule.Text), says))
		return
	}
	if near, ok := hosttools.Near(list.known, tool); ok && (list.styled || !sameWords(tool, near) && !strings.HasSuffix(tool, ":*")) && !list.tools[near] {
		d := lint.At(rule.Name, "%s is not a tool of any known host (did you mean %q?)", messages.Cited(tool), near)
		if rule.alone {
			d.SuggestedFixes = spelling.Rewrite(j.Pass, rule.Name, strings.Replace(rule.Text, tool, near, 1))
		}
		j.misspelt.Add(misspeltTool{j.Collection(j.FileAt(rule.Pos).Path), tool}, d)
	}
}

// sameWords reports whether two names differ in how their words are joined alone.
func sameWords(a, b string) bool {
	join := strings.NewReplacer("_", "", "-", "")
	return strings.EqualFold(join.Replace(a), join.Replace(b))
}

// alike is the one of some names that has the most words of another one, also with an "s" behind them; the first where none
// has any.
func alike(name string, names []string) string {
	wordsOf := func(name string) []string {
		return strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' })
	}
	shared := func(other string) (n int) {
		for _, word := range wordsOf(name) {
			if slices.ContainsFunc(wordsOf(other), func(of string) bool { return strings.TrimSuffix(of, "s") == strings.TrimSuffix(word, "s") }) {
				n++
			}
		}
		return n
	}
	best := names[0]
	for _, other := range names {
		if shared(other) > shared(best) {
			best = other
		}
	}
	return best
}
