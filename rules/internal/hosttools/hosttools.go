// Package hosttools knows the tools that hosts give an agent.
package hosttools

import (
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// AsksNobody reports whether the settings of a host let every tool run without a question, so that a permission allows nothing more.
func AsksNobody(h *hosts.Host, settings *skill.Node) bool {
	return h.Tools != nil && h.Tools.Unasked != nil && slices.ContainsFunc(settings.Values(strings.Split(h.Tools.Unasked.Key, ".")...), func(n *skill.Node) bool {
		return n.Str() == h.Tools.Unasked.Value
	})
}

// None are known where nothing is.
var None = spelling.NewVocabulary(nil)

// ByHost are the tools of each host that has any, and of all under nil.
var ByHost = sync.OnceValue(func() map[*hosts.Host]*spelling.Vocabulary {
	of, all := map[*hosts.Host]*spelling.Vocabulary{}, []string(nil)
	for _, h := range hosts.All() {
		if h.Tools != nil {
			known := spelling.NewVocabulary(h.Tools.Names)
			of[h] = &known
			all = append(all, h.Tools.Names...)
		}
	}
	known := spelling.NewVocabulary(all)
	of[nil] = &known
	return of
})

// smallTools are the tools that hosts have, or had, in small letters.
var smallTools = sync.OnceValue(func() map[string]bool {
	small := map[string]bool{}
	for _, name := range slices.Concat(ByHost()[nil].Names, formerTools) {
		small[strings.ToLower(name)] = true
	}
	return small
})

// Known reports whether some host has a tool of that name, or had. Several
// do not care for case.
func Known(name string) bool { return smallTools()[strings.ToLower(name)] }

// formerTools are names that hosts once had, and that files still hold.
var formerTools = []string{"LS", "BashOutput", "KillShell", "KillBash", "TodoRead", "SlashCommand", "NotebookRead", "MultiEdit", "AgentOutputTool", "Batch"}

// Near is the tool of a host that a name was meant to be; ok is false for
// a name that some host knows, and for one that is near to none.
func Near(known *spelling.Vocabulary, name string) (string, bool) {
	if Known(name) {
		return "", false
	}
	return known.Nearest(name)
}
