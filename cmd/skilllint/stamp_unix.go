//go:build unix

package main

import (
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// fileStamp returns a file's identity, and when it changed last. The kernel
// sets the time of the last change (ctime) on every write, rename and change
// of times, and lets nobody else set it: a file of an equal stamp has equal
// contents, also when its modification time was put back. The stamp of a
// folder is empty, and so are its changes: what is in it counts.
func fileStamp(path string) (string, time.Time, error) {
	var s unix.Stat_t
	if err := unix.Lstat(path, &s); err != nil {
		return "", time.Time{}, err
	}
	if s.Mode&unix.S_IFMT == unix.S_IFDIR {
		return "", time.Time{}, nil
	}
	changed := time.Unix(s.Ctim.Unix())
	var b []byte
	for _, n := range []int64{int64(s.Ino), s.Size, int64(s.Mode), s.Mtim.Nano(), s.Ctim.Nano()} {
		b = append(strconv.AppendInt(b, n, 36), ' ')
	}
	return string(b), changed, nil
}
