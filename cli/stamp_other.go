//go:build !unix

package cli

import "time"

// fileStamp returns no stamp: systems without a time of the last change that
// only the kernel sets can't vouch for a file. It is read again.
func fileStamp(dir int, path string, follow bool) (stamp string, changed time.Time) {
	return "", time.Time{}
}

// ownAlone believes the folder: the user's cache folder is the user's own there.
func ownAlone(dir string) bool { return true }
