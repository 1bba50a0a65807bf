package sources

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/limit"
)

// An Updater brings sources into a store.
type Updater struct {
	Store *Store
	Root  string                 // the workspace's folder, on disk
	Want  func(path string) bool // which files of a source matter
	// Moved lets a tag that points to another commit than the lock's replace it.
	Moved  bool
	Client *http.Client // for documents; nil for one with a time-out
}

// Update resolves one source. was is its entry in the lock, or nil. The note tells what a
// person should know: a tag that was moved, files that are too large; "" for nothing.
func (u *Updater) Update(ctx context.Context, s Source, was *Locked) (now Locked, note string, err error) {
	now = Locked{Source: s}
	switch {
	case s.Git != "":
		return u.fromGit(ctx, s, was)
	case s.URL != "":
		now.Digest, err = u.fromURL(ctx, s.URL)
	default:
		var large []string
		now.Digest, large, err = u.fromPath(s.Path)
		note = leftOut(s.Name, large)
	}
	if err != nil {
		return Locked{}, "", fmt.Errorf("source %q: %w", s.Name, err)
	}
	return now, note, nil
}

// leftOut says which files of a source are too large to be read, "" for none.
func leftOut(name string, large []string) string {
	switch len(large) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("source %q: %s is left out: it has more than %d MiB", name, large[0], maxFile>>20)
	}
	return fmt.Sprintf("source %q: %s and %d more files are left out: each has more than %d MiB", name, large[0], len(large)-1, maxFile>>20)
}

// Restore brings the contents that a lock names into the store. It is an error when the
// source does not give them any more.
func (u *Updater) Restore(ctx context.Context, l Locked) error {
	if _, err := u.Store.Open(l.Digest); err == nil {
		return nil
	}
	source := l.Source
	if l.Commit != "" {
		source.At = l.Commit
	}
	now, _, err := u.Update(ctx, source, nil)
	if err == nil && now.Digest != l.Digest {
		err = fmt.Errorf("source %q gives other contents than %s says: %s, expected %s", l.Name, LockName, now.Digest, l.Digest)
	}
	return err
}

func (u *Updater) fromGit(ctx context.Context, s Source, was *Locked) (Locked, string, error) {
	fail := func(err error) (Locked, string, error) { return Locked{}, "", fmt.Errorf("source %q: %w", s.Name, err) }
	remote, err := git.OpenRemote(u.address(s.Git), u.Store.mirrors(s.Git))
	if err != nil {
		return fail(err)
	}
	refs, err := remote.Refs(ctx)
	if err != nil {
		return fail(err)
	}
	commit, ref, err := resolve(refs, s.At)
	if err != nil {
		return fail(fmt.Errorf("%s %w", s.Git, err))
	}
	note := ""
	if was != nil && was.Source == s && strings.HasPrefix(ref, "refs/tags/") && was.Commit != commit && !u.Moved {
		note = fmt.Sprintf("source %q: the tag %s was moved from %.12s to %.12s; the lock keeps the first: --moved takes the second", s.Name, s.At, was.Commit, commit)
		commit, ref = was.Commit, ""
	}
	digest, large, err := u.commit(ctx, remote, commit, ref, s.Folder)
	if err != nil {
		return fail(err)
	}
	if note == "" {
		note = leftOut(s.Name, large)
	}
	return Locked{s, commit, digest}, note, nil
}

// address is what git is asked for: a folder is relative to the workspace.
func (u *Updater) address(where string) string {
	if strings.HasPrefix(where, "./") || strings.HasPrefix(where, "../") {
		return filepath.Join(u.Root, filepath.FromSlash(where))
	}
	return where
}

// commit puts the files of a commit into the store.
func (u *Updater) commit(ctx context.Context, remote *git.Remote, commit, ref, folder string) (digest string, large []string, err error) {
	if err := remote.Fetch(ctx, commit, ref); err != nil {
		return "", nil, err
	}
	tree, err := remote.Tree(ctx, commit, folder)
	if err != nil {
		return "", nil, err
	}
	defer tree.Close()
	return u.Store.Put(tree, u.Want)
}

// resolve finds the commit that a name means: a tag, a branch, a whole commit, or the remote's HEAD.
func resolve(refs map[string]string, at string) (commit, ref string, err error) {
	if at == "" {
		if refs["HEAD"] == "" {
			return "", "", errors.New("has no commit yet")
		}
		return refs["HEAD"], "HEAD", nil
	}
	for _, ref := range []string{"refs/tags/" + at, "refs/heads/" + at} {
		if id := refs[ref]; id != "" {
			return id, ref, nil
		}
	}
	if (len(at) == 40 || len(at) == 64) && strings.Trim(at, "0123456789abcdef") == "" {
		return at, "", nil
	}
	return "", "", fmt.Errorf("has no tag or branch %q, and it is no whole commit", at)
}

// fromPath takes the files of a folder of this machine.
func (u *Updater) fromPath(where string) (digest string, large []string, err error) {
	dir := where
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(u.Root, filepath.FromSlash(where))
	}
	root, err := limit.OpenRoot(dir) // links out of the folder are not followed
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	return u.Store.Put(root.FS(), u.Want)
}

// maxDocument bounds a document, in bytes.
const maxDocument = 16 << 20

// fromURL takes one document. Its name is that of the address, so that its dialect is known.
func (u *Updater) fromURL(ctx context.Context, url string) (string, error) {
	client := u.Client
	if client == nil {
		client = &http.Client{Timeout: time.Minute, CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if r.URL.Scheme != "https" || len(via) > 5 {
				return errors.New("it redirects to another scheme, or too often")
			}
			return nil
		}}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answers %s", url, answer.Status)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxDocument+1))
	if err != nil {
		return "", err
	}
	if len(body) > maxDocument {
		return "", fmt.Errorf("%s is larger than %d MiB", url, maxDocument>>20)
	}
	name := path.Base(request.URL.Path)
	if !fs.ValidPath(name) || name == "." {
		return "", fmt.Errorf("%s names no document", url)
	}
	content, err := packOne(name, body)
	if err != nil {
		return "", err
	}
	return u.Store.keep(content)
}

// Newer returns the tags of a source that are newer than its lock's, or "HEAD" or its branch when that
// has moved; the newest first, at most n.
func (u *Updater) Newer(ctx context.Context, l Locked, n int) ([]string, error) {
	if l.Git == "" {
		return nil, nil
	}
	remote, err := git.OpenRemote(u.address(l.Git), u.Store.mirrors(l.Git))
	if err != nil {
		return nil, err
	}
	refs, err := remote.Refs(ctx)
	if err != nil {
		return nil, fmt.Errorf("source %q: %w", l.Name, err)
	}
	if commit, ref, err := resolve(refs, l.At); err == nil && !strings.HasPrefix(ref, "refs/tags/") {
		if commit == l.Commit || ref == "" {
			return nil, nil
		}
		return []string{l.At}, nil
	}
	newer := newerTags(refs, l.At)
	return newer[:min(n, len(newer))], nil
}

// newerTags are the tags with higher versions than one, the highest first.
func newerTags(refs map[string]string, than string) []string {
	current, prefix := version(than)
	if current == nil {
		return nil
	}
	var tags []string
	for ref := range refs {
		tag, ok := strings.CutPrefix(ref, "refs/tags/")
		if v, p := version(tag); ok && v != nil && p == prefix && v.GreaterThan(current) && (v.Prerelease() == "" || current.Prerelease() != "") {
			tags = append(tags, tag)
		}
	}
	slices.SortFunc(tags, func(a, b string) int {
		x, _ := version(a)
		y, _ := version(b)
		return y.Compare(x)
	})
	return tags
}
