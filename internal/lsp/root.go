package lsp

import (
	"context"
	"path/filepath"
	"sync/atomic"
)

// A root is a workspace that is judged whenever a text in it changes.
type root struct {
	dir     string // on the disk, without symbolic links
	folders []folder
	poke    chan struct{} // has room for one: something has changed
	stop    context.CancelFunc
	first   chan struct{} // closed when there is a verdict, or none can be
	last    atomic.Pointer[snapshot]

	touched  atomic.Bool   // since the last verdict files or folders have changed, besides the texts of documents
	edited   chan struct{} // has room for one: a text is not that of the last verdict
	previews atomic.Pointer[[]*preview]
}

// A folder is one that the client has opened.
type folder struct {
	uri  string
	path string // as the client names it
	real string // without symbolic links
}

// rootOf returns the innermost root that a file is in, nil for none.
func (s *server) rootOf(path string) *root {
	s.mu.Lock()
	defer s.mu.Unlock()
	var best *root
	for _, r := range s.roots {
		if _, ok := r.rel(path); ok && (best == nil || len(r.dir) > len(best.dir)) {
			best = r
		}
	}
	return best
}

// rel returns the path of a file from the root, with slashes.
func (r *root) rel(path string) (string, bool) {
	rel, err := filepath.Rel(r.dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// path is the place on the disk of a path from the root.
func (r *root) path(rel string) string { return filepath.Join(r.dir, filepath.FromSlash(rel)) }

// judgeAgain has everything judged anew that a document is part of.
func (s *server) judgeAgain(path string) {
	for _, r := range s.rootsWith(path) {
		r.judgeAgain()
	}
}

// rootsWith returns the roots that a file is part of: they may lie in each other.
func (s *server) rootsWith(path string) (list []*root) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.roots {
		if rel, ok := r.rel(path); ok && !isGit(rel) {
			list = append(list, r)
		}
	}
	return list
}

// isGit reports whether a path is git's own.
func isGit(rel string) bool { return rel == ".git" || len(rel) > 5 && rel[:5] == ".git/" }

func (r *root) judgeAgain() {
	poke(r.edited)
	poke(r.poke)
}

// poke says that there is something to do. Who does it already sees what changed
// now.
func poke(room chan struct{}) {
	select {
	case room <- struct{}{}:
	default:
	}
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
