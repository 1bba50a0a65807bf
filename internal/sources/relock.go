package sources

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"time"
)

// Relock writes the lock of a workspace with other states of some of its sources. The other
// entries stay as they are on the disk by then, so processes that update different sources
// at once lose nothing. Whoever reads meanwhile sees the former lock or the new one.
func Relock(root *os.Root, all []Source, states []Locked) error {
	f, err := claim(root)
	if err != nil {
		return err
	}
	was, err := ReadLock(root.FS())
	if err != nil {
		was = &Lock{} // update is how a broken lock is mended
	}
	named, lock := was.Named(), Lock{Version: lockVersion}
	maps.Copy(named, (&Lock{Sources: states}).Named())
	for _, s := range all {
		if l := named[s.Name]; l != nil {
			lock.Sources = append(lock.Sources, *l)
		}
	}
	_, err = f.Write(lock.JSON())
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(claimName, LockName)
	}
	if err != nil {
		err = errors.Join(err, root.Remove(claimName))
	}
	return err
}

// claimName is the file of the process that writes the lock. It becomes the lock.
const claimName = LockName + ".new"

// claimTime is how long a process waits for another one, which needs some milliseconds.
const claimTime = 5 * time.Second

func claim(root *os.Root) (*os.File, error) {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		f, err := root.OpenFile(claimName, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
		if time.Since(start) > claimTime {
			return nil, fmt.Errorf("another process writes %s: remove %s when none does", LockName, claimName)
		}
	}
}
