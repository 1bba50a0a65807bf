package lsp

import (
	"context"
	"slices"

	"github.com/skilllint/skilllint/lint"
)

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
	whole := r.last.Load()
	if whole == nil || whole.Workspace == nil || whole.fault != nil || len(s.opened(r)) == 0 {
		return
	}
	texts := s.texts(r)
	if texts[lint.ConfigName] != whole.texts[lint.ConfigName] {
		return // another configuration judges differently
	}
	folders := map[string]bool{}
	for _, p := range r.previewed(whole) {
		folders[p.folder] = true
	}
	var list []*preview
	for _, rel := range changed(whole.texts, texts) {
		folder := whole.PartAt(rel)
		if folder == "" || slices.ContainsFunc(list, func(p *preview) bool { return p.folder == folder }) {
			continue
		}
		p, err := s.previewOf(whole, folder, texts)
		if err != nil {
			return // the whole says what is wrong
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
	previews := whole.root.previewed(whole)
	if i := slices.IndexFunc(previews, func(p *preview) bool { return p.folder == folder }); i >= 0 {
		p.before = previews[i].before
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

// changed are the paths of which one of two states has another text, sorted.
func changed(before, now map[string]*buffer) (paths []string) {
	for rel, doc := range now {
		if before[rel] != doc {
			paths = append(paths, rel)
		}
	}
	for rel := range before {
		if now[rel] == nil {
			paths = append(paths, rel)
		}
	}
	slices.Sort(paths)
	return paths
}

// previewed are the previews that renew a verdict.
func (r *root) previewed(whole *snapshot) []*preview {
	if list := r.previews.Load(); list != nil && len(*list) > 0 && (*list)[0].whole == whole {
		return *list
	}
	return nil
}

// A placed is a finding and where the positions of its workspace are now.
type placed struct {
	*placer
	lint.Finding
}

// current are the findings in a file of a verdict, renewed by a preview, in the
// order of their places.
func (s *server) current(whole *snapshot, old *placer, path string) (list []placed) {
	add := func(p *placer, findings []lint.Finding) {
		for _, f := range findings {
			list = append(list, placed{p, f})
		}
	}
	for _, p := range whole.root.previewed(whole) {
		if p.holds(path) {
			add(old, p.kept[path])
			add(s.placer(p.now), p.now.files[path])
			return list
		}
	}
	add(old, whole.files[path])
	return list
}
