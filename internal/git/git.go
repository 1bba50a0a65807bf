// Package git reads an earlier revision of a repository as a file system,
// from git's objects, without touching the work tree. It asks the git binary,
// so that whatever git itself can read (worktrees, partial clones, packs) is
// read. It never writes, and never fetches.
package git

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// An Error says what git could not do, and what mends it.
type Error struct {
	Msg    string
	Remedy string // "" when there is none to name
}

func (e *Error) Error() string {
	if e.Remedy == "" {
		return e.Msg
	}
	return e.Msg + ": " + e.Remedy
}

// run runs git in dir and returns what it prints.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := command(ctx, dir, args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, &Error{"git is not installed", "install it, or name a plain folder with --base-dir"}
	}
	if err != nil {
		return nil, &Error{Msg: "git " + args[0] + ": " + strings.TrimSpace(errs.String())}
	}
	return out, nil
}

// command never asks for a password, fetches, runs hooks, or takes a lock.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	args = append([]string{"-C", dir, "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false"}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C")
	return cmd
}

// Top returns the top level of the work tree that dir is in.
func Top(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--show-toplevel")
	return filepath.FromSlash(strings.TrimSuffix(string(out), "\n")), err
}

// DefaultBranch returns the branch that a repository's changes go to: the
// remote's, else main or master when there is one, else the one checked out.
// Without any it is main.
func DefaultBranch(ctx context.Context, dir string) string {
	if out, err := run(ctx, dir, "symbolic-ref", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(strings.TrimSpace(string(out)), "origin/")
	}
	for _, name := range []string{"main", "master"} {
		if _, err := run(ctx, dir, "rev-parse", "--verify", "--quiet", "refs/heads/"+name); err == nil {
			return name
		}
	}
	if out, err := run(ctx, dir, "symbolic-ref", "--short", "HEAD"); err == nil {
		return strings.TrimSpace(string(out))
	}
	return "main"
}
