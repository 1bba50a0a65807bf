package lsp

import (
	"bytes"
	"errors"
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
)

// A snapshot is the last that is known of a root: the verdict, and of which
// texts it speaks.
type snapshot struct {
	Verdict
	root  *root
	texts map[string]*buffer        // by path from the root
	files map[string][]lint.Finding // the findings by the files that they stand in
	fault *lint.ConfigError         // in the configuration; the verdict is then the last before it
}

// A preview is what is found in the folder of one skill after an edit, by
// itself: it is shown until the whole workspace is judged, which takes longer.
type preview struct {
	whole  *snapshot // the verdict that it renews
	folder string
	before lint.Judged               // by the texts of that verdict
	now    *snapshot                 // by those of now
	kept   map[string][]lint.Finding // what is left of the verdict, by file
}

// holds reports whether a preview speaks of a file.
func (p *preview) holds(path string) bool { return strings.HasPrefix(path, p.folder+"/") }

// speaksOf reports whether a document has the text that was judged.
func (n *snapshot) speaksOf(rel string, doc *buffer) bool {
	if judged := n.texts[rel]; judged != nil {
		return bytes.Equal(judged.src, doc.src)
	}
	f := n.File(rel)
	return f != nil && f.Holds(doc.src)
}

// changed are the paths of the documents whose texts are not those that were judged,
// sorted.
func (n *snapshot) changed(now map[string]*buffer) (paths []string) {
	for rel, doc := range now {
		if !n.speaksOf(rel, doc) {
			paths = append(paths, rel)
		}
	}
	for rel := range n.texts {
		if now[rel] == nil {
			paths = append(paths, rel)
		}
	}
	slices.Sort(paths)
	return paths
}

// whole reports that all of the workspace is known: its configuration could be read.
func (n *snapshot) whole() bool { return n.Workspace != nil && n.fault == nil }

// keep takes the verdict from before a fault in the configuration. It is false
// for errors that stand in no file.
func (n *snapshot) keep(last *snapshot, err error) bool {
	if !errors.As(err, &n.fault) {
		return false
	}
	if last != nil {
		n.Verdict = last.Verdict
		for path, doc := range last.texts {
			if path != n.fault.Position.Filename {
				n.texts[path] = doc
			}
		}
	}
	return true
}

// snapshots are the last of all roots, the outer ones first.
func (s *server) snapshots() []*snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*snapshot
	for _, r := range s.roots {
		if last := r.last.Load(); last != nil {
			list = append(list, last)
		}
	}
	slices.SortFunc(list, func(a, b *snapshot) int { return strings.Compare(a.root.dir, b.root.dir) })
	return list
}

// byFile sorts findings by the files that they stand in; those in none are left
// out.
func (n *snapshot) byFile(findings []lint.Finding) map[string][]lint.Finding {
	files := map[string][]lint.Finding{}
	for _, f := range findings {
		if path := n.path(f.Pos); path != "" {
			files[path] = append(files[path], f)
		}
	}
	return files
}

// path is the file that a finding stands in, "" for none.
func (n *snapshot) path(pos token.Pos) string {
	if f := n.FileAt(pos); f != nil {
		return f.Path
	}
	return ""
}
