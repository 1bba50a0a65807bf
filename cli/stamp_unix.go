//go:build unix

package cli

import (
	"encoding/binary"
	"time"

	"golang.org/x/sys/unix"
)

// fileStamp returns a file's identity, and when it changed last; dir is the
// descriptor of the folder that a relative path starts from, and follow says that
// of a symbolic link its target is meant. The kernel sets the time of the last
// change (ctime) on every write, rename and change of times, and lets nobody else
// set it: a file of an equal stamp has equal contents, also when its modification
// time was put back. It is "" when there is no such file.
func fileStamp(dir int, path string, follow bool) (stamp string, changed time.Time) {
	var s unix.Stat_t
	flags := unix.AT_SYMLINK_NOFOLLOW
	if follow {
		flags = 0
	}
	if unix.Fstatat(dir, path, &s, flags) != nil {
		return "", time.Time{}
	}
	var b [6 * 8]byte
	for i, n := range [...]int64{int64(s.Dev), int64(s.Ino), s.Size, int64(s.Mode), s.Mtim.Nano(), s.Ctim.Nano()} {
		binary.LittleEndian.PutUint64(b[8*i:], uint64(n))
	}
	return string(b[:]), time.Unix(s.Ctim.Unix())
}

// ownAlone reports whether a folder is the user's own, and nobody else can write
// to it.
func ownAlone(dir string) bool {
	var s unix.Stat_t
	return unix.Stat(dir, &s) == nil && s.Mode&unix.S_IFMT == unix.S_IFDIR && int(s.Uid) == unix.Geteuid() && s.Mode&0o022 == 0
}
