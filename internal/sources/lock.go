package sources

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/skilllint/skilllint/internal/limit"
)

// LockName is the lock file, at the root of the workspace.
const LockName = "skilllint.lock"

// A Source is where skills of another repository come from. One of Git, Path and URL is set.
type Source struct {
	Name   string `json:"name"`
	Git    string `json:"git,omitempty"`    // the address of a repository
	Path   string `json:"path,omitempty"`   // a folder, relative to the workspace's root
	URL    string `json:"url,omitempty"`    // one document over HTTPS: a registry.json, or an MCP server's tools/list
	At     string `json:"at,omitempty"`     // of Git: a tag, branch or commit; "" for the remote's HEAD
	Folder string `json:"folder,omitempty"` // of Git: the folder below which skills are looked for
}

// Where is the source's address.
func (s Source) Where() string { return s.Git + s.Path + s.URL }

// A Locked is what a source stands for until it is updated.
type Locked struct {
	Source
	Commit string `json:"commit,omitempty"` // of Git
	Digest string `json:"digest"`           // "sha256:" and 64 hexadecimal digits, of the contents
}

// Revision is how findings call the state of a source: "acme@v1.2.0".
func (l Locked) Revision() string {
	at := l.At
	if at == "" && len(l.Commit) > 12 {
		at = l.Commit[:12]
	}
	if at == "" {
		return l.Name
	}
	return l.Name + "@" + at
}

// A Lock is skilllint.lock.
type Lock struct {
	Version int      `json:"version"`
	Sources []Locked `json:"sources"`
}

const lockVersion = 1

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// ReadLock reads the lock of a workspace; without a file it is empty.
func ReadLock(fsys fs.FS) (*Lock, error) {
	src, err := limit.ReadFS(fsys, LockName, limit.Lock)
	if errors.Is(err, fs.ErrNotExist) {
		return &Lock{Version: lockVersion}, nil
	}
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	var l Lock
	if err := d.Decode(&l); err != nil {
		return nil, fmt.Errorf("%s: %w: let skilllint sources update write it anew", LockName, err)
	}
	if l.Version != lockVersion {
		return nil, fmt.Errorf("%s has version %d, expected %d: use the release of skilllint that wrote it, or update it", LockName, l.Version, lockVersion)
	}
	named := l.Named()
	for i, s := range l.Sources {
		if named[s.Name] != &l.Sources[i] {
			return nil, fmt.Errorf("%s lists source %q twice: let skilllint sources update write it anew", LockName, s.Name)
		}
		if !digestForm.MatchString(s.Digest) {
			return nil, fmt.Errorf("%s: the digest of source %q is %q, expected sha256: and 64 hexadecimal digits", LockName, s.Name, s.Digest)
		}
	}
	return &l, nil
}

// JSON returns the lock as its file holds it.
func (l *Lock) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(l) // strings and a number
	return b.Bytes()
}

// Named returns the entries by the names of their sources.
func (l *Lock) Named() map[string]*Locked {
	named := make(map[string]*Locked, len(l.Sources))
	for i := range l.Sources {
		named[l.Sources[i].Name] = &l.Sources[i]
	}
	return named
}
