//go:build unix

package git_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/git"
)

// pipe makes a named pipe, with the folders above it, in place of what is there.
func pipe(t *testing.T, name string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(name)
	if err := syscall.Mkfifo(name, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// soon fails a test whose git waits for a writer of a pipe.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// TestFurtherFiles puts a named pipe under every key by which git opens a further file: the revision is read
// all the same, and none of them is opened.
func TestFurtherFiles(t *testing.T) {
	for name, keys := range map[string][]string{
		"include":   {"include.path"},
		"by folder": {"includeIf.gitdir:/.path"},
		"by branch": {"includeIf.onbranch:**.path"},
		"by remote": {"includeIf.hasconfig:remote.*.url:**.path"},
		"others": {
			"core.attributesFile", "core.excludesFile", "core.gitProxy", "mailmap.file", "blame.ignoreRevsFile", "commit.template", "fsck.skipList",
			"fetch.fsck.skipList", "receive.fsck.skipList", "http.cookieFile", "http.sslCert", "gpg.ssh.allowedSignersFile", "gpg.ssh.revocationFile",
			"init.templateDir", "core.worktree", "core.hooksPath", "diff.orderFile", "sendemail.aliasesFile", "trace2.normalTarget", "trace2.eventTarget",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t, skills)
			sh(t, dir, "remote", "add", "origin", "/nowhere")
			config, err := os.OpenFile(filepath.Join(dir, ".git", "config"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, key := range keys {
				section, name, _ := strings.Cut(key, ".")
				if at := strings.LastIndexByte(name, '.'); at >= 0 {
					section, name = fmt.Sprintf("%s %q", section, name[:at]), name[at+1:]
				}
				fmt.Fprintf(config, "[%s]\n\t%s = %q\n", section, name, pipe(t, filepath.Join(t.TempDir(), "pipe")))
			}
			config.Close()
			reads(t, dir, "HEAD", "main~0", "HEAD^{/x}")
		})
	}
	t.Run("config.worktree", func(t *testing.T) {
		dir := repository(t, skills)
		sh(t, dir, "config", "extensions.worktreeConfig", "true")
		pipe(t, filepath.Join(dir, ".git", "config.worktree"))
		reads(t, dir, "HEAD")
	})
}

// reads opens revisions, and a file of each.
func reads(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		r, err := find(t, dir).Open(soon(t), dir, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		defer r.Close()
		if _, err := r.Changed(soon(t)); err != nil {
			t.Error(err)
		}
		if src, err := fs.ReadFile(r, "a/SKILL.md"); err != nil || string(src) != manifest {
			t.Errorf("%s: %q %v", name, src, err)
		}
	}
}

// TestPipes takes no repository among whose files git would wait for a pipe or read a device.
func TestPipes(t *testing.T) {
	for name, make := range map[string]func(t *testing.T, git string){
		"HEAD":              func(t *testing.T, git string) { pipe(t, git+"/HEAD") },
		"config":            func(t *testing.T, git string) { pipe(t, git+"/config") },
		"index":             func(t *testing.T, git string) { pipe(t, git+"/index") },
		"a branch":          func(t *testing.T, git string) { pipe(t, git+"/refs/heads/main") },
		"a tag in a folder": func(t *testing.T, git string) { pipe(t, git+"/refs/tags/a/b") },
		"a reference of 1 MB": func(t *testing.T, git string) {
			write(t, git, map[string]string{"refs/tags/v": strings.Repeat("x", 1<<20)})
		},
		"a link to a device":  func(t *testing.T, git string) { _ = os.Symlink("/dev/zero", git+"/refs/heads/zero") },
		"a log":               func(t *testing.T, git string) { pipe(t, git+"/logs/HEAD") },
		"a name in capitals":  func(t *testing.T, git string) { pipe(t, git+"/ORIG_HEAD") },
		"an object":           func(t *testing.T, git string) { pipe(t, git+"/objects/00/11223344556677889900112233445566778899") },
		"a pack":              func(t *testing.T, git string) { pipe(t, git+"/objects/pack/pack-1.idx") },
		"packs behind a link": func(t *testing.T, git string) { linked(t, git+"/objects/pack", "pack-1.idx") },
		"a multi-pack-index":  func(t *testing.T, git string) { pipe(t, git+"/objects/pack/multi-pack-index") },
		"a chain of commits":  func(t *testing.T, git string) { pipe(t, git+"/objects/info/commit-graphs/commit-graph-chain") },
		"alternates":          func(t *testing.T, git string) { pipe(t, git+"/objects/info/alternates") },
		"a pack of another":   func(t *testing.T, git string) { alternates(t, git, "../other") },
		"a pack of a third": func(t *testing.T, git string) {
			alternates(t, git, "../other")
			alternates(t, git+"/other", "../../third")
		},
		"a quoted name":          func(t *testing.T, git string) { alternates(t, git, `"../\157ther"`) },
		"objects behind a link":  func(t *testing.T, git string) { linked(t, git+"/objects", "pack/pack-1.idx") },
		"a branch behind a link": func(t *testing.T, git string) { linked(t, git+"/refs/heads", "main") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := repository(t, skills)
			make(t, filepath.Join(dir, ".git"))
			r, err := git.Find(dir)
			if err == nil {
				_, err = r.Open(soon(t), dir, "main")
				r.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "no regular file") && !strings.Contains(err.Error(), "larger than 64 KiB") {
				t.Error(err)
			}
		})
	}
}

// linked puts a link in the place of a folder, to one with a pipe in it.
func linked(t *testing.T, folder, name string) {
	t.Helper()
	at := t.TempDir()
	pipe(t, filepath.Join(at, filepath.FromSlash(name)))
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(at, folder); err != nil {
		t.Fatal(err)
	}
}

// alternates borrows the objects of another folder, in which a pack is a pipe.
func alternates(t *testing.T, git, line string) {
	t.Helper()
	write(t, git, map[string]string{"objects/info/alternates": "# a comment\n\n" + line + "\n"})
	pipe(t, filepath.Join(git, "objects", strings.ReplaceAll(strings.Trim(line, `"`), `\157`, "o"), "pack", "pack-1.idx"))
}
