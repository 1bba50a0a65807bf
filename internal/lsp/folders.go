package lsp

import (
	"context"
	"slices"
)

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
