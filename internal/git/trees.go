package git

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// A child is an entry of a tree object. The zero child is none.
type child struct {
	folder bool
	mode   string
	id     string // as bytes
}

// file is the entry, none when it is a folder.
func (c child) file() child {
	if c.folder {
		return child{}
	}
	return c
}

// tree is the object of a folder, "" when it is none.
func (c child) tree() string {
	if c.folder {
		return c.id
	}
	return ""
}

// A difference is what two trees have at one path, or under one name.
type difference struct {
	path        string
	before, now child
}

// trees reads trees, named by their bytes, and keeps those that it read last: of two commits in a row most are
// the same.
type trees struct {
	read func(id string) ([]byte, error) // an object by its name in hexadecimal digits
	kept map[string][]byte
	size int
	most int // what is compared where all files are asked for: entries that differ, and KiB
}

const (
	maxKept  = 32 << 20 // bytes of trees that are kept
	maxTop   = 1 << 20  // entries of the top folder that differ in one commit
	maxDepth = 2048     // of folders, as git has it
)

// errEnough says that there is more than is looked at.
var errEnough = errors.New("more files than are looked at")

// get returns a tree. That of "" is empty.
func (t *trees) get(id string) ([]byte, error) {
	if src, known := t.kept[id]; known || id == "" {
		return src, nil
	}
	src, err := t.read(hex.EncodeToString([]byte(id)))
	if err != nil {
		return nil, err
	}
	if t.size += len(src); t.kept == nil || t.size > maxKept {
		t.kept, t.size = map[string][]byte{}, len(src)
	}
	t.kept[id] = src
	return src, nil
}

// A rawEntry is the first entry of a tree object, as it stands there.
type rawEntry struct{ mode, name, id []byte }

// next returns the first entry of a tree, whose object has a name of width bytes, and its size, 0 when there is none.
func next(tree []byte, width int) (e rawEntry, size int) {
	space := bytes.IndexByte(tree, ' ')
	end := bytes.IndexByte(tree, 0)
	if space < 0 || end < space || len(tree)-end-1 < width {
		return e, 0
	}
	size = end + 1 + width
	return rawEntry{tree[:space], tree[space+1 : end], tree[end+1 : size]}, size
}

// child is the entry as it is compared, none where the mode is zero.
func (e rawEntry) child() child {
	mode := "100644" // that of most
	if string(e.mode) != mode {
		mode = string(bytes.TrimLeft(e.mode, "0"))
	}
	if mode == "" {
		return child{}
	}
	return child{mode == "40000", mode, string(e.id)}
}

// compared returns the entries that differ between two trees and whose names are asked for, in git's order where
// both trees have the same names.
func compared(before, now []byte, width int, asked func(name []byte) bool) (list []difference, ok bool) {
	for len(before) > 0 && len(now) > 0 {
		was, size := next(before, width)
		if size == 0 {
			return nil, false
		}
		if bytes.HasPrefix(now, before[:size]) {
			before, now = before[size:], now[size:]
			continue
		}
		is, other := next(now, width)
		if !bytes.Equal(was.name, is.name) {
			break // one has a name that the other has not, or is broken
		}
		if asked(was.name) {
			list = append(list, difference{string(was.name), was.child(), is.child()})
		}
		before, now = before[size:], now[other:]
	}
	list = slices.Grow(list, (len(before)+len(now))/(width+len("100644 x\x00")))
	at := map[string]int{} // in the list
	for len(before) > 0 {
		was, size := next(before, width)
		if size == 0 {
			return nil, false
		}
		if asked(was.name) {
			if len(now) > 0 {
				at[string(was.name)] = len(list)
			}
			list = append(list, difference{path: string(was.name), before: was.child()})
		}
		before = before[size:]
	}
	for len(now) > 0 {
		is, size := next(now, width)
		if size == 0 {
			return nil, false
		}
		if i, both := at[string(is.name)]; both {
			list[i].now = is.child()
		} else if asked(is.name) {
			list = append(list, difference{path: string(is.name), now: is.child()})
		}
		now = now[size:]
	}
	return list, true
}

// pair returns the entries that differ between two trees and whose names are asked for.
func (t *trees) pair(before, now string, asked func(name []byte) bool) ([]difference, error) {
	a, err := t.get(before)
	if err != nil {
		return nil, err
	}
	b, err := t.get(now)
	if err != nil {
		return nil, err
	}
	list, ok := compared(a, b, max(len(before), len(now)), asked)
	if !ok {
		return nil, &Error{Msg: fmt.Sprintf("object %x or %x is no tree", before, now)}
	}
	return list, nil
}

// wanted are the parts of paths that are looked for, below one another.
type wanted map[string]wanted

func (w wanted) add(name string) {
	for part := range strings.SplitSeq(name, "/") {
		if w[part] == nil {
			w[part] = wanted{}
		}
		w = w[part]
	}
}

// within calls use for the wanted files of those entries of a folder that differ. Other folders are not looked at.
func (t *trees) within(w wanted, list []difference, dir string, use func(difference)) error {
	for _, d := range list {
		below, asked := w[d.path]
		if !asked {
			continue
		}
		d.path = path.Join(dir, d.path)
		if d.before.file() != d.now.file() {
			use(difference{d.path, d.before.file(), d.now.file()})
		}
		if before, now := d.before.tree(), d.now.tree(); before != now && len(below) > 0 {
			list, err := t.pair(before, now, func(name []byte) bool { _, yes := below[string(name)]; return yes })
			if err == nil {
				err = t.within(below, list, d.path, use)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// all calls use for all files of those entries of a folder that differ, with the folder and under their own names.
// There is a bound on what it compares: a small tree can stand for any number of files.
func (t *trees) all(list []difference, dir string, use func(dir string, d difference)) error {
	if strings.Count(dir, "/") >= maxDepth {
		return errEnough
	}
	for _, d := range list {
		before, now := d.before.tree(), d.now.tree()
		if !d.before.folder || !d.now.folder {
			use(dir, difference{d.path, d.before.file(), d.now.file()})
		}
		if before == now {
			continue
		}
		below, err := t.pair(before, now, func([]byte) bool { t.most--; return true })
		if t.most -= (len(t.kept[before]) + len(t.kept[now])) >> 10; err == nil && t.most < 0 {
			err = errEnough
		}
		if err == nil {
			err = t.all(below, path.Join(dir, d.path), use)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
