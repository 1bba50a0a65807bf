package skill

import (
	"io/fs"
	"sync"

	"github.com/skilllint/skilllint/internal/tree"
)

// again reads files another time: for a report that shows a line, for a fix,
// for the few texts that are parsed. It keeps the last few.
type again struct {
	fsys fs.FS

	mu   sync.Mutex
	last [8]struct {
		path string
		src  []byte
	}
	next int
}

func (a *again) ReadAgain(p string) ([]byte, error) {
	a.mu.Lock()
	for _, known := range a.last {
		if known.path == p {
			a.mu.Unlock()
			return known.src, nil
		}
	}
	a.mu.Unlock()
	src, err := tree.ReadFile(a.fsys, p, tree.MaxFile)
	if err == nil {
		a.mu.Lock()
		a.last[a.next%len(a.last)].path, a.last[a.next%len(a.last)].src = p, src
		a.next++
		a.mu.Unlock()
	}
	return src, err
}
