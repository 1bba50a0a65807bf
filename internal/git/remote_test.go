package git

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBoundedMirror: a remote that sends more than a mirror may have is an error that says so,
// and what it sent does not stay on the disk.
func TestBoundedMirror(t *testing.T) {
	dir := t.TempDir()
	repo := filepath.Join(dir, "repo")
	if err := os.Mkdir(repo, 0o755); err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 8<<20)
	_, _ = rand.Read(noise)
	if err := os.WriteFile(filepath.Join(repo, "large.bin"), noise, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	ctx := context.Background()
	mirror := filepath.Join(dir, "mirror.git")
	r, err := OpenRemote(repo, mirror)
	if err != nil {
		t.Fatal(err)
	}
	refs, err := r.Refs(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r.most = 1 << 20
	err = r.Fetch(ctx, refs["HEAD"], "HEAD")
	if e := (*Error)(nil); !errors.As(err, &e) || !strings.Contains(e.Msg, "sends more than 1 MiB") {
		t.Errorf("%v", err)
	}
	if n := size(mirror); n > 0 {
		t.Errorf("%d bytes of it are left", n)
	}
	// Under the bound the same remote is read.
	if r, err = OpenRemote(repo, mirror); err != nil {
		t.Fatal(err)
	}
	if err := r.Fetch(ctx, refs["HEAD"], "HEAD"); err != nil {
		t.Error(err)
	}
}
