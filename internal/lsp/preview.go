package lsp

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
)

// previewable reports whether a verdict can be renewed: another configuration judges
// differently.
func (s *server) previewable(whole *snapshot, texts map[string]*buffer) bool {
	config := texts[lint.ConfigName]
	if config == nil {
		return whole.whole() && whole.texts[lint.ConfigName] == nil
	}
	return whole.whole() && whole.speaksOf(lint.ConfigName, config)
}

// previewIn is the one of some previews that speaks of a file, nil for none.
func previewIn(list []*preview, path string) *preview {
	if i := slices.IndexFunc(list, func(p *preview) bool { return p.holds(path) }); i >= 0 {
		return list[i]
	}
	return nil
}

// speaksOf reports whether the documents in the folder have the texts of the preview.
func (p *preview) speaksOf(texts map[string]*buffer) bool {
	return !slices.ContainsFunc(p.now.changed(texts), p.holds)
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
	if p := previewIn(whole.root.previewed(whole), path); p != nil {
		add(old, p.kept[path])
		add(s.placer(p.now), p.now.files[path])
		return list
	}
	add(old, whole.files[path])
	return list
}

// awaited are the documents of which only another text was judged, and of which a
// preview is on its way: to show what is known would be to show it of the wrong text.
func (s *server) awaited(whole *snapshot) map[string]*buffer {
	texts, list := s.texts(whole.root), map[string]*buffer{}
	if !s.previewable(whole, texts) {
		return list
	}
	previews := whole.root.previewed(whole)
	for rel, doc := range texts {
		judged := whole
		if p := previewIn(previews, rel); p != nil {
			judged = p.now
		}
		if !judged.speaksOf(rel, doc) && whole.PartAt(rel) != "" {
			list[rel] = doc
		}
	}
	return list
}
