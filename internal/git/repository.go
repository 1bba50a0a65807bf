package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/limit"
)

// A Repository is the one whose work tree holds a folder.
//
// Its configuration may be a stranger's, and git's configuration names programs (filters, hooks, monitors,
// transports) and further files, of which one may be a named pipe. So it is never in force: git works in a
// repository of ours, which borrows the objects and references and has a configuration of ours. Git never sees
// the work tree: which files differ is found by hashes of our own.
type Repository struct {
	Top string // the folder that holds .git

	gitDir string // where HEAD and the index are
	common string // where objects and references are; other than gitDir for a worktree

	mu      sync.Mutex
	private string // the folder of the empty repository, "" before it is made
}

// Find returns the repository whose work tree holds a folder: that of the
// nearest .git upward; fs.ErrNotExist where there is none. Neither a bare repository nor the
// environment is one. Close removes what reading it needed.
func Find(dir string) (*Repository, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	for d := abs; ; d = filepath.Dir(d) {
		if r, err := at(d); r != nil || err != nil {
			return r, err
		}
		if d == filepath.Dir(d) {
			return nil, noRepository{&Error{dir + " is in no git repository", "name a plain folder with --base-dir"}}
		}
	}
}

// noRepository is the error of Find for a folder that is in none.
type noRepository struct{ error }

func (noRepository) Is(target error) bool { return target == fs.ErrNotExist }

// at returns the repository whose work tree begins at a folder, nil when none
// does.
func at(top string) (*Repository, error) {
	name := filepath.Join(top, ".git")
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil
	}
	gitDir := name
	if !info.IsDir() {
		text, err := limit.ReadFile(name, limit.Line)
		if err != nil {
			return nil, &Error{Msg: err.Error()}
		}
		to, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if gitDir = within(top, to); !ok || !isGitDir(gitDir) {
			return nil, &Error{Msg: fmt.Sprintf("%s is a file that names no git directory", name)}
		}
	} else if !isGitDir(gitDir) {
		return nil, nil
	}
	r := &Repository{Top: top, gitDir: gitDir, common: gitDir}
	text, err := limit.ReadFile(filepath.Join(gitDir, "commondir"), limit.Line)
	switch {
	case err == nil:
		r.common = within(gitDir, strings.TrimRight(string(text), "\r\n"))
	case !errors.Is(err, fs.ErrNotExist):
		return nil, &Error{Msg: err.Error()}
	}
	if err := r.regular(); err != nil {
		return nil, err
	}
	return r, nil
}

// within is a path as written in a file of a folder.
func within(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// isGitDir reports whether a folder looks like one of git.
func isGitDir(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	for _, name := range []string{"objects", "commondir"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// prefix is the path of a folder below the top, "" or "a/b/".
func (r *Repository) prefix(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(r.Top, abs)
	if err != nil || rel == "." {
		return "", err
	}
	return filepath.ToSlash(rel) + "/", nil
}

// name runs a command that resolves names. What git keeps for each worktree, and all references, it takes from
// the repository itself; its configuration from what is common to the worktrees, and that is ours.
func (r *Repository) name(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dir, env, err := r.borrow()
	if err != nil {
		return "", err
	}
	return answer(command(ctx, dir, append(env, "GIT_DIR="+r.gitDir, "GIT_COMMON_DIR="+dir, "GIT_WORK_TREE="+dir), args...))
}

// unborn reports whether the repository has no commit at all: what a hook
// compares the first one with is nothing.
func (r *Repository) unborn(ctx context.Context) bool {
	refs, err := r.name(ctx, "for-each-ref", "--count=1")
	return err == nil && refs == ""
}

// resolve returns the commit that a name means. HEAD of a repository without
// commits means the empty tree.
func (r *Repository) resolve(ctx context.Context, name string) (string, error) {
	if a, b, ok := strings.Cut(name, "..."); ok {
		left, err := r.resolve(ctx, cmp.Or(a, "HEAD"))
		if err != nil {
			return "", err
		}
		right, err := r.resolve(ctx, cmp.Or(b, "HEAD"))
		if err != nil {
			return "", err
		}
		dir, env, err := r.borrow()
		if err != nil {
			return "", err
		}
		base, err := answer(command(ctx, dir, env, "merge-base", left, right))
		if err != nil {
			return "", r.missing(name, "has no merge base")
		}
		return base, nil
	}
	if _, _, err := r.borrow(); err != nil {
		return "", err
	}
	id, err := r.name(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if e := (*Error)(nil); err != nil && !errors.As(err, &e) {
		return "", err
	} else if err != nil && e.Remedy != "" { // git itself is missing
		return "", err
	} else if name == "HEAD" && err != nil && r.unborn(ctx) {
		id, err = r.name(ctx, "hash-object", "-t", "tree", "--stdin") // of nothing: the empty tree, which git knows without an object
	}
	if err != nil || !isObjectName(id) {
		return "", r.missing(name, "is not a commit of this repository")
	}
	return id, nil
}

func isObjectName(id string) bool {
	return (len(id) == 40 || len(id) == 64) && strings.Trim(id, "0123456789abcdef") == ""
}

// missing explains a revision that is not there: in a shallow clone the
// reason is nearly always that it was not fetched.
func (r *Repository) missing(name, what string) error {
	if r.shallow() {
		return &Error{fmt.Sprintf("%q %s, which is a shallow clone", name, what), "fetch the history (actions/checkout: fetch-depth: 0; or git fetch --unshallow)"}
	}
	return &Error{fmt.Sprintf("%q %s", name, what), "git branch -a and git tag list what there is"}
}

// shallow reports whether the history of a clone was not fetched wholly.
func (r *Repository) shallow() bool {
	info, err := os.Stat(filepath.Join(r.common, "shallow"))
	return err == nil && info.Size() > 0
}

// partial reports whether a clone left objects where they came from.
func (r *Repository) partial() bool {
	packs, _ := filepath.Glob(filepath.Join(r.common, "objects", "pack", "*.promisor"))
	return len(packs) > 0
}

// DefaultBranch returns the branch that a repository's changes go to: the
// remote's, else main or master when there is one, else the one checked out.
// Without any it is main.
func (r *Repository) DefaultBranch(ctx context.Context) string {
	if name, err := r.name(ctx, "symbolic-ref", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(name, "origin/")
	}
	for _, name := range []string{"main", "master"} {
		if _, err := r.name(ctx, "rev-parse", "--verify", "--quiet", "refs/heads/"+name); err == nil {
			return name
		}
	}
	if name, err := r.name(ctx, "symbolic-ref", "--short", "HEAD"); err == nil {
		return name
	}
	return "main"
}

// Origin returns the address of the remote that a repository was cloned from,
// "" without one.
func (r *Repository) Origin(ctx context.Context) string {
	url, err := r.name(ctx, "config", "--get", "remote.origin.url")
	if err != nil {
		return ""
	}
	return url
}

// Head names the history: the commit that is checked out and, in a shallow
// clone, the commits at which it ends.
func (r *Repository) Head(ctx context.Context) (string, error) {
	commit, err := r.name(ctx, "rev-parse", "--verify", "HEAD")
	if err != nil {
		return "", err
	}
	if ends, err := limit.ReadFile(filepath.Join(r.common, "shallow"), limit.Git); err == nil {
		commit += " " + strings.Join(strings.Fields(string(ends)), " ")
	}
	return commit, nil
}
