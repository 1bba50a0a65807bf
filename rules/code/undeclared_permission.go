package code

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UndeclaredPermission reports code of packages that does what their permissions refuse.
var UndeclaredPermission = &lint.Rule{
	Name: "undeclared-permission", Group: "G", Severity: lint.Warning,
	Doc: `A package's code does what its permissions refuse.

The sandbox stops the call. Read are ` + "`permissions`" + ` in manifest.json: ` + "`allowNetworkAccess`, `allowFileSystemRead`, `allowFileSystemWrite`" + ` where they are
false, and where ` + "`allowedDomains` or `allowedPaths`" + ` list something, addresses and absolute paths that the code has as literals. Allow what the code needs, or remove the call.
A package may read its own files; what a function of the code's own, or of a library that is not known, does is not judged.`,
	Sources: []lint.Source{sources.PackagesPage},
	Run: func(p *lint.Pass) {
		found := &permissionFaults{byCause: map[string]int{}}
		for _, src := range p.Sources() {
			if paths.IsTest(src.Path) || src.Skill == nil {
				continue
			}
			allowed := src.Skill.Package.Permissions()
			for i := range src.Effects {
				e := &src.Effects[i]
				if key, what := refused(allowed, e); key != "" {
					found.add(src.Skill.Package.Dir, allowed, key, what, e)
				}
			}
		}
		p.Report(found.list...)
	},
}

// permissionFaults has one finding for all calls of a package that break one
// permission in one way.
type permissionFaults struct {
	list    []analysis.Diagnostic
	byCause map[string]int
}

func (f *permissionFaults) add(dir string, allowed *skill.Node, key, what string, e *skill.EffectRef) {
	cause := strings.Join([]string{dir, key, what}, "\x00")
	if i, again := f.byCause[cause]; again {
		f.list[i].Related = append(f.list[i].Related, lint.Related(e.Name, "and here"))
		return
	}
	f.byCause[cause] = len(f.list)
	d := lint.At(e.Name, "%q %s, which the package's %s refuses: allow it, or remove the call", messages.Shorten(e.Text), what, key)
	k, _ := allowed.Entry(key)
	d.Related = []analysis.RelatedInformation{{Pos: k.Pos, End: k.End, Message: "the permission"}}
	f.list = append(f.list, d)
}

// refused returns the permission that a call breaks, and what it does; "" when
// it breaks none.
func refused(allowed *skill.Node, e *skill.EffectRef) (key, what string) {
	denies := func(key string) bool {
		v := allowed.Get(key)
		return v.Is(skill.Bool) && !v.True()
	}
	switch e.Kind {
	case skill.UsesNetwork:
		if denies("allowNetworkAccess") {
			return "allowNetworkAccess", "uses the network"
		}
		if host := hostOf(e); host != "" && !domainListed(allowed, host) {
			return "allowedDomains", fmt.Sprintf("asks %q", messages.Shorten(host))
		}
		return "", ""
	case skill.WritesFiles:
		if denies("allowFileSystemWrite") {
			return "allowFileSystemWrite", "writes files"
		}
	case skill.ReadsFiles:
		if denies("allowFileSystemRead") && path.IsAbs(e.Target) && !e.Inside {
			return "allowFileSystemRead", "reads files outside of the package"
		}
	}
	if path.IsAbs(e.Target) && !e.Inside && !pathListed(allowed, e) {
		return "allowedPaths", fmt.Sprintf("uses %q", messages.Shorten(e.Target))
	}
	return "", ""
}

// hostOf returns the host of the address that a call is given, "" when it is not
// known as a whole.
func hostOf(e *skill.EffectRef) string {
	_, rest, ok := strings.Cut(e.Target, "://")
	end := strings.IndexAny(rest, "/?#")
	switch {
	case !ok || end < 0 && !e.Whole:
		return ""
	case end >= 0:
		rest = rest[:end]
	}
	if _, host, user := strings.Cut(rest, "@"); user {
		rest = host
	}
	host, _, _ := strings.Cut(rest, ":")
	return strings.ToLower(host)
}

// domainListed reports whether a host is among the domains that are allowed, or
// nothing is said of them. An entry stands for the hosts below it, too.
func domainListed(allowed *skill.Node, host string) bool {
	entries := allowed.Get("allowedDomains").Items()
	for _, entry := range entries {
		domain := strings.ToLower(strings.TrimPrefix(entry.Value.Str(), "*."))
		if domain == "" || domain == "*" || host == domain || strings.HasSuffix(host, "."+domain) {
			return true
		}
	}
	return len(entries) == 0
}

// pathListed reports whether an absolute path may be below one of those that are
// allowed, or nothing is said of them.
func pathListed(allowed *skill.Node, e *skill.EffectRef) bool {
	entries := allowed.Get("allowedPaths").Items()
	for _, entry := range entries {
		dir := entry.Value.Str()
		if strings.ContainsAny(dir, "*$~{") || dir == "" || dir == "/" { // a pattern: not known here
			return true
		}
		if path.IsAbs(dir) && (paths.Inside(path.Clean(dir), path.Clean(e.Target)) || !e.Whole && strings.HasPrefix(path.Clean(dir), e.Target)) {
			return true
		}
	}
	return len(entries) == 0
}
