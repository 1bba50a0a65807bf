package sources

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManyTags: a remote with 10,000 tags is asked as any other.
func TestManyTags(t *testing.T) {
	r := newRepo(t)
	commit := r.release("1.0", "v1.0.0")
	var refs strings.Builder
	refs.WriteString("# pack-refs with: peeled fully-peeled sorted \n")
	for i := range 10_000 {
		fmt.Fprintf(&refs, "%s refs/tags/nightly-%05d\n", commit, i)
	}
	fmt.Fprintf(&refs, "%s refs/tags/v1.1.0\n", commit)
	if err := os.WriteFile(filepath.Join(r.dir, ".git", "packed-refs"), []byte(refs.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	u := updater(t)
	l, _, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: "nightly-09999"}, nil)
	if err != nil || l.Commit != commit || provides(t, u, l) != "zodiac 1.0" {
		t.Errorf("%+v, %v", l, err)
	}
	if l, _, err = u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: "v1.0.0"}, nil); err != nil {
		t.Fatal(err)
	}
	if newer, err := u.Newer(context.Background(), l, 10); err != nil || len(newer) != 1 || newer[0] != "v1.1.0" {
		t.Errorf("newer: %v, %v", newer, err)
	}
}

// TestForcePushed: a branch whose history was rewritten is followed, and what was
// locked is still there.
func TestForcePushed(t *testing.T) {
	r := newRepo(t)
	first := r.release("1.0", "start")
	r.git("tag", "-d", "start")
	u := updater(t)
	s := Source{Name: "stars", Git: r.dir, At: "main"}
	was, _, err := u.Update(context.Background(), s, nil)
	if err != nil || was.Commit != first {
		t.Fatalf("%+v, %v", was, err)
	}
	r.git("checkout", "-q", "--orphan", "fresh")
	second := r.release("2.0", "again")
	r.git("branch", "-M", "fresh", "main")
	r.git("reflog", "expire", "--expire=now", "--all")
	r.git("gc", "-q", "--prune=now")
	now, _, err := u.Update(context.Background(), s, &was)
	if err != nil || now.Commit != second || provides(t, u, now) != "zodiac 2.0" {
		t.Errorf("%+v, %v", now, err)
	}
	if got := provides(t, u, was); got != "zodiac 1.0" {
		t.Errorf("the locked commit provides %q", got)
	}
	if err := u.Restore(context.Background(), was); err != nil {
		t.Errorf("the contents of the vanished commit are in the cache: %v", err)
	}
	elsewhere := updater(t)
	if err := elsewhere.Restore(context.Background(), was); err == nil {
		t.Error("a commit that vanished was found on another machine")
	}
}

// TestSubmodule: what a submodule holds is not fetched, and the rest is read.
func TestSubmodule(t *testing.T) {
	inner := newRepo(t)
	inner.release("9.0", "v1")
	r := newRepo(t)
	r.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "vendor")
	commit := r.release("1.0", "v1.0.0")
	u := updater(t)
	l, _, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: "v1.0.0"}, nil)
	if err != nil || l.Commit != commit {
		t.Fatalf("%+v, %v", l, err)
	}
	if got := provides(t, u, l); got != "zodiac 1.0" {
		t.Errorf("it provides %q", got)
	}
}

// TestShallow: a remote that is itself a shallow clone gives what it has, and says
// what it lacks.
func TestShallow(t *testing.T) {
	full := newRepo(t)
	first := full.release("1.0", "v1.0.0")
	second := full.release("1.1", "v1.1.0")
	r := repo{t, filepath.Join(t.TempDir(), "shallow")}
	full.git("clone", "-q", "--depth=1", "file://"+full.dir, r.dir)
	u := updater(t)
	l, _, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir}, nil)
	if err != nil || l.Commit != second || provides(t, u, l) != "zodiac 1.1" {
		t.Errorf("%+v, %v", l, err)
	}
	if _, _, err := u.Update(context.Background(), Source{Name: "stars", Git: r.dir, At: first}, nil); err == nil {
		t.Error("a commit that the remote lacks was found")
	}
}

// TestLarge: a manifest of a size that none has is left out, and that is told; what is no manifest is not.
func TestLarge(t *testing.T) {
	r := newRepo(t)
	r.write("skills/huge/SKILL.md", "---\nname: huge\n---\n"+strings.Repeat("x", maxFile))
	r.write("large.bin", strings.Repeat("x", 2*maxFile))
	r.release("1.0", "v1.0.0")
	u := updater(t)
	for _, s := range []Source{{Name: "stars", Git: r.dir, At: "v1.0.0"}, {Name: "stars", Path: r.dir}} {
		l, note, err := u.Update(context.Background(), s, nil)
		if err != nil || note != `source "stars": skills/huge/SKILL.md is left out: it has more than 4 MiB` || provides(t, u, l) != "zodiac 1.0" {
			t.Errorf("%+v, %q, %v", l, note, err)
		}
	}
}
