package rules

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// BrokenLink reports relative links in manifests that point to no file.
var BrokenLink = &lint.Rule{
	Name: "broken-link", Group: "A", Severity: lint.Warning,
	Doc: `A relative link points to a file that does not exist.

An agent that follows it finds nothing. Links in code, with placeholders (` + "`{baseDir}`, `<name>`, `$HOME`" + `), to the
network, out of the workspace or into ignored folders are not judged. Scripts that a skill runs are the rule ` + "`missing-script`" + `.`,
	Sources: []lint.Source{rated("should", specification)},
	Run:     brokenLink,
}

func brokenLink(p *lint.Pass) {
	gone := goneSkills(p)
	for _, m := range p.Manifests {
		if m.Body >= m.Size || !mayBreak(p, m) {
			continue
		}
		text := m.Text()
		for _, link := range text.Links {
			target, ok := localTarget(link.Dest)
			if !ok || text.Doubtful >= 0 && link.Start > text.Doubtful || exists(p, m, target) {
				continue
			}
			d := lint.Span(m.Pos(link.Start), m.Pos(link.End), "the link points to %q, which does not exist", link.Dest)
			near, ok := renamedPath(p, m, target, gone)
			if !ok {
				near, ok = nearPath(p, path.Dir(m.Path), target)
			}
			if ok {
				d.Message += fmt.Sprintf(" (did you mean %q?)", near)
				if strings.Contains(link.Dest, target) && link.End-link.Start == len(link.Dest) {
					d.SuggestedFixes = []analysis.SuggestedFix{{
						Message: fmt.Sprintf("link to %q", near),
						TextEdits: []analysis.TextEdit{{
							Pos: m.Pos(link.Start), End: m.Pos(link.End), NewText: []byte(strings.Replace(link.Dest, target, near, 1)),
						}},
					}}
				}
			}
			p.Report(d)
		}
	}
}

// renamedPath returns a path with the new names of skills that were renamed,
// when it leads somewhere.
func renamedPath(p *lint.Pass, m *skill.Manifest, target string, gone map[string]string) (string, bool) {
	segments := strings.Split(target, "/")
	for i, segment := range segments {
		if to := gone[segment]; to != "" {
			segments[i] = to
		}
	}
	renamed := strings.Join(segments, "/")
	return renamed, renamed != target && exists(p, m, renamed)
}

// mayBreak is a quick look whether any link of a manifest may lead nowhere,
// which saves parsing the text of most.
func mayBreak(p *lint.Pass, m *skill.Manifest) bool {
	for _, d := range m.Prose().Destinations {
		if target, ok := localTarget(d.Dest); !d.Sure || ok && !exists(p, m, target) {
			return true
		}
	}
	return false
}

// localTarget returns the path that a link's destination names, and whether
// it is one that has to be there.
func localTarget(dest string) (string, bool) {
	if strings.ContainsAny(dest, "{}<>$*|\\") || strings.HasPrefix(dest, "~") || strings.HasPrefix(dest, "/") || strings.HasPrefix(dest, "#") {
		return "", false
	}
	dest, _, _ = strings.Cut(dest, "#")
	dest, _, _ = strings.Cut(dest, "?")
	if u, err := url.Parse(dest); dest == "" || err != nil || u.Scheme != "" || u.Host != "" {
		return "", false
	}
	if plain, err := url.PathUnescape(dest); err == nil {
		dest = plain
	}
	// A lone word is a placeholder for an address; so is path/to/….
	if !strings.ContainsAny(dest, "./") || strings.HasPrefix(dest, "path/to/") || strings.Contains(dest, "...") {
		return "", false
	}
	return dest, true
}

// exists reports whether a link's target is there: beside the manifest, at
// the root of the repository or of the plugin, from where some authors write
// their paths. What was not looked into counts as there.
func exists(p *lint.Pass, m *skill.Manifest, target string) bool {
	bases := []string{path.Dir(m.Path)}
	if !strings.HasPrefix(path.Clean(target), "..") {
		bases = append(bases, ".", path.Dir(path.Dir(path.Dir(m.Path))))
	}
	for _, base := range bases {
		if _, kind := p.Tree.Resolve(path.Join(base, target)); kind != skill.Absent {
			return true
		}
	}
	return false
}

// nearPath returns the existing path nearest to a missing one: each segment
// may be misspelt or in another case.
func nearPath(p *lint.Pass, dir, target string) (string, bool) {
	at, changed := dir, false
	var out []string
	for _, segment := range strings.Split(path.Clean(target), "/") {
		if segment == ".." {
			at = path.Dir(at)
			out = append(out, segment)
			continue
		}
		if _, kind := p.Tree.Resolve(path.Join(at, segment)); kind == skill.Absent {
			var names []string
			for _, e := range p.Tree.Children(at) {
				names = append(names, path.Base(e.Path))
			}
			near, ok := lint.NewSpeller(names).Nearest(segment)
			if !ok {
				return "", false
			}
			segment, changed = near, true
		}
		at = path.Join(at, segment)
		out = append(out, segment)
	}
	return strings.Join(out, "/"), changed
}
