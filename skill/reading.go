package skill

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// What is read besides manifests is bounded, in bytes: one file, and all of
// them. What is larger is there, but nothing is known of it.
const (
	maxText  = 1 << 20
	maxTexts = 256 << 20
)

// buffers are what texts are read into: a text is there only until its facts
// are made.
var buffers = sync.Pool{New: func() any {
	buf := make([]byte, 0, 64<<10)
	return &buf
}}

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
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	src, known, err := tree.ReadInto(a.fsys, p, tree.MaxFile, *buf)
	if err != nil || !wants(src, (*document.Sum)(known)) {
		use(nil)
		return
	}
	if len(src) <= maxText {
		*buf = src[:0]
	}
	use(src)
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

// unkept is the Keeper of files of which nothing is kept from run to run.
type unkept struct{}

func (unkept) Find(FactsKey) []byte  { return nil }
func (unkept) Keep(FactsKey, []byte) {}

// mayHoldSecrets reports whether a file defines servers, whose variables,
// headers and addresses may be secret.
func mayHoldSecrets(p string, src []byte) bool {
	if strings.EqualFold(path.Ext(p), ".md") {
		head, _, _ := bytes.Cut(bytes.TrimPrefix(src, []byte("---")), []byte("\n---"))
		return bytes.HasPrefix(src, []byte("---")) && (bytes.Contains(head, []byte("mcp-servers:")) || bytes.Contains(head, []byte("mcpServers:")))
	}
	if hosts.ServersFile(p) {
		return true
	}
	return (document.IsJSON(p) || path.Ext(p) == ".toml") && (bytes.Contains(src, []byte("mcpServers")) || bytes.Contains(src, []byte("mcp_servers")))
}
