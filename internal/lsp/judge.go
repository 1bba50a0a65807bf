package lsp

import (
	"context"
	"time"

	"github.com/skilllint/skilllint/lint"
)

// How long a text rests before it is judged: a fraction of what the last
// judgement took, so that typing in a large workspace does not keep it busy.
const (
	restLeast = 20 * time.Millisecond
	restMost  = time.Second
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
	next.files = next.byFile(next.Findings)
	r.last.Store(next)
	for _, f := range next.Findings { // once the rest of the verdict can be asked for
		if f.Rule == lint.InternalError() {
			s.complain(f.Message)
		}
	}
	poke(r.edited) // by what was typed meanwhile
	s.publish()
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

// keepJudging judges a workspace whenever something in it has changed and
// then rested.
func (s *server) keepJudging(ctx context.Context, r *root) {
	rest := time.Duration(0) // at first nobody types
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.poke:
		}
		for resting := rest > 0; resting; {
			select {
			case <-ctx.Done():
				return
			case <-r.poke:
			case <-time.After(rest):
				resting = false
			}
		}
		if !s.stale(r) {
			s.publish() // of what was opened
			continue
		}
		start := time.Now()
		s.judge(r)
		rest = max(restLeast, min(time.Since(start)/2, restMost))
	}
}

// keepPreviewing makes previews whenever something in a workspace has changed.
func (s *server) keepPreviewing(ctx context.Context, r *root) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.edited:
		}
		s.preview(r)
	}
}

// preview judges the folders of the files whose texts are not those of the last
// verdict.
func (s *server) preview(r *root) {
	defer func() {
		if e := recover(); e != nil {
			_ = s.fault("judging a part of "+r.dir, e)
		}
	}()
	whole, texts := r.last.Load(), s.texts(r)
	if whole == nil || !s.previewable(whole, texts) || len(s.opened(r)) == 0 {
		return
	}
	before := r.previewed(whole)
	folders := map[string]bool{}
	for _, p := range before {
		folders[p.folder] = true
	}
	var list []*preview
	for _, rel := range whole.changed(texts) {
		folder := whole.PartAt(rel)
		if folder == "" || previewIn(list, rel) != nil {
			continue
		}
		p := previewIn(before, rel)
		if p == nil || !p.speaksOf(texts) {
			var err error
			if p, err = s.previewOf(whole, folder, texts); err != nil {
				return // the whole says what is wrong
			}
		}
		list = append(list, p)
		folders[folder] = true
	}
	r.previews.Store(&list)
	s.publishIn(whole, folders)
}

// previewOf judges a folder as it was and as it is.
func (s *server) previewOf(whole *snapshot, folder string, texts map[string]*buffer) (*preview, error) {
	p := &preview{whole: whole, folder: folder, now: &snapshot{root: whole.root, texts: texts}}
	var err error
	folders := s.opened(whole.root)
	if p.now.Verdict, err = s.opts.Part(folders, whole.Verdict, folder, sources(texts)); err != nil {
		return nil, err
	}
	if last := previewIn(whole.root.previewed(whole), folder+"/"); last != nil {
		p.before = last.before
	} else {
		before, err := s.opts.Part(folders, whole.Verdict, folder, sources(whole.texts))
		if err != nil {
			return nil, err
		}
		p.before = before.Judged()
	}
	old := lint.Judged{Workspace: whole.Workspace}
	for path, findings := range whole.files {
		if p.holds(path) {
			old.Findings = append(old.Findings, findings...)
		}
	}
	kept, renewed := lint.Renew(old, p.before, p.now.Judged())
	p.kept, p.now.files = whole.byFile(kept), p.now.byFile(renewed)
	return p, nil
}
