package tree

import (
	"io/fs"
	"os"
)

// A Disk is the folder of an os.Root as a file system. No link leads out of
// it. Where the system can open a file below a folder at once (openat2), that
// is done; os.Root opens every folder on the way by itself.
type Disk struct {
	root interface {
		fs.FS
		fs.ReadLinkFS
		fs.StatFS
	}
	path string
	dir  *os.File // the folder, nil when it could not be opened
}

// NewDisk returns the files of a root. Close it before the root.
func NewDisk(root *os.Root) *Disk {
	d := &Disk{root: root.FS().(interface {
		fs.FS
		fs.ReadLinkFS
		fs.StatFS
	}), path: root.Name()}
	d.dir, _ = root.Open(".")
	return d
}

// Fd is the descriptor of the folder, -1 when it could not be opened.
func (d *Disk) Fd() int {
	if d.dir == nil {
		return -1
	}
	return int(d.dir.Fd())
}

// Close releases the folder.
func (d *Disk) Close() error {
	if d.dir == nil {
		return nil
	}
	return d.dir.Close()
}

// ReadLink returns where a symbolic link leads.
func (d *Disk) ReadLink(name string) (string, error) { return d.root.ReadLink(name) }

// Lstat describes what stands at a path, a link itself.
func (d *Disk) Lstat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }

// Stat describes a file, links followed.
func (d *Disk) Stat(name string) (fs.FileInfo, error) { return d.root.Stat(name) }
