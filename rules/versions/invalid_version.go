package versions

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// InvalidVersion reports versions and ranges that cannot be read.
var InvalidVersion = &lint.Rule{
	Name: "invalid-version", Group: "A", Severity: lint.Error,
	Doc: `A version or range of versions cannot be read.

` + "`version`" + ` is full semver (1.2.3), ` + "`api_version`" + ` is major.minor (1.2). An unquoted 1.10 is a number to YAML and
loses its zero: it becomes 1.1, an older version. Quote it. (An unquoted number that loses nothing is a warning, a version of a plugin that only lacks a part a note: hosts compare it as a text, as they do a day, ` + "`2026.04.26`" + `, which is left alone.)

A contract that exports tools says at which ` + "`api_version`" + `, and one that imports them from a versioned provider says which ` + "`min_version`" + ` it needs (warnings):
without the two nobody notices that they do not suit each other.`,
	Sources: []lint.Source{sources.Semver},
	Run: func(p *lint.Pass) {
		var plugins folding.Batches[pluginVersion]
		for _, m := range p.Manifests {
			if m.Dialect == skill.Contract {
				serverVersions(p, m)
				unversioned(p, m)
			}
			for _, at := range m.Dialect.Versions {
				for _, v := range m.Root.All(at.Path...) {
					if _, err := contract.ParseVersion(v.Text); at.Form == manifest.PluginVersion && v.Is(skill.String) && err != nil {
						if isDay.MatchString(v.Text) {
							continue
						}
						plugins.Add(pluginVersion{p.Collection(m.Path), v.Text}, versionFault(v, at.Path[len(at.Path)-1], err))
						continue
					}
					invalidVersion(p, v, at)
				}
			}
			if m.Dialect == skill.Bindings {
				invalidLocks(p, m)
			}
		}
		for _, same := range plugins.Causes {
			severity := lint.Warning
			if partial.MatchString(same.text) {
				severity = lint.Note // hosts compare it as a text
			}
			p.Folding(folding.WithFixes(folding.Gathered("manifest has that version", "manifests have that version"))).ReportAs(severity, plugins.Of[same]...)
		}
	},
}

var (
	// partial matches a version that lacks a part alone.
	partial = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
	// isDay matches a version that is a day.
	isDay = regexp.MustCompile(`^20\d\d\.\d{1,2}\.\d{1,2}(?:\.\d+)?$`)
)

// A pluginVersion is a version that plugins of a collection have in common.
type pluginVersion struct{ collection, text string }

func invalidVersion(p *lint.Pass, v *skill.Node, at manifest.VersionAt) {
	key := at.Path[len(at.Path)-1]
	var err error
	switch at.Form {
	case manifest.FullVersion:
		_, err = contract.ParseVersion(v.Text)
	case manifest.APIVersion:
		_, err = contract.ParseAPIVersion(v.Text)
	case manifest.MinVersion:
		_, err = contract.MinVersion(v.Text)
	case manifest.PluginVersion:
		_, err = contract.ParseVersion(v.Text)
	case manifest.VersionRange:
		_, err = contract.ParseRange(v.Text)
	}
	switch {
	case v.Kind != skill.String && v.Kind != skill.Number:
		p.Report(lint.Span(v.Pos, v.End, "%s is %s, expected a version in quotes", key, messages.Article(v.Kind)))
	case err != nil:
		p.Report(versionFault(v, key, err))
	case v.Kind == skill.Number:
		unquoted(p, v, key)
	}
}

// serverVersions speaks of imports that ask an MCP server for a version: its
// tools are those that were recorded, and have none.
func serverVersions(p *lint.Pass, m *skill.Manifest) {
	for _, item := range m.Root.Get("imports").Items() {
		key, v := item.Value.Entry("min_version")
		from := item.Value.Get("from").Str()
		if _, server := contract.Server(from); server && v != nil {
			p.Report(lint.Span(key.Pos, key.End, "an MCP server has no versions to ask for: the tools of %s are those that were recorded; delete min_version", messages.Cited(from)))
		}
	}
}

// invalidLocks speaks of the locks of an agent's bindings; an empty one is
// the current version.
func invalidLocks(p *lint.Pass, m *skill.Manifest) {
	for _, b := range m.BindingEntries() {
		lock := b.Get("versionLock")
		if !lock.Is(skill.String) || lock.Text == "" {
			continue
		}
		if _, err := contract.ParseRange(lock.Text); err != nil {
			p.Report(versionFault(lock, "versionLock", err))
		}
	}
}

func versionFault(v *skill.Node, key string, err error) analysis.Diagnostic {
	d := lint.Span(v.Pos, v.End, "%s %s", key, err)
	var fault *contract.VersionError
	if errors.As(err, &fault) && fault.Suggestion != "" {
		text := fault.Suggestion
		if v.Kind == skill.Number || !v.Plain {
			text = strconv.Quote(text)
		}
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: fmt.Sprintf("write %s", text), TextEdits: []analysis.TextEdit{{Pos: v.Pos, End: v.End, NewText: []byte(text)}}}}
	}
	return d
}

// unquoted speaks of a version that YAML reads as a number.
func unquoted(p *lint.Pass, v *skill.Node, key string) {
	fix := []analysis.SuggestedFix{{
		Message:   "put the version in quotes",
		TextEdits: []analysis.TextEdit{{Pos: v.Pos, End: v.End, NewText: []byte(strconv.Quote(v.Text))}},
	}}
	f, err := strconv.ParseFloat(v.Text, 64)
	if short := strconv.FormatFloat(f, 'f', -1, 64); err == nil && short != v.Text && short+".0" != v.Text {
		d := lint.Span(v.Pos, v.End, "%s %s is not in quotes: YAML reads the number %s", key, v.Text, short)
		d.SuggestedFixes = fix
		p.Report(d)
		return
	}
	d := lint.Span(v.Pos, v.End, "%s %s is not in quotes: YAML reads a number", key, v.Text)
	d.SuggestedFixes = fix
	p.ReportAs(lint.Warning, d)
}
