// Package git reads an earlier revision of a repository as a file system,
// from git's objects, without touching the work tree. It asks the git binary,
// so that whatever git itself can read (worktrees, partial clones, packs) is
// read. It never writes, never fetches, and runs nothing that a repository
// names: see Repository.
package git

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
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

// What git may take and say. A repository that does not keep to it is an
// error, not a run without end.
const (
	patience  = 2 * time.Minute // of one process
	maxAnswer = 1 << 20         // bytes of an answer that is one line or few
	maxErrors = 4 << 10         // bytes of an error message
	maxFiles  = 1_000_000       // files of one revision
	maxBlob   = 64 << 20        // bytes of one object

	maxChanges = 2_000_000 // entries that differ and KiB of trees, of a whole history where files were renamed
	maxPaths   = 256 << 20 // bytes of the paths of one revision
)

// settings go before every command. The private repository has no
// configuration; in the user's own, in which only names are resolved, they
// outrank whatever its configuration says.
var settings = []string{
	"--no-pager", "--no-optional-locks",
	"-c", "safe.bareRepository=explicit",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.attributesFile=" + os.DevNull,
	"-c", "core.excludesFile=" + os.DevNull,
	"-c", "core.alternateRefsCommand=false",
	"-c", "core.gitProxy=", "-c", "core.sshCommand=false", "-c", "core.askPass=", "-c", "credential.helper=",
	"-c", "diff.external=", "-c", "log.showSignature=false",
	"-c", "protocol.allow=never", "-c", "protocol.ext.allow=never", "-c", "protocol.file.allow=never",
	"-c", "gc.auto=0", "-c", "maintenance.auto=false",
}

// environment is the user's without what tells git which repository,
// configuration or program to take, and with what keeps it from others.
func environment(more ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(v), "=")
		return strings.HasPrefix(name, "GIT_") || slices.Contains([]string{"HOME", "XDG_CONFIG_HOME", "PAGER", "SSH_ASKPASS", "LC_ALL", "LANGUAGE"}, name)
	})
	return append(append(env,
		"HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull, "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_PROTOCOL_FROM_USER=0", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0",
	), more...)
}

// command makes a git process. It does not run in the work tree, so that no
// path of it is taken for anything.
func command(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", slices.Concat(settings, args)...)
	cmd.Dir, cmd.Env = dir, environment(env...)
	cmd.WaitDelay = time.Second
	return cmd
}

// answer runs a process whose answer is short.
func answer(cmd *exec.Cmd) (string, error) {
	var text []byte
	err := read(cmd, func(out *bufio.Reader) (err error) {
		text, err = io.ReadAll(io.LimitReader(out, maxAnswer))
		return err
	})
	return strings.TrimSuffix(string(text), "\n"), err
}

// read runs a process, and use reads what it prints. An error of use ends it.
func read(cmd *exec.Cmd, use func(out *bufio.Reader) error) error {
	var errs beginning
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	switch {
	case errors.Is(err, exec.ErrDot):
		return &Error{"git stands in the current folder, and is not run from there", "take that folder out of PATH"}
	case errors.Is(err, exec.ErrNotFound):
		return &Error{"git is not installed", "install it, or name a plain folder with --base-dir"}
	case err != nil:
		return err
	}
	if err := use(bufio.NewReaderSize(out, 1<<16)); err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return err
	}
	if err := cmd.Wait(); err != nil {
		return &Error{Msg: "git " + verb(cmd.Args) + ": " + cmp.Or(strings.TrimSpace(errs.String()), err.Error())}
	}
	return nil
}

// verb is the subcommand of a command line.
func verb(args []string) string {
	for i := 1; i < len(args); i++ {
		switch {
		case args[i] == "-c":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i]
		}
	}
	return ""
}

// records calls use for each part of an output in which parts end with NUL.
func records(out *bufio.Reader, use func(record string) error) error {
	for {
		record, err := out.ReadString(0)
		if err == io.EOF && record == "" {
			return nil
		}
		if err == nil || err == io.EOF {
			err = use(strings.TrimSuffix(record, "\x00"))
		}
		if err != nil {
			return err
		}
	}
}

// A beginning keeps the first bytes that are written to it.
type beginning struct{ bytes.Buffer }

func (b *beginning) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxErrors-b.Len()))])
	return len(p), nil
}
