package report_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage opens the page in a browser, where there is one: the script runs
// under the page's own policy, counts the findings, and finds the graph.
func TestPage(t *testing.T) {
	chromium := tool(t, "chromium")
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, render(t, formats()["html"], messy), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--enable-logging=stderr", "--dump-dom", "file://"+file)
	var console bytes.Buffer
	cmd.Stderr = &console
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, console.String())
	}
	n := strings.Count(string(dom), `<li class="finding`)
	if want := fmt.Sprintf(">%d of %d shown<", n, n); n < 3 || !bytes.Contains(dom, []byte(want)) {
		t.Errorf("the script did not say %q", want)
	}
	for _, bad := range []string{"Content Security Policy", "Uncaught"} {
		if strings.Contains(console.String(), bad) {
			t.Errorf("the browser says:\n%s", console.String())
		}
	}
}
