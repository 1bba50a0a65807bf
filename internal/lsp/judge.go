package lsp

import (
	"github.com/skilllint/skilllint/lint"
)

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

// stale reports whether a workspace is other than it was judged last.
func (s *server) stale(r *root) bool {
	last := r.last.Load()
	return r.touched.Swap(false) || last == nil || !last.whole() || len(last.changed(s.texts(r))) > 0
}
