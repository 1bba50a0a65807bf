//go:build !linux

package tree

import "io/fs"

// Open opens a file.
func (d *Disk) Open(name string) (fs.File, error) { return d.root.Open(name) }

// ReadDir lists a folder, sorted by name.
func (d *Disk) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.root, name) }
