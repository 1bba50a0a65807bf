package resolve

import (
	"path"

	"github.com/skilllint/skilllint/internal/tree"
)

// An Owner is a skill whose folder code lies in.
type Owner struct {
	ID  string
	Dir string // the folder, relative to the root
}

// Platform owns the code that is no skill's: every skill is another one to it.
var Platform = &Owner{Dir: "\x00"}

// At returns the owner of a path, that of the innermost folder; nil for shared
// code.
func (r *Resolver) At(p string) *Owner {
	for dir := p; ; dir = path.Dir(dir) {
		if o, ok := r.Owners[dir]; ok {
			return o
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// Foreign returns the owner that code of another one must not reach into at a
// path: nil for its own folder, for shared code, for a folder around its own
// or inside of it, and for another version of itself.
func (r *Resolver) Foreign(own *Owner, p string) *Owner {
	other := r.At(p)
	switch {
	case other == nil || own == nil || other == own || other.ID != "" && other.ID == own.ID:
		return nil
	case tree.Holds(other.Dir, own.Dir) || tree.Holds(own.Dir, other.Dir):
		return nil
	}
	return other
}
