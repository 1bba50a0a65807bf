package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"
)

// Bounds of what a remote repository may send.
const (
	maxMirror  = 512 << 20 // bytes of a mirror on disk
	maxRefs    = 100_000
	largestGot = "4m" // blobs beyond are not asked for where the remote can leave them out
)

// A Remote is a repository elsewhere, with a folder of ours for bare mirrors, one a commit.
// A mirror is made under another name and appears as a whole, so processes share the
// folder without waiting for each other.
type Remote struct {
	url  string
	dir  string
	most int64 // bytes that a mirror may have
}

// address is what a remote may be: https, ssh, or a folder of this machine.
var address = regexp.MustCompile(`^(https://[^\s:@/]+(:\d+)?/\S+|ssh://\S+|[\w.-]+@[\w.-]+:\S+|file:///\S+|/\S+)$`)

// refName is what a branch, tag or commit may be called here.
var refName = regexp.MustCompile(`^[A-Za-z0-9_][\w./+@-]*$`)

// ValidRemote returns an error for an address that git is not asked for: another transport, an option, a password.
func ValidRemote(url string) error {
	switch {
	case strings.ContainsFunc(url, func(c rune) bool { return c < ' ' || c == 0x7f }) || !address.MatchString(url):
		return fmt.Errorf("%q is no address of a repository: expected https://…, ssh://…, user@host:path or a folder", url)
	case strings.HasPrefix(url, "https://") && strings.Contains(strings.SplitN(url, "/", 4)[2], "@"):
		return fmt.Errorf("the address of a repository holds no user or password: let git's credential helper give them")
	}
	return nil
}

// ValidRef returns an error for a name that is none of a branch, tag or commit.
func ValidRef(name string) error {
	if !refName.MatchString(name) || strings.Contains(name, "..") || strings.HasSuffix(name, ".lock") || strings.Contains(name, "@{") {
		return fmt.Errorf("%q is no name of a branch, tag or commit", name)
	}
	return nil
}

// OpenRemote returns the remote with its mirrors in a folder, which is made when it is not there.
func OpenRemote(url, dir string) (*Remote, error) {
	if err := ValidRemote(url); err != nil {
		return nil, err
	}
	return &Remote{url, dir, maxMirror}, os.MkdirAll(dir, 0o700)
}

// mirror is the folder for the mirror of a commit.
func (r *Remote) mirror(commit string) string { return filepath.Join(r.dir, commit+".git") }

// newMirror makes an empty mirror that no other process knows.
func (r *Remote) newMirror() (dir string, err error) {
	if dir, err = makeTemp(r.dir, "fetch-"); err != nil {
		return "", err
	}
	for _, name := range []string{"objects", "refs"} {
		err = errors.Join(err, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir, err
}

// command makes a git process that may use the network, in a mirror. The mirror's configuration
// is ours; the user's own is read, for who he is at the remote.
func (r *Remote) command(ctx context.Context, mirror string, args ...string) *exec.Cmd {
	transports := []string{"-c", "protocol.allow=never", "-c", "protocol.ext.allow=never"}
	for _, p := range []string{"https", "ssh", "file"} {
		transports = append(transports, "-c", "protocol."+p+".allow=always")
	}
	cmd := exec.CommandContext(ctx, "git", slices.Concat([]string{
		"--no-pager", "--git-dir=" + mirror, "-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
		"-c", "fetch.recurseSubmodules=false", "-c", "transfer.fsckObjects=true", "-c", "core.alternateRefsCommand=false",
	}, transports, args)...)
	cmd.Dir = r.dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(strings.ToUpper(v), "GIT_") })
	cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=https:ssh:file", "GIT_PROTOCOL_FROM_USER=0", "LC_ALL=C", "GIT_SSH_COMMAND=ssh -oBatchMode=yes", "GIT_NO_REPLACE_OBJECTS=1")
	cmd.WaitDelay = time.Second
	return cmd
}

// Refs returns the commits of the remote's branches and tags, by full name ("refs/tags/v1"),
// and of "HEAD". An annotated tag gives its commit.
func (r *Remote) Refs(ctx context.Context) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	refs := map[string]string{}
	err := read(r.command(ctx, r.mirror("none"), "ls-remote", "--", r.url), func(out *bufio.Reader) error {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			id, name, ok := strings.Cut(lines.Text(), "\t")
			if !ok || !isObjectName(id) {
				continue
			}
			if len(refs) >= maxRefs {
				return &Error{Msg: fmt.Sprintf("%s has more than %d branches and tags", r.url, maxRefs)}
			}
			if tag, peeled := strings.CutSuffix(name, "^{}"); peeled {
				name = tag
			}
			if name == "HEAD" || strings.HasPrefix(name, "refs/heads/") || strings.HasPrefix(name, "refs/tags/") {
				refs[name] = id // the peeled line comes after the tag's own
			}
		}
		return lines.Err()
	})
	return refs, err
}

// Fetch brings a commit into its mirror: ref is a name of Refs that points to it, "" when
// none does any more.
func (r *Remote) Fetch(ctx context.Context, commit, ref string) error {
	if r.has(ctx, r.mirror(commit), commit) {
		return nil
	}
	dir, err := r.newMirror()
	defer os.RemoveAll(dir)
	if err == nil {
		err = r.fetch(ctx, dir, commit, ref)
	}
	if err != nil || os.Rename(dir, r.mirror(commit)) == nil {
		return err
	}
	if r.has(ctx, r.mirror(commit), commit) {
		return nil // another process was first
	}
	// What is there is damaged.
	return errors.Join(os.RemoveAll(r.mirror(commit)), os.Rename(dir, r.mirror(commit)))
}

// fetch brings a commit into a mirror.
func (r *Remote) fetch(ctx context.Context, mirror, commit, ref string) error {
	what := []string{commit}
	if ref != "" {
		what = append(what, "+"+ref+":refs/skilllint/"+commit)
	}
	var err error
	for _, spec := range slices.Backward(what) {
		for _, more := range [][]string{{"--depth=1", "--filter=blob:limit=" + largestGot}, {"--depth=1"}} {
			args := slices.Concat([]string{"fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--quiet"}, more, []string{"--", r.url, spec})
			if err = r.bounded(ctx, mirror, args...); err == nil && r.has(ctx, mirror, commit) {
				return nil
			}
			if e := (*Error)(nil); errors.As(err, &e) && e.Remedy != "" {
				return err // a bound, or no git: nothing else would help
			}
		}
	}
	// A remote that hands out branches and tags only still has it in their histories.
	if err = r.bounded(ctx, mirror, "fetch", "--no-recurse-submodules", "--no-write-fetch-head", "--quiet", "--", r.url, "+refs/heads/*:refs/skilllint/heads/*", "+refs/tags/*:refs/skilllint/tags/*"); err == nil && r.has(ctx, mirror, commit) {
		return nil
	}
	if err == nil {
		err = &Error{Msg: fmt.Sprintf("%s has no commit %s any more", r.url, commit)}
	}
	return err
}

// has reports whether a mirror holds a commit with its tree.
func (r *Remote) has(ctx context.Context, mirror, commit string) bool {
	_, err := answer(r.command(ctx, mirror, "cat-file", "-e", commit+"^{tree}"))
	return err == nil
}

// bounded runs a command that writes a mirror, and ends it when that grows too large.
func (r *Remote) bounded(ctx context.Context, mirror string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	done, grown := make(chan struct{}), make(chan bool, 1)
	go func() {
		for {
			select {
			case <-done:
				grown <- false
				return
			case <-time.After(200 * time.Millisecond):
				if size(mirror) > r.most {
					cancel()
					grown <- true
					return
				}
			}
		}
	}()
	_, err := answer(r.command(ctx, mirror, args...))
	close(done)
	if <-grown || size(mirror) > r.most {
		return &Error{fmt.Sprintf("%s sends more than %d MiB", r.url, r.most>>20), "name a smaller repository"}
	}
	return err
}

// size is how many bytes the files of a folder have.
func size(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil
	})
	return total
}

// Tree reads the files of a commit that was fetched, below a folder of it ("" for all).
func (r *Remote) Tree(ctx context.Context, commit, folder string) (*Revision, error) {
	mirror := r.mirror(commit)
	if err := r.folder(ctx, mirror, commit, folder); err != nil {
		return nil, err
	}
	repo := &Repository{Top: mirror, gitDir: mirror, common: mirror}
	prefix := ""
	if folder != "" {
		prefix = folder + "/"
	}
	rev := repo.revision(mirror, prefix, commit, commit)
	rev.alone = true
	if err := rev.list(ctx); err != nil {
		rev.Close()
		return nil, err
	}
	for _, children := range rev.dirs {
		sort.Slice(children, func(i, j int) bool { return children[i].path < children[j].path })
	}
	return rev, nil
}

// folder returns an error for a path in a commit that is a link or a file, or lies behind one. A path
// that the commit lacks is an empty folder.
func (r *Remote) folder(ctx context.Context, mirror, commit, name string) error {
	if name == "" {
		return nil
	}
	var above []string // with the folder itself
	for dir := name; dir != "."; dir = path.Dir(dir) {
		above = append(above, dir)
	}
	args := append([]string{"--literal-pathspecs", "ls-tree", "-t", "-z", "--full-tree", commit, "--"}, above...)
	return read(r.command(ctx, mirror, args...), func(out *bufio.Reader) error {
		return records(out, func(record string) error {
			info, at, _ := strings.Cut(record, "\t")
			mode, _, _ := strings.Cut(info, " ")
			if mode == "040000" || !slices.Contains(above, at) {
				return nil
			}
			what := map[string]string{"120000": "a symbolic link", "160000": "a submodule"}[mode]
			if what == "" {
				what = "a file"
			}
			return &Error{Msg: fmt.Sprintf("folder %q of %s: %q is %s", name, r.url, at, what), Remedy: "name a folder that the repository itself holds"}
		})
	})
}
