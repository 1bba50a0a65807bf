//go:build !linux

package audit

import (
	"os"
	"runtime"
)

type dataFile struct{ *os.File }

// syncDir makes the names in a folder durable. On Windows they are, and folders cannot
// be synced.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
