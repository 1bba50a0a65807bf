package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"
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

// addFolders opens the workspaces that folders are in.
func (s *server) addFolders(added []workspaceFolder) {
	for _, f := range added {
		path, ok := pathOf(f.URI)
		if !ok {
			continue
		}
		real := realPath(path)
		dir, err := s.opts.Root(real)
		if err != nil {
			s.complain(err.Error())
			continue
		}
		s.mu.Lock()
		r := s.roots[dir]
		if r == nil {
			r = s.newRoot(dir)
			s.roots[dir] = r
		}
		r.folders = append(r.folders, folder{f.URI, path, real})
		s.mu.Unlock()
		r.touched.Store(true)
		r.judgeAgain()
	}
}

func (s *server) newRoot(dir string) *root {
	ctx, stop := context.WithCancel(s.ctx)
	r := &root{dir: dir, poke: make(chan struct{}, 1), edited: make(chan struct{}, 1), stop: stop, first: make(chan struct{})}
	s.spawn(func() { s.keepJudging(ctx, r) })
	s.spawn(func() { s.keepPreviewing(ctx, r) })
	return r
}

// removeFolders closes the workspaces that no folder is left of.
func (s *server) removeFolders(removed []workspaceFolder) {
	for _, f := range removed {
		s.mu.Lock()
		for dir, r := range s.roots {
			r.folders = slices.DeleteFunc(r.folders, func(own folder) bool { return own.uri == f.URI })
			if len(r.folders) == 0 {
				r.stop()
				delete(s.roots, dir)
			}
		}
		s.mu.Unlock()
	}
	s.publish()
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

// How long a text rests before it is judged: a fraction of what the last
// judgement took, so that typing in a large workspace does not keep it busy.
const (
	restLeast = 20 * time.Millisecond
	restMost  = time.Second
)

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
