//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelease makes a release in a copy of this repository, as CONTRIBUTING.md
// says, requires the modules of it that are libraries, and installs both programs.
func TestRelease(t *testing.T) {
	r := newRunner(t)
	r.copyRepository()
	r.sh("scripts/bump.sh 1.2.3")
	r.git("commit", "-q", "-a", "-m", "1.2.3")
	for _, module := range []string{"", "gateway/", "gateway/otel/", "gateway/serve/", "gateway/cmd/skillgw/"} {
		r.git("tag", module+"v1.2.3")
	}
	r.sh("scripts/bump.sh 1.3.0-dev")
	r.git("commit", "-q", "-a", "-m", "1.3.0-dev")
	if log, err := os.ReadFile(filepath.Join(r.repo, "CHANGELOG.md")); err != nil || !strings.Contains(string(log), "\n## Unreleased\n\n## 1.2.3 (") {
		t.Errorf("CHANGELOG.md has no heading for 1.2.3 (%v)", err)
	}
	if out, ok := r.try("scripts/bump.sh v1"); ok || !strings.Contains(out, "usage") {
		t.Errorf("v1 is taken for a version: %s", out)
	}

	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	user := newRunner(t)
	user.env = []string{
		"GOPRIVATE=github.com/skilllint/skilllint", "GOWORK=off", "GOFLAGS=-mod=mod -modcacherw -trimpath", "GONOSUMDB=*", "GOMODCACHE=" + t.TempDir(),
		"GOPROXY=file://" + filepath.ToSlash(filepath.Join(strings.TrimSpace(string(cache)), "cache", "download")) + ",https://proxy.golang.org,direct",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://" + r.repo + ".insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/skilllint/skilllint",
	}
	user.write("go.mod", "module example.com/user\n\ngo 1.26.0\n")
	user.write("main.go", "package main\n\nimport (\n\t_ \"github.com/skilllint/skilllint/gateway\"\n\t_ \"github.com/skilllint/skilllint/gateway/otel\"\n\t_ \"github.com/skilllint/skilllint/gateway/serve\"\n)\n\nfunc main() {}\n")
	user.sh("go get github.com/skilllint/skilllint/gateway/serve@v1.2.3 && go list -deps .")
	if out := user.sh("go list -m all"); strings.Count(out, " v1.2.3\n") != 4 {
		t.Errorf("not all four modules are at v1.2.3:\n%s", out)
	}
	bin := t.TempDir()
	user.env = append(user.env, "GOBIN="+bin)
	user.sh("go install github.com/skilllint/skilllint/cmd/skilllint@v1.2.3")
	if out := user.sh(filepath.Join(bin, "skilllint") + " version"); !strings.HasPrefix(out, "skilllint 1.2.3 (") {
		t.Errorf("the program that go install builds says %q", out)
	}
	// The server's module has replace lines, which go install refuses for a version: it is built in a clone.
	server := newRunner(t)
	server.repo = filepath.Join(t.TempDir(), "clone")
	r.git("clone", "-q", "--branch", "v1.2.3", "file://"+r.repo, server.repo)
	server.sh("go build -trimpath -o " + bin + " ./gateway/cmd/skillgw")
	if out := server.sh(filepath.Join(bin, "skillgw") + " version"); !strings.HasPrefix(out, "skillgw 1.2.3") {
		t.Errorf("the server says %q", out)
	}
}
