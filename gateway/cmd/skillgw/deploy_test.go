//go:build linux && installs

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// composeParser is the reference implementation of the Compose Specification.
const composeParser = "github.com/compose-spec/compose-go/v2/cmd@v2.16.2"

var required = regexp.MustCompile(`\$\{([A-Z_]+):\?\}`)

// TestDeploy holds what an operator starts skillgw with to the programs that read it.
func TestDeploy(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil && os.Getenv("SKILLLINT_REQUIRE_TOOLS") == "" {
		t.Skip("systemd-analyze is not installed")
	}
	dir := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	put := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	run := func(name string, args ...string) (string, bool) {
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "AUDIT_KEY="+strings.Repeat("07", 32), "AUDIT_SIGN="+strings.Repeat("09", 32), "PGPASSWORD=secret")
		out, err := cmd.CombinedOutput()
		return string(out), err == nil
	}
	program := filepath.Join(dir, "skillgw")
	if out, ok := run("go", "build", "-o", program, "."); !ok {
		t.Fatal(out)
	}

	put("contracts.json", `{"version": 1, "contracts": [{"id": "jungastro", "version": "1.0"}]}`)
	if out, ok := run(program, "check", "--config", put("skillgw.yaml", read("skillgw.yaml"))); !ok {
		t.Errorf("skillgw.yaml: %s", out)
	}

	compose := required.ReplaceAllString(read("compose.yaml"), "./$1") // which the parser leaves to its caller
	if out, ok := run("go", "run", composeParser, put("compose.yaml", compose)); !ok || !strings.Contains(out, "replicas: 2") {
		t.Errorf("compose.yaml: %s", out)
	}
	if out, ok := run("go", "run", composeParser, put("wrong.yaml", strings.Replace(compose, "    ports:", "    portz:", 1))); ok || !strings.Contains(out, "portz") {
		t.Errorf("a wrong key is not told: %s", out)
	}

	unit := strings.ReplaceAll(read("skillgw.service"), "/usr/local/bin/skillgw", program)
	if out, ok := run("systemd-analyze", "verify", put("skillgw.service", unit)); !ok || strings.TrimSpace(out) != "" {
		t.Errorf("skillgw.service: %s", out)
	}
	if out, _ := run("systemd-analyze", "verify", put("wrong.service", strings.Replace(unit, "NoNewPrivileges", "NoNewPrivilege", 1))); !strings.Contains(out, "NoNewPrivilege") {
		t.Errorf("a wrong key is not told: %s", out)
	}
}
