package lsp

import (
	"go/token"
	"path/filepath"

	"github.com/skilllint/skilllint/skill"
)

// A placer turns the positions of a verdict into ranges of what the client
// shows now.
type placer struct {
	*snapshot
	now   map[string]*buffer // the open documents, by path on the disk
	read  map[string]*text   // files that were read for it, by path from the root
	alias []folder
}

func (s *server) placer(snap *snapshot) *placer {
	p := &placer{snapshot: snap, now: map[string]*buffer{}, read: map[string]*text{}}
	for _, doc := range s.docs.all() {
		p.now[doc.path] = doc
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.alias = append(p.alias, snap.root.folders...)
	return p
}

// uri is how the client calls a file: as it opened it, else as it opened the
// folder that the file is in.
func (p *placer) uri(rel string) string {
	path := p.root.path(rel)
	if doc := p.now[path]; doc != nil {
		return doc.uri
	}
	for _, f := range p.alias {
		if below, err := filepath.Rel(f.real, path); err == nil && filepath.IsLocal(below) {
			return uriOf(filepath.Join(f.path, below))
		}
	}
	return uriOf(path)
}

// document returns the open document of a path from the root, nil without one.
func (p *placer) document(rel string) *buffer {
	return p.now[p.root.path(rel)]
}

// location is where something of a file stands; false when that is being
// edited, so that its place is not known.
func (p *placer) location(pos, end token.Pos) (Location, bool) {
	f := p.FileAt(pos)
	if f == nil {
		return Location{}, false
	}
	to := f.Size
	if p.FileAt(end) == f {
		to = f.Offset(end)
	}
	r, ok := p.span(f, f.Offset(pos), to)
	return Location{p.uri(f.Path), r}, ok
}

// span is the range of some bytes of a file.
func (p *placer) span(f *skill.File, from, to int) (Range, bool) {
	judged, now := p.texts[f.Path], p.document(f.Path)
	if now == nil || judged == now {
		t := p.text(f)
		if t == nil {
			return Range{}, false
		}
		return t.span(from, to), true
	}
	before := p.text(f)
	if before == nil {
		return Range{}, false
	}
	start, ok := moved(before.src, now.src, from)
	if !ok {
		return Range{}, false
	}
	stop, ok := moved(before.src, now.src, to)
	return now.span(start, stop), ok
}

// text is what a file held when it was judged, nil when that is not known: it
// has changed on the disk.
func (p *placer) text(f *skill.File) *text {
	if doc := p.texts[f.Path]; doc != nil {
		return doc.text
	}
	t, known := p.read[f.Path]
	if !known {
		if src := f.Source(); src != nil || f.Size == 0 {
			t = fileText(src)
		}
		p.read[f.Path] = t
	}
	return t
}
