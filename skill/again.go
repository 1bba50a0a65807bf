package skill

import (
	"io/fs"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// again reads files another time: for a report that shows a line, for a fix,
// for the few texts that are parsed. It keeps the last few.
type again struct {
	fsys fs.FS

	mu   sync.Mutex
	last [8]readAgain
	next int
}

type readAgain struct {
	path string
	sum  document.Sum
	src  []byte
}

func (a *again) ReadAgain(p string, sum document.Sum, wants func(src []byte, known *document.Sum) bool) []byte {
	a.mu.Lock()
	for _, known := range a.last {
		if known.path == p && known.sum == sum {
			a.mu.Unlock()
			return known.src
		}
	}
	a.mu.Unlock()
	src, known, err := tree.ReadInto(a.fsys, p, tree.MaxFile, nil)
	if err != nil || !wants(src, (*document.Sum)(known)) {
		return nil
	}
	a.mu.Lock()
	a.last[a.next%len(a.last)] = readAgain{p, sum, src}
	a.next++
	a.mu.Unlock()
	return src
}
