package tools

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// PermissionRule reports permissions in settings that match nothing, or that the host skips.
var PermissionRule = &lint.Rule{
	Name: "permission-rule", Group: "L", Severity: lint.Warning, Local: true,
	Doc: `A permission in the settings of a host matches nothing, or the host skips it.

Claude Code matches files against ` + "`Read(path)` and `Edit(path)`" + ` alone, which are for all tools that read and write files: ` + "`Write(.env)`" + ` in ` + "`deny`" + ` denies nothing. It skips
` + "`WebFetch(https://example.com/*)`" + `, which has to be ` + "`WebFetch(domain:example.com)`" + `, ` + "`Read(src:*)`" + `, as ` + "`:*`" + ` is for commands, a search with ` + "`*`" + `, and a tool with nothing in its parentheses. With ` + "`:*`" + ` at its end a rule about commands takes
each other ` + "`*`" + ` for the sign itself. A rule beside the one that it should be, or beside one of the tool as a whole, is left alone, and so is what is allowed where nothing asks (` + "`bypassPermissions`" + `). The permissions of MCP tools are told by ` + "`mcp-permission`" + `, names of tools and parentheses by ` + "`allowed-tools`" + `.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		type place struct{ folder, list string }
		beside := map[place]map[string]bool{} // what the settings of a folder have
		var judged []*skill.Component
		for _, c := range p.Components() {
			if owners := c.Owners(); c.Kind != hosts.Settings || len(owners) != 1 || owners[0].Tools == nil || len(owners[0].Tools.Paths) == 0 || loading.IsPlugin(p, c.Readers[0].Root) {
				continue
			}
			judged = append(judged, c)
			for _, list := range permissionLists {
				at := place{path.Dir(c.Path), list}
				if beside[at] == nil {
					beside[at] = map[string]bool{}
				}
				for _, rule := range skill.NamesOf(c.Root.Get("permissions").Get(list)) {
					beside[at][rule.Text] = true
				}
			}
		}
		for _, c := range judged {
			for _, list := range permissionLists {
				if list == "allow" && hosttools.AsksNobody(c.Owners()[0], c.Root) {
					continue
				}
				var found []analysis.Diagnostic
				has := beside[place{path.Dir(c.Path), list}]
				for _, rule := range skill.NamesOf(c.Root.Get("permissions").Get(list)) {
					says, instead := ineffective(c.Owners()[0], list, rule.Text)
					if says == "" || has[instead] || covered(has, rule.Text) || covered(has, instead) {
						continue
					}
					d := lint.At(rule, "%s", says)
					if instead != "" {
						d.Message += fmt.Sprintf(": write %q", instead)
					}
					elsewhere := slices.ContainsFunc(permissionLists, func(other string) bool { return beside[place{path.Dir(c.Path), other}][instead] })
					if instead != "" && list != "allow" && !elsewhere { // no fix allows more than was allowed, or turns over what another list says
						d.SuggestedFixes = spelling.Rewrite(p, rule, instead)
					}
					found = append(found, d)
				}
				p.Folding(folding.WithFixes(folding.Gathered("permission of the list does nothing, too", "permissions of the list do nothing, too"))).Report(found...)
			}
		}
	},
}

// permissionLists are the keys of permissions.
var permissionLists = []string{"allow", "deny", "ask"}

// covered reports whether a list has the tool of a permission as a whole, for all files, or the program that it is about.
func covered(has map[string]bool, rule string) bool {
	tool, content, _ := strings.Cut(rule, "(")
	program, _, _ := strings.Cut(content, " ")
	return has[tool] || has[tool+"(*)"] || has[tool+"(**)"] || has[tool+"("+program+":*)"] || has[tool+"("+program+" *)"]
}

// ineffective says why a permission of a list does nothing, and what to write instead, "" where that is not known.
func ineffective(h *hosts.Host, list, rule string) (says, instead string) {
	tool, content, has := strings.Cut(rule, "(")
	if !has || !strings.HasSuffix(content, ")") {
		return "", ""
	}
	content = strings.TrimSuffix(content, ")")
	skips := fmt.Sprintf("%s skips %s", h.Title, messages.Cited(rule))
	switch of := h.Tools.PathsOf(tool); {
	case content == "":
		return skips + ", which has nothing in its parentheses", tool
	case content == "*":
		return "", "" // the tool itself
	case tool == "WebFetch" && !strings.HasPrefix(content, "domain:"):
		if address := webAddress.FindStringSubmatch(content); address != nil {
			return skips + ", because it takes only the name of a host", "WebFetch(domain:" + address[1] + ")"
		}
		return skips + ", which has to begin with \"domain:\"", ""
	case tool == "WebSearch" && strings.ContainsAny(content, "*?"):
		return skips + ", because a search has no wildcards", ""
	case strings.Contains(content, ":*") && (of != "" || len(h.Tools.Paths[tool]) > 0):
		return skips + ", because \":*\" is for commands: write a pattern for paths, such as \"src/**\"", ""
	case of != "":
		if ofSystem.MatchString(content) {
			content = "/" + content // one slash is the root of the project
		}
		return fmt.Sprintf("%s never matches a file against %s, so it %s nothing", h.Title, messages.Cited(rule), does[list]), of + "(" + content + ")"
	case tool == "Bash" && list != "allow" && typedGlob.MatchString(content):
		return "", "" // the command as somebody types it
	case tool == "Bash" && strings.HasSuffix(content, ":*") && wildcard.MatchString(strings.TrimSuffix(content, ":*")):
		return fmt.Sprintf("%s reads the other \"*\" in %s literally, because the rule ends with \":*\": end it with \"*\" alone", h.Title, messages.Cited(rule)), ""
	}
	return "", ""
}

// does says what a permission of each list does.
var does = map[string]string{"allow": "allows", "deny": "denies", "ask": "asks for"}

// ofSystem matches a path from the root of a machine, by its first folder.
var ofSystem = regexp.MustCompile(`^/(?:bin|etc|home|mnt|opt|private|proc|root|sbin|srv|sys|tmp|usr|var|Users|Volumes)(?:/|$)`)

// typedGlob matches the beginning of commands that ends in a pattern of files, which the shell takes apart: rm -rf /*.
var typedGlob = regexp.MustCompile(`^[^*]*[\s/]\*:\*$`)

// wildcard matches a "*" that stands for any text.
var wildcard = regexp.MustCompile(`(?:^|[^\\])\*`)

// webAddress matches an address that begins with the name of a host.
var webAddress = regexp.MustCompile(`^(?:https?://)?((?:\*\.)?[\w-]+(?:\.[\w-]+)+)(?:[:/].*)?$`)
