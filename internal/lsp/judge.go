package lsp

import (
	"bytes"
	"errors"
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

// judge judges a workspace with the texts that its documents have now.
func (s *server) judge(r *root) {
	defer func() {
		if e := recover(); e != nil {
			_ = s.fault("judging "+r.dir, e)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		select {
		case <-r.first:
		default:
			close(r.first)
		}
	}()
	next := &snapshot{root: r, texts: s.texts(r)}
	folders := s.opened(r)
	if len(folders) == 0 {
		return // closed meanwhile
	}
	var last Verdict
	if before := r.last.Load(); before != nil {
		last = before.Verdict
	}
	var err error
	if next.Verdict, err = s.opts.Judge(folders, last, sources(next.texts)); err != nil && !next.keep(r.last.Load(), err) {
		s.complain(err.Error())
		r.touched.Store(true) // what was to be judged still is
		return
	}
	for _, f := range next.Findings {
		if f.Rule == lint.InternalError() {
			s.complain(f.Message)
		}
	}
	next.files = next.byFile(next.Findings)
	r.last.Store(next)
	poke(r.edited) // by what was typed meanwhile
	s.publish()
}

// opened are the folders of a root that the client has opened.
func (s *server) opened(r *root) (folders []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range r.folders {
		folders = append(folders, f.real)
	}
	return folders
}

// texts are the open documents of a root, by path.
func (s *server) texts(r *root) map[string]*buffer {
	texts := map[string]*buffer{}
	for _, doc := range s.docs.all() {
		if rel, ok := r.rel(doc.path); ok {
			texts[rel] = doc
		}
	}
	return texts
}

// sources are the bytes of texts.
func sources(texts map[string]*buffer) map[string][]byte {
	sources := map[string][]byte{}
	for rel, doc := range texts {
		sources[rel] = doc.src
	}
	return sources
}

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

// stale reports whether a workspace is other than it was judged last.
func (s *server) stale(r *root) bool {
	last := r.last.Load()
	return r.touched.Swap(false) || last == nil || !last.whole() || len(last.changed(s.texts(r))) > 0
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
