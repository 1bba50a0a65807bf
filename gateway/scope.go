package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// CacheKey makes a key for a cache that skills share: keys of different organisations,
// users, sessions, agents, skills, versions or parts differ, whatever these are made of.
func (inv *Invocation) CacheKey(parts ...string) string {
	b := make([]byte, 0, 128)
	for _, part := range inv.scope() {
		b = appendPart(b, part)
	}
	b = appendPart(b, inv.consumer.version)
	for _, part := range parts {
		b = appendPart(b, part)
	}
	return "skill:" + string(b)
}

// appendPart appends a part with its length before it, so that no part can pretend to be
// two.
func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}

func (inv *Invocation) scope() [5]string {
	return [5]string{inv.who.Org, inv.who.User, inv.who.Session, inv.who.Agent, inv.consumer.skill}
}

// TempDir opens, and makes if need be, the directory below base that belongs to the
// invocation's organisation, user, session, agent and skill: one level for each, so that
// what belongs to one of them can be removed at once (see [DirName]). Nothing that is
// opened by the root it returns lies outside of it, symbolic links included (os.Root).
func (inv *Invocation) TempDir(base *os.Root) (*os.Root, error) {
	dir := base
	for _, part := range inv.scope() {
		name := DirName(part)
		if err := dir.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, closing(dir, base, err)
		}
		next, err := dir.OpenRoot(name)
		if err := closing(dir, base, err); err != nil {
			return nil, err
		}
		dir = next
	}
	return dir, nil
}

func closing(dir, base *os.Root, err error) error {
	if dir != base {
		dir.Close()
	}
	return err
}

// DirName is the name of a directory for an id, which may hold any character: a hash,
// since file systems fold case, refuse names and read "..".
func DirName(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// CheckWrite tells whether the invocation's skill may write to a data path such as
// "skills.jungastro.chart": below skills.<its own id>, compared by segments.
// The error is an *Error with the code NamespaceViolation. A core tool that writes for
// its caller names the argument in [Options.DataPaths] instead.
func (inv *Invocation) CheckWrite(path string) error {
	if err := checkWrite(inv.consumer.skill, path); err != nil {
		return err
	}
	return nil
}

func checkWrite(skill, path string) *Error {
	segments := strings.Split(path, ".")
	// Ids with dots take as many segments.
	own := strings.Split("skills."+skill, ".")
	ok := len(segments) > len(own)
	for i, segment := range segments {
		// What a store may read as another path is none: x[0], a/../b, quotes, wildcards.
		ok = ok && segment != "" && !strings.ContainsAny(segment, "[]{}/\\\"'`*$ \t\r\n\x00") &&
			(i >= len(own) || segment == own[i])
	}
	if ok {
		return nil
	}
	return &Error{
		Code: NamespaceViolation, Path: path,
		Message: fmt.Sprintf("%q writes below skills.%s alone", skill, skill),
	}
}
