package lsp

import (
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
	texts map[string]*buffer // by path from the root
	fault *lint.ConfigError  // in the configuration; the verdict is then the last before it
}

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
	next := &snapshot{root: r, texts: map[string]*buffer{}}
	overlay := map[string][]byte{}
	for _, doc := range s.docs.all() {
		if rel, ok := r.rel(doc.path); ok {
			next.texts[rel] = doc
			overlay[rel] = doc.src
		}
	}
	var folders []string
	s.mu.Lock()
	for _, f := range r.folders {
		folders = append(folders, f.real)
	}
	s.mu.Unlock()
	if len(folders) == 0 {
		return // closed meanwhile
	}
	var err error
	if next.Verdict, err = s.opts.Judge(folders, overlay); err != nil && !next.keep(r.last.Load(), err) {
		s.complain(err.Error())
		return
	}
	for _, f := range next.Findings {
		if f.Rule == lint.InternalError() {
			s.complain(f.Message)
		}
	}
	r.last.Store(next)
	s.publish()
}

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
