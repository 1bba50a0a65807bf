// Package flock makes a file belong to one process for as long as that lives. It tells
// whether the writer of an audit segment is still there. It does not lock parts of
// files, and is not for network file systems.
package flock

import "errors"

// ErrLocked is returned for a file that belongs to another, in this process or elsewhere.
var ErrLocked = errors.New("file is locked")
