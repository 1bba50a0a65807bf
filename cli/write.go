package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A destination is where a command writes. What is in the repository that is
// checked, or in the one of the current folder, is written through its root: who
// sends a repository can place symbolic links in it, and none of them may lead
// a file elsewhere.
type destination struct {
	root *os.Root // of the repository; nil for a place outside of it
	name string   // below root, or of the disk
}

// destinationOf finds the root that a path is written through, if there is one.
func destinationOf(workspace, name string) (destination, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return destination{}, err
	}
	for _, dir := range []string{workspace, standing()} {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		top := cmp.Or(repositoryTop(real), real)
		if rel := entered(top, abs); rel != "" {
			root, err := os.OpenRoot(top)
			return destination{root, rel}, err
		}
	}
	return destination{name: name}, nil
}

// entered returns the part of a path that lies below top, links on the way to
// it followed, and none in it; "" when the path does not come by.
func entered(top, abs string) (rel string) {
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil && (real == top || below(real, top)) {
			rel, _ = filepath.Rel(top, filepath.Join(real, abs[len(dir):])) // the outermost folder counts
		}
		if dir == filepath.Dir(dir) {
			return rel
		}
	}
}

// Close releases the root.
func (d destination) Close() error {
	if d.root == nil {
		return nil
	}
	return d.root.Close()
}

// write writes the file.
func (d destination) write(text []byte) error {
	if d.root == nil {
		return os.WriteFile(d.name, text, 0o644)
	}
	if info, err := d.root.Lstat(d.name); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link, and is not written through: remove it, or name another file", d.name)
	}
	return d.root.WriteFile(d.name, text, 0o644)
}

// folders makes the folders above the file.
func (d destination) folders() error {
	dir := filepath.Dir(d.name)
	if d.root == nil {
		return os.MkdirAll(dir, 0o755)
	}
	return d.root.MkdirAll(dir, 0o755)
}

// writeFile writes a file that a command was asked for.
func writeFile(workspace, name string, text []byte) error {
	d, err := destinationOf(workspace, name)
	if err != nil {
		return err
	}
	return errors.Join(d.write(text), d.Close())
}

// writeBelow writes a file and the folders above it.
func writeBelow(workspace, name string, text []byte) error {
	d, err := destinationOf(workspace, name)
	if err != nil {
		return err
	}
	if err = d.folders(); err == nil {
		err = d.write(text)
	}
	return errors.Join(err, d.Close())
}
