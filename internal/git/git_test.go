package git_test

import (
	"context"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/skill"
)

// repository makes a repository with the files committed.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, files)
	sh(t, dir, "init", "-q", "-b", "main")
	commit(t, dir)
	return dir
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, src := range files {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func commit(t *testing.T, dir string) {
	t.Helper()
	sh(t, dir, "add", "-A")
	sh(t, dir, "commit", "-q", "--allow-empty", "-m", "x")
}

func sh(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// find returns the repository of a folder until the test ends.
func find(t *testing.T, dir string) *git.Repository {
	t.Helper()
	r, err := git.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// open opens a revision until the test ends.
func open(t *testing.T, dir, name string) *git.Revision {
	t.Helper()
	r, err := find(t, dir).Open(context.Background(), dir, name)
	if err != nil {
		t.Fatal(name, err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

const manifest = "---\nid: a\n---\n# A\n"

func TestRevision(t *testing.T) {
	dir := repository(t, map[string]string{"s/a/SKILL.md": manifest, "s/b/SKILL.md": "---\nid: b\n---\n", "other": "x", "s/näme\nline/x.md": "x"})
	if err := os.Symlink("../a", filepath.Join(dir, "s", "b", "link")); err != nil {
		t.Fatal(err)
	}
	commit(t, dir)
	write(t, dir, map[string]string{"s/a/SKILL.md": "changed", "s/new.md": "n"})
	before := sh(t, dir, "status", "--porcelain")
	for _, name := range []string{"HEAD", "main", "main...HEAD", "main...", "...main"} {
		r := open(t, filepath.Join(dir, "s"), name)
		if err := fstest.TestFS(plain{r}, "a/SKILL.md", "b/SKILL.md", "näme\nline/x.md"); err != nil {
			t.Error(err)
		}
		if src, err := fs.ReadFile(r, "a/SKILL.md"); err != nil || string(src) != manifest {
			t.Errorf("%q %v", src, err)
		}
		if to, err := fs.ReadLink(r, "b/link"); err != nil || to != "../a" {
			t.Errorf("%q %v", to, err)
		}
		changed, err := r.Changed(context.Background())
		if err != nil || !slices.Equal(slices.Sorted(maps.Keys(changed)), []string{"a/SKILL.md"}) {
			t.Errorf("%v %v", changed, err)
		}
		ws, err := skill.Load(token.NewFileSet(), r, skill.Options{})
		if err != nil || len(ws.Skills) != 2 {
			t.Errorf("%v %v", ws, err)
		}
	}
	if after := sh(t, dir, "status", "--porcelain"); after != before {
		t.Errorf("the work tree changed: %s", after)
	}
}

// plain hides the links from fstest, which opens everything it is shown.
type plain struct{ *git.Revision }

func (p plain) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := p.Revision.ReadDir(name)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }), err
}

func (p plain) Open(name string) (fs.File, error) {
	f, err := p.Revision.Open(name)
	if info, e := f, err; e == nil {
		if stat, _ := info.Stat(); stat.IsDir() {
			list, err := p.ReadDir(name)
			return &folder{File: f, list: list}, err
		}
	}
	return f, err
}

type folder struct {
	fs.File
	list []fs.DirEntry
}

func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		all := f.list
		f.list = nil
		return all, nil
	}
	if len(f.list) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.list))
	some := f.list[:n]
	f.list = f.list[n:]
	return some, nil
}

// TestErrors says what is wrong and what mends it.
func TestErrors(t *testing.T) {
	dir := repository(t, map[string]string{"a/SKILL.md": manifest})
	commit(t, dir)
	shallow := filepath.Join(t.TempDir(), "shallow")
	sh(t, dir, "clone", "-q", "--depth", "1", "file://"+dir, shallow)
	blob := sh(t, dir, "rev-parse", "HEAD:a/SKILL.md")
	for _, c := range []struct{ dir, name, want string }{
		{dir, "nowhere", `"nowhere" is not a commit of this repository: git branch -a and git tag list what there is`},
		{dir, "--output=/tmp/x", `"--output=/tmp/x" is not a commit of this repository`},
		{dir, "-h", `"-h" is not a commit of this repository`},
		{dir, blob, `is not a commit of this repository`},
		{dir, "HEAD^{tree}", `is not a commit of this repository`},
		{dir, "", `"" is not a commit of this repository`},
		{shallow, "HEAD~1", `"HEAD~1" is not a commit of this repository, which is a shallow clone: fetch the history (actions/checkout: fetch-depth: 0; or git fetch --unshallow)`},
		{t.TempDir(), "HEAD", `is in no git repository: name a plain folder with --base-dir`},
	} {
		r, err := git.Find(c.dir)
		if err == nil {
			_, err = r.Open(context.Background(), c.dir, c.name)
			r.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestIrregular takes no repository of which git would open what is no file: of a named pipe it waits for an end.
func TestIrregular(t *testing.T) {
	for _, name := range []string{"HEAD", "config", "index", "packed-refs", "shallow", "objects/info/alternates", "objects/info/commit-graph"} {
		dir := repository(t, map[string]string{"a/SKILL.md": manifest})
		commit(t, dir)
		file := filepath.Join(dir, ".git", filepath.FromSlash(name))
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(file, 0o755); err != nil {
			t.Fatal(err)
		}
		if r, err := git.Find(dir); err == nil || !strings.Contains(err.Error(), "is no regular file") {
			t.Errorf("%s: %v, %v", name, r, err)
		}
	}
}

// TestSubmodule shows submodules as of the commit that a revision names, and
// says which ones it cannot show.
func TestSubmodule(t *testing.T) {
	inner := repository(t, map[string]string{"a/SKILL.md": manifest})
	dir := repository(t, map[string]string{"x": "x"})
	sh(t, dir, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "vendor/sub")
	commit(t, dir)
	write(t, dir, map[string]string{"vendor/sub/a/SKILL.md": "changed", "vendor/sub/b.md": "new"})
	changes := func(dir string) (*git.Revision, map[string]bool) {
		t.Helper()
		r := open(t, dir, "HEAD")
		changed, err := r.Changed(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return r, changed
	}
	r, changed := changes(dir)
	if src, err := fs.ReadFile(r, "vendor/sub/a/SKILL.md"); err != nil || string(src) != manifest || r.Absent("vendor/sub") {
		t.Errorf("%q %v", src, err)
	}
	if got := slices.Sorted(maps.Keys(changed)); !slices.Equal(got, []string{"vendor/sub/a/SKILL.md"}) {
		t.Errorf("%q", got)
	}
	if err := fstest.TestFS(plain{r}, "vendor/sub/a/SKILL.md", "x"); err != nil {
		t.Error(err)
	}

	bare := filepath.Join(t.TempDir(), "clone") // without its submodules
	sh(t, dir, "clone", "-q", dir, bare)
	r, _ = changes(bare)
	if list, err := r.ReadDir("vendor/sub"); err != nil || len(list) > 0 || !r.Absent("vendor/sub") {
		t.Errorf("%v %v", list, err)
	}
}

// TestPartial says of objects that a partial clone has not that they are
// missing, and what fetches them.
func TestPartial(t *testing.T) {
	dir := repository(t, map[string]string{"a/SKILL.md": manifest})
	sh(t, dir, "mv", "a", "b")
	write(t, dir, map[string]string{"b/SKILL.md": manifest + "more"})
	commit(t, dir)
	sh(t, dir, "config", "uploadpack.allowFilter", "true")
	partial := filepath.Join(t.TempDir(), "partial")
	sh(t, dir, "clone", "-q", "--filter=blob:none", "file://"+dir, partial)
	r := open(t, partial, "HEAD~1")
	if _, err := fs.ReadFile(r, "a/SKILL.md"); err == nil || r.Missing() == nil || !strings.Contains(r.Missing().Error(), "git fetch --refetch --no-filter") {
		t.Errorf("%v, %v", err, r.Missing())
	}
	states, cut, err := find(t, partial).History(context.Background(), partial, []string{"b/SKILL.md"}, "SKILL.md")
	if err != nil || !cut || len(states["b/SKILL.md"]) == 0 {
		t.Errorf("%v %v %v", states, cut, err)
	}
}

// TestNames resolves what a name means by the repository's configuration, in each kind of repository.
func TestNames(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		t.Run(format, func(t *testing.T) {
			origin, dir := t.TempDir(), filepath.Join(t.TempDir(), "clone")
			sh(t, origin, "init", "-q", "-b", "main", "--object-format="+format)
			write(t, origin, map[string]string{"a/SKILL.md": manifest})
			commit(t, origin)
			sh(t, origin, "clone", "-q", origin, dir)
			sh(t, dir, "switch", "-q", "--create", `odd"name.x`, "--track", "origin/main")
			write(t, dir, map[string]string{"a/SKILL.md": manifest + "more"})
			commit(t, dir)
			sh(t, dir, "worktree", "add", "-q", "-b", "other", filepath.Join(origin, "w"), "HEAD~1")
			sh(t, filepath.Join(origin, "w"), "branch", "-q", "-u", "origin/main")
			for _, c := range []struct{ dir, name, same string }{
				{dir, "@{u}", "origin/main"}, {dir, "@{upstream}~0", "main"}, {dir, "@{-1}", "main"}, {dir, "HEAD@{1}", "HEAD~1"}, {dir, `odd"name.x@{u}...HEAD`, "main"},
				{filepath.Join(origin, "w"), "@{u}", "origin/main"}, {filepath.Join(origin, "w"), "HEAD", "main"},
			} {
				if got, want := open(t, c.dir, c.name).Commit, sh(t, c.dir, "rev-parse", c.same); got != want {
					t.Errorf("%s is %s, which is not %s: %s", c.name, got, c.same, want)
				}
			}
			if got := find(t, dir).Origin(context.Background()); got != origin {
				t.Error(got)
			}
		})
	}
}
