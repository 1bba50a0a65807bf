package filestore

import (
	"io/fs"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// buffers are what texts are read into: a text is there only until its facts
// are made. A larger one than most is not kept.
var buffers = sync.Pool{New: func() any {
	buf := make([]byte, 0, 64<<10)
	return &buf
}}

const largestKept = 1 << 20

// A Loan is what a file holds, until it is returned.
type Loan struct {
	Src []byte
	Sum *document.Sum // nil where the file system does not know it
	buf *[]byte
}

// borrow reads a file of at most limit bytes.
func borrow(fsys fs.FS, p string, limit int) (Loan, error) {
	l := Loan{buf: buffers.Get().(*[]byte)}
	src, sum, err := tree.ReadInto(fsys, p, limit, *l.buf)
	if err == nil && len(src) <= largestKept {
		*l.buf = src[:0]
	}
	l.Src, l.Sum = src, (*document.Sum)(sum)
	return l, err
}

// Return gives the bytes back: nothing may hold them any more.
func (l Loan) Return() { buffers.Put(l.buf) }

// again reads files another time: for a report that shows a line, for a fix,
// for the few texts that are parsed. It keeps the last few.
type again struct {
	fsys   fs.FS
	shared document.Reader // itself, as all files hold it

	mu   sync.Mutex
	last [8]readAgain
	next int
}

func newAgain(fsys fs.FS) *again {
	a := &again{fsys: fsys}
	a.shared = a
	return a
}

type readAgain struct {
	path string
	sum  document.Sum
	src  []byte
}

func (a *again) ReadAgain(p string, sum document.Sum, wants func(src []byte, known *document.Sum) bool) []byte {
	if src := a.known(p, sum); src != nil {
		return src
	}
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

// Lend reads a file for a question: each is asked once, so that it is not kept.
func (a *again) Lend(p string, sum document.Sum, wants func(src []byte, known *document.Sum) bool, use func(src []byte)) {
	if src := a.known(p, sum); src != nil {
		use(src)
		return
	}
	l, err := borrow(a.fsys, p, tree.MaxFile)
	defer l.Return()
	if err != nil || !wants(l.Src, l.Sum) {
		use(nil)
		return
	}
	use(l.Src)
}

func (a *again) known(p string, sum document.Sum) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, known := range a.last {
		if known.path == p && known.sum == sum {
			return known.src
		}
	}
	return nil
}
