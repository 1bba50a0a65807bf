package git_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/git"
)

// programs are the keys of a configuration whose values git may run.
var programs = []string{
	"core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.pager", "core.editor", "core.askPass", "core.alternateRefsCommand",
	"credential.helper", "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.clean", "filter.x.smudge", "filter.x.process",
	"merge.x.driver", "gpg.program", "gpg.ssh.program", "gpg.x509.program", "gpg.ssh.defaultKeyCommand", "interactive.diffFilter",
	"uploadpack.packObjectsHook", "remote.origin.uploadpack", "remote.origin.receivepack", "sequence.editor", "trailer.x.command",
	"trailer.x.cmd", "difftool.x.cmd", "mergetool.x.cmd", "browser.x.cmd", "man.x.cmd", "tar.x.command", "hook.x.command",
	"pager.log", "pager.diff", "pager.rev-parse", "pager.ls-files", "pager.cat-file", "pager.ls-tree",
}

// A trap is a program that leaves a mark when somebody runs it.
type trap struct{ program, mark string }

func newTrap(t *testing.T) trap {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the trap is a shell script")
	}
	dir := t.TempDir()
	tr := trap{filepath.Join(dir, "trap"), filepath.Join(dir, "mark")}
	script := fmt.Sprintf("#!/bin/sh\necho \"$0 $*\" >>'%s'\n", tr.mark)
	if err := os.WriteFile(tr.program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return tr
}

// config is a configuration in which every program is the trap.
func (tr trap) config() string {
	var b strings.Builder
	for _, key := range append(programs, "alias.log", "alias.rev-parse", "alias.cat-file", "submodule.x.update") {
		value := tr.program
		if strings.HasPrefix(key, "alias.") || strings.HasPrefix(key, "submodule.") {
			value = "!" + value
		}
		section, rest, _ := strings.Cut(key, ".")
		if name, last, sub := strings.Cut(rest, "."); sub {
			fmt.Fprintf(&b, "[%s %q]\n\t%s = %q\n", section, name, last, value)
		} else {
			fmt.Fprintf(&b, "[%s]\n\t%s = %q\n", section, rest, value)
		}
	}
	hooks := filepath.Dir(tr.program)
	for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman", "query-watchman", "pre-auto-gc"} {
		_ = os.Link(tr.program, filepath.Join(hooks, hook))
	}
	attributes := filepath.Join(hooks, "attributes")
	_ = os.WriteFile(attributes, []byte("* filter=x diff=x merge=x\n"), 0o644)
	fmt.Fprintf(&b, "[core]\n\thooksPath = %q\n\tattributesFile = %q\n", hooks, attributes)
	fmt.Fprintf(&b, "[remote \"origin\"]\n\turl = \"ext::%s %%S\"\n\tpromisor = true\n\tpartialclonefilter = blob:none\n", tr.program)
	b.WriteString("[extensions]\n\tpartialClone = origin\n[core]\n\trepositoryformatversion = 1\n[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n[log]\n\tshowSignature = true\n[diff]\n\tignoreSubmodules = none\n")
	return b.String()
}

// arm adds the configuration to a file.
func (tr trap) arm(t *testing.T, file string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(tr.config()); err != nil {
		t.Fatal(err)
	}
}

// sprung returns what ran the trap since the last time, "" when nothing did.
func (tr trap) sprung() string {
	text, err := os.ReadFile(tr.mark)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	os.Remove(tr.mark)
	return string(text)
}

// use does all that the package can do, with every name that could fetch.
func use(t *testing.T, dir string) (revision *git.Revision) {
	t.Helper()
	ctx := context.Background()
	repo := find(t, dir)
	for _, name := range []string{"HEAD", "main", "HEAD...", "1111111111111111111111111111111111111111", "origin/main", "HEAD^{/x}", "@{-1}", ":/x"} {
		r, err := repo.Open(ctx, dir, name)
		if err != nil {
			continue
		}
		t.Cleanup(func() { r.Close() })
		if _, err := r.Changed(ctx); err != nil {
			t.Error(err)
		}
		_ = fs.WalkDir(r, ".", func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				_, _ = fs.ReadFile(r, p)
			}
			return nil
		})
		if name == "HEAD" {
			revision = r
		}
	}
	_, _, _ = repo.History(ctx, dir, []string{"a/SKILL.md", "sub/a/SKILL.md"}, "SKILL.md")
	_, _ = repo.Objects().Read("2222222222222222222222222222222222222222")
	_, _ = repo.Head(ctx)
	_, _ = repo.Tracked(ctx, dir)
	repo.DefaultBranch(ctx)
	return revision
}

// dirty changes files, so that git would ask filters about them.
func dirty(t *testing.T, dir string) {
	t.Helper()
	write(t, dir, map[string]string{"a/SKILL.md": manifest + "changed", ".gitattributes": "* filter=x diff=x merge=x\n"})
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "b/SKILL.md"), later, later); err != nil {
		t.Fatal(err)
	}
}

var skills = map[string]string{"a/SKILL.md": manifest, "b/SKILL.md": manifest + "b"}

// TestNothingRuns puts a program under every key that can name one, wherever
// git could find a configuration.
func TestNothingRuns(t *testing.T) {
	tr := newTrap(t)
	inner := func(t *testing.T) string { // a repository whose configuration is hostile
		dir := repository(t, skills)
		sh(t, dir, "mv", "a/SKILL.md", "a/moved.md")
		commit(t, dir)
		sh(t, dir, "mv", "a/moved.md", "a/SKILL.md")
		commit(t, dir)
		return dir
	}
	places := map[string]func(t *testing.T) (dir string){
		"work tree": func(t *testing.T) string {
			dir := inner(t)
			tr.arm(t, filepath.Join(dir, ".git", "config"))
			return dir
		},
		"worktree": func(t *testing.T) string {
			dir := inner(t)
			at := filepath.Join(t.TempDir(), "w")
			sh(t, dir, "worktree", "add", "-q", at)
			sh(t, dir, "config", "extensions.worktreeConfig", "true")
			tr.arm(t, filepath.Join(dir, ".git", "worktrees", "w", "config.worktree"))
			tr.arm(t, filepath.Join(dir, ".git", "config"))
			return at
		},
		"submodule": func(t *testing.T) string {
			dir := repository(t, skills)
			sh(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner(t), "sub")
			commit(t, dir)
			dirty(t, filepath.Join(dir, "sub"))
			tr.arm(t, filepath.Join(dir, ".git", "modules", "sub", "config"))
			tr.arm(t, filepath.Join(dir, ".git", "config"))
			return dir
		},
		"pointing elsewhere": func(t *testing.T) string {
			dir := inner(t)
			tr.arm(t, filepath.Join(dir, ".git", "config"))
			if err := os.Rename(filepath.Join(dir, ".git"), filepath.Join(dir, "elsewhere")); err != nil {
				t.Fatal(err)
			}
			write(t, dir, map[string]string{".git": "gitdir: elsewhere\n"})
			return dir
		},
		"included": func(t *testing.T) string {
			dir := inner(t)
			tr.arm(t, filepath.Join(dir, "more"))
			sh(t, dir, "config", "include.path", "../more")
			return dir
		},
		"the user's": func(t *testing.T) string {
			home := t.TempDir()
			t.Setenv("HOME", home)
			t.Setenv("XDG_CONFIG_HOME", home)
			dir := inner(t)
			tr.arm(t, filepath.Join(home, ".gitconfig"))
			return dir
		},
		"environment": func(t *testing.T) string {
			dir := inner(t)
			t.Setenv("GIT_EXTERNAL_DIFF", tr.program)
			t.Setenv("GIT_PAGER", tr.program)
			t.Setenv("PAGER", tr.program)
			t.Setenv("GIT_SSH_COMMAND", tr.program)
			t.Setenv("GIT_ASKPASS", tr.program)
			t.Setenv("GIT_EDITOR", tr.program)
			t.Setenv("GIT_EXEC_PATH", filepath.Dir(tr.program))
			t.Setenv("GIT_CONFIG_COUNT", "2")
			t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
			t.Setenv("GIT_CONFIG_VALUE_0", tr.program)
			t.Setenv("GIT_CONFIG_KEY_1", "filter.x.clean")
			t.Setenv("GIT_CONFIG_VALUE_1", tr.program)
			t.Setenv("GIT_CONFIG_PARAMETERS", "'core.fsmonitor'='"+tr.program+"'")
			t.Setenv("GIT_TRACE", tr.mark)
			t.Setenv("GIT_TRACE2", tr.mark)
			return dir
		},
	}
	for name, place := range places {
		t.Run(name, func(t *testing.T) {
			dir := place(t)
			dirty(t, dir)
			if use(t, dir) == nil {
				t.Error("HEAD was not read")
			}
			if ran := tr.sprung(); ran != "" {
				t.Errorf("it ran\n%s", ran)
			}
		})
	}
	t.Run("the trap works", func(t *testing.T) {
		dir := places["work tree"](t)
		dirty(t, dir)
		_ = exec.Command("git", "-C", dir, "diff", "HEAD").Run()
		if tr.sprung() == "" {
			t.Error("git itself did not run it: the test tells nothing")
		}
	})
}

// TestEmbedded commits a bare repository as plain files: it is none, and the
// one around it is read.
func TestEmbedded(t *testing.T) {
	tr := newTrap(t)
	dir := repository(t, skills)
	bare := filepath.Join(dir, "sub")
	sh(t, dir, "clone", "-q", "--bare", dir, bare)
	sh(t, bare, "config", "core.bare", "false")
	sh(t, bare, "config", "core.worktree", bare)
	tr.arm(t, filepath.Join(bare, "config"))
	write(t, bare, skills)
	commit(t, dir)
	dirty(t, bare)
	r := use(t, bare)
	if src, err := fs.ReadFile(r, "config"); err != nil || !strings.Contains(string(src), "fsmonitor") {
		t.Errorf("%v: the revision is not that of the repository around it", err)
	}
	if ran := tr.sprung(); ran != "" {
		t.Errorf("it ran\n%s", ran)
	}
}

// TestEnvironmentRepository reads the repository that holds the folder, not
// the one that the environment names.
func TestEnvironmentRepository(t *testing.T) {
	dir, other := repository(t, map[string]string{"a": "here"}), repository(t, map[string]string{"a": "elsewhere"})
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, ".git", "index"))
	t.Setenv("GIT_OBJECT_DIRECTORY", filepath.Join(other, ".git", "objects"))
	r := open(t, dir, "HEAD")
	if src, err := fs.ReadFile(r, "a"); err != nil || string(src) != "here" {
		t.Errorf("%q, %v", src, err)
	}
}
