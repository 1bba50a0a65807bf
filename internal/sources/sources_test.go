package sources

import (
	"context"
	"fmt"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/growth"
)

const zodiac = `---
id: zodiac
name: zodiac
description: Answers questions about zodiac signs when the user asks.
exports:
  api_version: "%s"
  tools:
    - name: calculate
      input_schema: {type: object}
      output_schema: {type: object}
---
Call it.
`

// repo is a repository of this machine that a test changes.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	t.Helper()
	r := repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main", ".")
	return r
}

func (r repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repo) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// release commits a version of the provider, with a tag.
func (r repo) release(version, tag string) string {
	r.write("skills/zodiac/SKILL.md", fmt.Sprintf(zodiac, version))
	r.git("add", "-A")
	r.git("commit", "-qm", tag)
	r.git("tag", "-f", tag)
	return r.git("rev-parse", "HEAD")
}

func updater(t *testing.T) *Updater {
	return &Updater{Store: NewStore(t.TempDir()), Root: t.TempDir(), Want: Wanted}
}

// provides returns the versions of the skills that locked contents hold.
func provides(t *testing.T, u *Updater, l Locked) string {
	t.Helper()
	all, err := Load(token.NewFileSet(), []Locked{l}, u.Store)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, s := range all[0].Skills {
		list = append(list, s.ID.Text+" "+s.Version.Text)
	}
	return strings.Join(list, ", ")
}

// TestGit: tags, branches, commits and HEAD; the contents are those of the commit.
func TestGit(t *testing.T) {
	r := newRepo(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Cleanup(func() {
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	first := r.release("1.0", "v1.0.0")
	r.git("branch", "stable")
	second := r.release("1.1", "v1.1.0")
	u := updater(t)
	for _, c := range []struct{ at, folder, commit, provides string }{
		{"v1.0.0", "", first, "zodiac 1.0"},
		{"v1.1.0", "skills", second, "zodiac 1.1"},
		{"stable", "skills/zodiac", first, "zodiac 1.0"},
		{"", "", second, "zodiac 1.1"},
		{first, "", first, "zodiac 1.0"},
		{"v1.0.0", "nowhere", first, ""},
	} {
		l, note, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: c.at, Folder: c.folder}, nil)
		if err != nil || note != "" || l.Commit != c.commit {
			t.Errorf("%q in %q: %+v, %q, %v", c.at, c.folder, l, note, err)
			continue
		}
		if got := provides(t, u, l); got != c.provides {
			t.Errorf("%q in %q provides %q, want %q", c.at, c.folder, got, c.provides)
		}
	}
	if _, _, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: "v9"}, nil); err == nil || !strings.Contains(err.Error(), `no tag or branch "v9"`) {
		t.Errorf("a tag that is not there: %v", err)
	}
	newer, err := u.Newer(context.Background(), Locked{Source: Source{Git: r.dir, At: "v1.0.0"}, Commit: first}, 5)
	if err != nil || fmt.Sprint(newer) != "[v1.1.0]" {
		t.Errorf("newer than v1.0.0: %v, %v", newer, err)
	}
	if newer, err = u.Newer(context.Background(), Locked{Source: Source{Git: r.dir}, Commit: first}, 5); err != nil || len(newer) != 1 {
		t.Errorf("HEAD has moved: %v, %v", newer, err)
	}
}

// TestMoved: a tag that was moved, even by force, keeps the lock's commit, and that is told.
func TestMoved(t *testing.T) {
	r := newRepo(t)
	first := r.release("1.0", "v1.0.0")
	u := updater(t)
	s := Source{Name: "stars", Git: r.dir, At: "v1.0.0"}
	was, _, err := u.Update(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.git("commit", "-q", "--amend", "--allow-empty", "-m", "other")
	second := r.release("1.5", "v1.0.0")
	now, note, err := u.Update(context.Background(), s, &was)
	if err != nil || now.Commit != first || !strings.Contains(note, "the tag v1.0.0 was moved from "+first[:12]+" to "+second[:12]) {
		t.Errorf("%+v, %q, %v", now, note, err)
	}
	if got := provides(t, u, now); got != "zodiac 1.0" {
		t.Errorf("the lock's commit provides %q", got)
	}
	u.Moved = true
	if now, note, err = u.Update(context.Background(), s, &was); err != nil || now.Commit != second || note != "" {
		t.Errorf("taken: %+v, %q, %v", now, note, err)
	}
}

// TestGone: a remote that vanished leaves the lock usable while the cache has it.
func TestGone(t *testing.T) {
	r := newRepo(t)
	r.release("1.0", "v1.0.0")
	u := updater(t)
	s := Source{Name: "stars", Git: r.dir, At: "v1.0.0"}
	l, _, err := u.Update(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(r.dir); err != nil {
		t.Fatal(err)
	}
	if got := provides(t, u, l); got != "zodiac 1.0" {
		t.Errorf("from the cache: %q", got)
	}
	if _, _, err := u.Update(context.Background(), s, &l); err == nil || !strings.Contains(err.Error(), `source "stars": `) {
		t.Errorf("an update from nowhere: %v", err)
	}
	empty := &Updater{Store: NewStore(t.TempDir())}
	if _, err := Load(token.NewFileSet(), []Locked{l}, empty.Store); err == nil || !strings.Contains(err.Error(), "run skilllint sources update --locked stars") {
		t.Errorf("without the cache: %v", err)
	}
}

// TestTampered: contents that are not what the lock says are an error.
func TestTampered(t *testing.T) {
	store := NewStore(t.TempDir())
	digest, _, err := store.Put(fstest.MapFS{"a/SKILL.md": {Data: []byte("x")}}, Wanted)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(store.file(digest), []byte("y"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(digest); err == nil || !strings.Contains(err.Error(), "the cache holds other contents") {
		t.Errorf("%v", err)
	}
}

// TestHostileRemotes: nothing that a remote or its repository says is run, and nothing is
// written outside of the store.
func TestHostileRemotes(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	u := updater(t)
	for _, url := range []string{
		"ext::sh -c touch% " + mark, "--upload-pack=touch " + mark, "-oProxyCommand=touch " + mark, "fd::17", "http://example.com/x",
		"https://user:secret@example.com/x", "ssh://-oProxyCommand=x/y\n", "git://example.com/x",
	} {
		if _, _, err := u.Update(context.Background(), Source{Name: "h", Git: url}, nil); err == nil {
			t.Errorf("%q was taken", url)
		}
	}
	r := newRepo(t)
	r.write("skills/x/SKILL.md", fmt.Sprintf(zodiac, "1.0"))
	r.write(".gitattributes", "* filter=evil diff=evil\n")
	r.write("large.bin", strings.Repeat("x", 6<<20))
	if err := os.Symlink("/etc", filepath.Join(r.dir, "skills", "out")); err != nil {
		t.Skip("no symbolic links here")
	}
	r.write(".git/hooks/post-upload-pack", "#!/bin/sh\ntouch "+mark+"\n")
	r.git("add", "-A")
	r.git("commit", "-qm", "x")
	for i := range 300 {
		r.git("tag", fmt.Sprintf("t%d", i))
	}
	r.git("config", "filter.evil.smudge", "touch "+mark)
	r.git("config", "uploadpack.packObjectsHook", "touch "+mark)
	r.git("config", "core.fsmonitor", "touch "+mark)
	l, _, err := u.Update(context.Background(), Source{Name: "h", Git: r.dir, Folder: "skills"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := provides(t, u, l); got != "zodiac 1.0" {
		t.Errorf("it provides %q", got)
	}
	for folder, want := range map[string]string{
		"skills/out": `"skills/out" is a symbolic link`, "skills/out/ssl": `"skills/out" is a symbolic link`, "large.bin": `"large.bin" is a file`,
	} {
		if _, _, err := u.Update(context.Background(), Source{Name: "h", Git: r.dir, Folder: folder}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the folder %s: %v, want %s", folder, err, want)
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program of the remote was run")
	}
}

// TestPath: a folder of this machine, and links out of it.
func TestPath(t *testing.T) {
	u := updater(t)
	other := filepath.Join(filepath.Dir(u.Root), "other")
	if err := os.MkdirAll(filepath.Join(other, "zodiac"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "zodiac", "SKILL.md"), fmt.Appendf(nil, zodiac, "1.0"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, _, err := u.Update(context.Background(), Source{Name: "near", Path: "../other"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := provides(t, u, l); got != "zodiac 1.0" {
		t.Errorf("it provides %q", got)
	}
}

// TestURL: one document, bounded, and an answer that is an error.
func TestURL(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/registry.json":
			fmt.Fprint(w, `{"skills": []}`)
		case "/large.json":
			block := []byte(strings.Repeat(" ", 1<<20))
			for range 20 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	u := updater(t)
	u.Client = server.Client()
	if l, _, err := u.Update(context.Background(), Source{Name: "r", URL: server.URL + "/registry.json"}, nil); err != nil || l.Digest == "" {
		t.Errorf("%+v, %v", l, err)
	}
	for path, want := range map[string]string{"/large.json": "larger than 16 MiB", "/none.json": "404", "/": "names no document"} {
		if path == "/" {
			continue // it answers 404, too
		}
		if _, _, err := u.Update(context.Background(), Source{Name: "r", URL: server.URL + path}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestLockFile(t *testing.T) {
	const digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	l := &Lock{1, []Locked{{Source{Name: "a", Git: "https://example.com/a", At: "v1"}, "0123456789012345678901234567890123456789", digest}}}
	back, err := ReadLock(fstest.MapFS{LockName: {Data: l.JSON()}})
	if err != nil || string(back.JSON()) != string(l.JSON()) {
		t.Errorf("%v, %v", back, err)
	}
	if _, err := Find([]Source{{Name: "a", Git: "https://example.com/a", At: "v2"}}, l); err == nil || !strings.Contains(err.Error(), "was changed since") {
		t.Errorf("%v", err)
	}
	for text, want := range map[string]string{
		`{"version": 2, "sources": []}`: "has version 2", `{`: "unexpected EOF", `{"version": 1, "source": []}`: "unknown field",
		`{"version": 1, "sources": [{"name": "a", "digest": "sha256:0"}]}`:                                                  "expected sha256:",
		`{"version": 1, "sources": [{"name": "a", "digest": "` + digest + `"}, {"name": "a", "digest": "` + digest + `"}]}`: `lists source "a" twice`,
	} {
		if _, err := ReadLock(fstest.MapFS{LockName: {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestLockGrowth reads, asks and writes a lock of many sources.
func TestLockGrowth(t *testing.T) {
	growth.Twice(t, 400, func(n int) func() {
		lock := &Lock{Version: lockVersion}
		var all []Source
		for i := range n {
			all = append(all, Source{Name: fmt.Sprint("s", i), Git: "https://example.com/a"})
			lock.Sources = append(lock.Sources, Locked{all[i], "", "sha256:" + strings.Repeat("0", 64)})
		}
		folder := t.TempDir()
		root, err := os.OpenRoot(folder)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { root.Close() })
		if err := root.WriteFile(LockName, lock.JSON(), 0o644); err != nil {
			t.Fatal(err)
		}
		return func() {
			read, err := ReadLock(root.FS())
			if err != nil {
				t.Fatal(err)
			}
			found, err := Find(all, read)
			if err != nil || len(found) != n {
				t.Fatalf("%d sources, %v", len(found), err)
			}
			if err := Relock(root, all, found[:n/2]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestNewerTags(t *testing.T) {
	refs := map[string]string{}
	for _, tag := range []string{"v1.0.0", "v1.10.0", "v1.9.0", "v2.0.0-rc.1", "x@3.0.0", "v0.9.0", "nightly"} {
		refs["refs/tags/"+tag] = "id"
	}
	for than, want := range map[string]string{"v1.0.0": "[v1.10.0 v1.9.0]", "v2.0.0-beta": "[v2.0.0-rc.1]", "x@1.0.0": "[x@3.0.0]", "main": "[]"} {
		if got := fmt.Sprint(newerTags(refs, than)); got != want {
			t.Errorf("newer than %s: %s, want %s", than, got, want)
		}
	}
}

// BenchmarkLoad reads 500 sources from the store.
func BenchmarkLoad(b *testing.B) {
	store := NewStore(b.TempDir())
	var locked []Locked
	for i := range 500 {
		digest, _, err := store.Put(fstest.MapFS{"zodiac/SKILL.md": {Data: fmt.Appendf(nil, zodiac, fmt.Sprintf("1.%d", i))}}, Wanted)
		if err != nil {
			b.Fatal(err)
		}
		locked = append(locked, Locked{Source: Source{Name: fmt.Sprintf("s%d", i)}, Digest: digest})
	}
	for b.Loop() {
		all, err := Load(token.NewFileSet(), locked, store)
		if err != nil || len(all) != 500 || len(all[499].Skills) != 1 {
			b.Fatal(err)
		}
	}
}
