//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	traced   = regexp.MustCompile(`^(\d+) +(\w+)\((.*)`)
	argument = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// TestSystemCalls runs check under strace: it opens nothing outside of the
// workspace, the cache, git's objects and what the runtime itself needs; it
// starts git alone; and it opens no socket.
func TestSystemCalls(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		if os.Getenv("SKILLLINT_REQUIRE_TOOLS") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir, home, log := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "log")
	for name, text := range map[string]string{
		"a/SKILL.md":     "---\nname: a\ndescription: Does a thing. See https://example.com.\n---\nRun `scripts/a.py`, see [x](https://example.com/x) and [y](../../../../../etc/passwd).\n",
		"a/scripts/a.py": "import os\nopen('/etc/passwd')\n", ".mcp.json": `{"mcpServers": {"s": {"command": "touch", "args": ["hit"]}, "t": {"url": "https://example.com/mcp"}}}`,
		"f/skill.json": function(`{"$ref": "https://example.com/x.json"}`, ""), ".gitignore": "x\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s", out)
		}
	}
	exe, err := exec.LookPath("skilllint")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(strace, "-f", "-qq", "-s", "4096", "-e", "trace=open,openat,openat2,creat,execve,execveat,socket,connect", "-o", log, exe, "check", "--base", "HEAD")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "TMPDIR="+home, "SKILLLINT_CACHE_DIR="+home+"/cache")
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() > 1 {
		if strings.Contains(string(out), "ptrace") && os.Getenv("SKILLLINT_REQUIRE_TOOLS") == "" {
			t.Skipf("%s", out)
		}
		t.Fatalf("%v: %s", err, out)
	}
	src, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	// What the loader and Go's runtime read, and the devices that git is given.
	own := []string{dir, home, filepath.Dir(exe), "/proc/self/", "/proc/", "/sys/kernel/mm/", "/sys/fs/cgroup/", "/lib/", "/lib64/", "/usr/lib/", "/etc/ld.so", "/etc/localtime", "/usr/share/zoneinfo/", "/dev/null"}
	git, opened, started := map[string]bool{}, 0, 0
	for line := range strings.Lines(string(src)) {
		m := traced.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		pid, call, rest := m[1], m[2], m[3]
		name := ""
		if q := argument.FindStringSubmatch(rest); q != nil {
			name = q[1]
		}
		switch call {
		case "socket", "connect":
			t.Errorf("a socket: %s", line)
		case "execve", "execveat":
			started++
			switch filepath.Base(name) {
			case "git":
				git[pid] = true
			case "skilllint":
			default:
				if !git[pid] {
					t.Errorf("it starts %s", name)
				}
			}
		default:
			if !git[pid] && strings.HasPrefix(name, "..") {
				t.Errorf("it opens %s", name)
			}
			if git[pid] || !filepath.IsAbs(name) {
				continue // below an open folder of the workspace, or git's own
			}
			opened++
			allowed := false
			for _, folder := range own {
				allowed = allowed || name == strings.TrimSuffix(folder, "/") || strings.HasPrefix(name, folder)
			}
			if !allowed {
				t.Errorf("it opens %s", name)
			}
		}
	}
	if opened == 0 || started < 2 {
		t.Errorf("%d files opened, %d processes started: nothing was traced", opened, started)
	}
}

// function is a function skill with an input, and more keys.
func function(input, more string) string {
	return `{"name": "f", "description": "d", "category": "c", "mode": "composite", "input": ` + input + `, "output": {"type": "object"}` + more + `}`
}
