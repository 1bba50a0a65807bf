// Package guarded writes files that a command was asked for. What lies in a folder
// that strangers fill is written through that folder's root: they can place symbolic
// links in it, and none of them may lead a file elsewhere.
package guarded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Write writes a file. Where it lies in one of the folders, no link is followed out
// of that folder, and a link in the file's own place is an error.
func Write(folders []string, name string, text []byte) error {
	d, err := destinationOf(folders, name)
	if err != nil {
		return err
	}
	return errors.Join(d.write(text), d.close())
}

// WriteBelow is Write, and makes the folders above the file.
func WriteBelow(folders []string, name string, text []byte) error {
	d, err := destinationOf(folders, name)
	if err != nil {
		return err
	}
	if err = d.above(); err == nil {
		err = d.write(text)
	}
	return errors.Join(err, d.close())
}

// A destination is where a file is written.
type destination struct {
	root *os.Root // of the folder that it lies in; nil when it lies in none
	name string   // below root, or of the disk
}

func destinationOf(folders []string, name string) (destination, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return destination{}, err
	}
	for _, folder := range folders {
		real, err := filepath.EvalSymlinks(folder)
		if err != nil {
			continue
		}
		if rel := entered(real, abs); rel != "" {
			root, err := os.OpenRoot(real)
			return destination{root, rel}, err
		}
	}
	return destination{name: name}, nil
}

// entered returns the part of a path that lies below a folder, links on the way to
// it followed, and none in it; "" when the path does not come by.
func entered(folder, abs string) (rel string) {
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			if in, err := filepath.Rel(folder, real); err == nil && filepath.IsLocal(in) {
				rel = filepath.Join(in, abs[len(dir):]) // the outermost counts
			}
		}
		if dir == filepath.Dir(dir) {
			return rel
		}
	}
}

func (d destination) close() error {
	if d.root == nil {
		return nil
	}
	return d.root.Close()
}

func (d destination) write(text []byte) error {
	f, err := d.open()
	switch {
	case errors.Is(err, syscall.ENXIO):
		return fmt.Errorf("%w: it is a named pipe that nobody reads, or a socket", err)
	case err != nil:
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// open opens the file for its new text, and waits for nobody.
func (d destination) open() (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC | syscall.O_NONBLOCK
	if d.root == nil {
		return os.OpenFile(d.name, flags, 0o644)
	}
	if info, err := d.root.Lstat(d.name); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return nil, fmt.Errorf("%s is a symbolic link, and is not written through: remove it, or name another file", d.name)
	}
	return d.root.OpenFile(d.name, flags, 0o644)
}

// above makes the folders above the file.
func (d destination) above() error {
	dir := filepath.Dir(d.name)
	if d.root == nil {
		return os.MkdirAll(dir, 0o755)
	}
	return d.root.MkdirAll(dir, 0o755)
}
