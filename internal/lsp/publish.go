package lsp

import (
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/visible"
	"github.com/skilllint/skilllint/lint"
)

// publish tells the client what is found now, file by file, where that is not
// what it shows already.
func (s *server) publish() {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	shown := map[string]string{}
	for _, snap := range s.snapshots() {
		s.showAll(snap, func(string) bool { return true }, shown)
	}
	s.clear(func(string) bool { return true }, shown)
	s.published = shown
}

// publishIn is publish for some folders of a verdict.
func (s *server) publishIn(snap *snapshot, folders map[string]bool) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	if snap.root.last.Load() != snap {
		return // it is not the last any more
	}
	shown := map[string]string{}
	for folder := range folders {
		below := func(path string) bool { return strings.HasPrefix(path, folder+"/") }
		s.showAll(snap, below, shown)
		root, open := s.placer(snap).uri(folder)+"/", map[string]bool{}
		for path, doc := range s.texts(snap.root) {
			open[doc.uri] = below(path) // as the client calls it
		}
		s.clear(func(uri string) bool { return open[uri] || strings.HasPrefix(uri, root) }, shown)
	}
	maps.Copy(s.published, shown)
}

// showAll sends the findings of the files of a verdict that are asked for.
func (s *server) showAll(snap *snapshot, in func(path string) bool, shown map[string]string) {
	paths := map[string]bool{}
	add := func(files map[string][]lint.Finding) {
		for path := range files {
			if in(path) {
				paths[path] = true
			}
		}
	}
	add(snap.files)
	for _, preview := range snap.root.previewed(snap) {
		add(preview.now.files)
	}
	p, awaited := s.placer(snap), s.awaited(snap)
	for path, doc := range awaited {
		if key, known := s.published[doc.uri]; known && in(path) {
			shown[doc.uri] = key
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if awaited[path] == nil && s.belongs(p, path) {
			s.show(p, path, s.current(snap, p, path), shown)
		}
	}
	if f := snap.fault; f != nil && in(f.Position.Filename) {
		s.send(publishParams{URI: p.uri(f.Position.Filename), Diagnostics: []Diagnostic{p.misconfigured(f)}}, "", shown)
	}
}

// clear takes back what the client shows of files in which nothing is found any
// more.
func (s *server) clear(in func(uri string) bool, shown map[string]string) {
	for uri := range s.published {
		if _, still := shown[uri]; !still && in(uri) {
			s.notify("textDocument/publishDiagnostics", publishParams{URI: uri, Diagnostics: []Diagnostic{}})
			delete(s.published, uri)
		}
	}
}

// belongs reports whether a file is this root's to speak of, and not that of
// a root inside of it.
func (s *server) belongs(p *placer, path string) bool {
	if p.fault != nil && path == p.fault.Position.Filename {
		return false
	}
	return s.rootOf(p.root.path(path)) == p.root
}

// show sends the findings of one file, unless the client shows just these.
func (s *server) show(p *placer, path string, findings []placed, shown map[string]string) {
	uri := p.uri(path)
	key := keyOf(findings)
	if key == s.published[uri] {
		shown[uri] = key
		return
	}
	params := publishParams{URI: uri, Diagnostics: []Diagnostic{}}
	if doc := p.document(path); doc != nil {
		params.Version = &doc.version
	}
	for _, f := range findings {
		if d, ok := f.diagnostic(f.Finding, s.client.TextDocument.PublishDiagnostics.RelatedInformation); ok {
			params.Diagnostics = append(params.Diagnostics, d)
		}
	}
	slices.SortStableFunc(params.Diagnostics, func(a, b Diagnostic) int { return a.Range.Start.compare(b.Range.Start) })
	s.send(params, key, shown)
}

func (s *server) send(params publishParams, key string, shown map[string]string) {
	if key == "" {
		text, _ := json.Marshal(params.Diagnostics)
		key = string(text)
	}
	shown[params.URI] = key
	if s.published[params.URI] != key {
		s.notify("textDocument/publishDiagnostics", params)
	}
}

// key is all that the diagnostics of a file are made of, but for their ranges:
// those follow from it.
func keyOf(findings []placed) string {
	var b strings.Builder
	at := func(p *placer, pos, end token.Pos) {
		if f := p.FileAt(pos); f != nil {
			version := -1 // not open: an editor that opens the file is told anew
			if doc := p.document(f.Path); doc != nil {
				version = doc.version
			}
			fmt.Fprintf(&b, " %s %x %d %d %d", f.Path, f.Sum, version, pos-f.Pos(0), end-f.Pos(0))
		}
	}
	for _, f := range findings {
		fmt.Fprintf(&b, "\n%s %d %q", f.Rule.Name, f.Severity, f.Message)
		at(f.placer, f.Pos, f.End)
		for _, r := range f.Related {
			fmt.Fprintf(&b, "%q", r.Message)
			at(f.placer, r.Pos, r.End)
		}
	}
	return b.String()
}

// diagnostic is a finding as the client shows it; false when its place is
// being edited.
func (p *placer) diagnostic(f lint.Finding, related bool) (Diagnostic, bool) {
	at, ok := p.location(f.Pos, f.End)
	d := Diagnostic{Range: at.Range, Severity: severityOf(f.Severity), Code: f.Rule.Name, Source: "skilllint", Message: visible.Text(f.Message)}
	if url := f.Rule.URL(); url != "" {
		d.About = &codeDescription{url}
	}
	for _, r := range f.Related {
		if at, ok := p.location(r.Pos, r.End); ok && related {
			d.Related = append(d.Related, relatedLocation{at, visible.Text(r.Message)})
		}
	}
	return d, ok
}

func severityOf(s lint.Severity) int {
	switch s {
	case lint.Error:
		return severityError
	case lint.Warning:
		return severityWarning
	}
	return severityInformation
}

// misconfigured shows what is wrong with the configuration: with it nothing
// else is judged anew.
func (p *placer) misconfigured(f *lint.ConfigError) Diagnostic {
	var r Range
	if f.Position.Line > 0 {
		r.Start = Position{uint32(f.Position.Line - 1), uint32(max(f.Position.Column, 1) - 1)}
	}
	r.End = Position{r.Start.Line + 1, 0}
	if doc := p.texts[f.Position.Filename]; doc != nil {
		at := min(f.Position.Offset, len(doc.src))
		r.Start = doc.position(at)
		r.End = doc.position(doc.lineEnd(int(r.Start.Line)))
	}
	return Diagnostic{Range: r, Severity: severityError, Source: "skilllint", Message: visible.Text(f.Msg)}
}
