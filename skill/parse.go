package skill

import (
	"errors"
	"io"
	"io/fs"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// parse reads one file and finds its dialect. The manifest has no Dialect
// when the file speaks none, and is nil when a look at its beginning told so.
func (ws *Workspace) parse(fsys fs.FS, p string, opts Options) *Manifest {
	if m, same := ws.parsedBefore(p); same {
		return m
	}
	pinned := opts.pinned(p)
	if pinned == nil && manifest.MaySOP(p) && !ws.maySOP(fsys, p) {
		return nil
	}
	if f, _ := ws.files.Recall(p, tree.MaxFile); f != nil {
		return manifest.Read(f, nil, pinned)
	}
	loan, err := ws.files.Borrow(p, tree.MaxFile)
	defer loan.Return()
	src := loan.Src
	if errors.As(err, new(tree.TooLarge)) && !document.IsMarkdown(p) {
		src = beginning(fsys, p) // tells its dialect
	}
	if m := ws.parsedAs(p, loan.Sum, len(src)); m != nil {
		return m
	}
	if pinned == nil && manifest.MaySOP(p) && !*manifest.ListsTools.Find(p, src) {
		return nil
	}
	m := manifest.Read(ws.files.NewFile(p, src, loan.Sum), err, pinned)
	m.ReleaseText()
	return m
}

// pinned is the dialect that the configuration gives a path, or nil.
func (o Options) pinned(p string) *Dialect {
	if name, _ := o.server(p); name != "" {
		return manifest.MCPTools
	}
	if o.Dialect == nil {
		return nil
	}
	return o.Dialect(p)
}

// beginning returns the first kilobytes of a file that is too large to read.
func beginning(fsys fs.FS, p string) []byte {
	f, err := fsys.Open(p)
	if err != nil {
		return nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 4<<10))
	return head
}

// hasFence reports whether a file begins with the fence of a frontmatter.
func hasFence(fsys fs.FS, p string) bool {
	f, err := fsys.Open(p)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [len("\xef\xbb\xbf---")]byte
	n, _ := io.ReadFull(f, head[:])
	return document.BeginsFrontmatter(head[:n])
}

// maySOP reports whether the frontmatter of a Markdown file may list tools, by
// what is known of the file, or by its first bytes.
func (ws *Workspace) maySOP(fsys fs.FS, p string) bool {
	if ws.opts.Facts != nil {
		if sum, _, ok := tree.SumOf(fsys, p); ok {
			if keys := manifest.ListsTools.Recall(p, sum, ws.opts.Facts); keys != nil {
				return *keys
			}
		}
	}
	return hasFence(fsys, p)
}

// parsedBefore returns what parsing a file came to in the last load, when it is
// known to hold the same.
func (ws *Workspace) parsedBefore(p string) (m *Manifest, same bool) {
	if ws.opts.Last == nil {
		return nil, false
	}
	m, parsed := ws.opts.Last.parsed[p]
	return m, parsed && ws.files.Take(p) != nil
}

// parsedAs is parsedBefore for a file of a sum; nil is none.
func (ws *Workspace) parsedAs(p string, sum *document.Sum, size int) *Manifest {
	if ws.files.TakeAs(p, sum, size) == nil {
		return nil
	}
	return ws.opts.Last.parsed[p]
}
