package flock

import (
	"errors"
	"io"
	"os"
	"syscall"
)

const errorSharingViolation syscall.Errno = 32

// Lock makes the file at path, which it creates if need be, belong to the caller until
// the result is closed or the process ends. Nobody else may open it meanwhile.
func Lock(path string) (io.Closer, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const shareDelete = 4 // the file may be removed while it is open
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shareDelete, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}
