//go:build unix && installs

package scripts_test

import (
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pagePolicy matches the page's own policy, which forbids the scripts of a test.
var pagePolicy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// TestPageAccessible asks axe-core whether readers with a keyboard or a screen
// reader can use the pages, in light and dark, with a skill chosen and the table open.
func TestPageAccessible(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	binary, dir := program(t), t.TempDir()
	if out, err := exec.Command("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, "axe-core@4.14.1").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	axe, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	const script = `<pre id="violations"></pre><script>
document.querySelector("#canvas .node").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
document.getElementById("table").open = true;
setTimeout(() => axe.run({exclude: ["#violations"]}).then((r) => {
  document.getElementById("violations").textContent = JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")));
}), 100);
</script></body>`
	for _, example := range []string{"plugins", "astro", "mixed"} {
		page := filepath.Join(dir, example+".html")
		exec.Command(binary, "check", "--quiet", "--output", "html="+page, filepath.Join("..", "examples", example)).Run() // it has findings
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		with := strings.Replace(pagePolicy.ReplaceAllString(string(text), ""), "</body>", "<script>"+string(axe)+"</script>"+script, 1)
		if err := os.WriteFile(page, []byte(with), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"--no-first-run", "--force-dark-mode"} {
			out, err := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"),
				mode, "--virtual-time-budget=20000", "--dump-dom", "file://"+page).Output()
			if err != nil {
				t.Fatal(err)
			}
			_, said, _ := strings.Cut(string(out), `<pre id="violations">`)
			said, _, _ = strings.Cut(said, "</pre>")
			var violations []string
			if err := json.Unmarshal([]byte(html.UnescapeString(said)), &violations); err != nil {
				t.Fatalf("%s %s: axe said %q: %v", example, mode, said, err)
			}
			for _, v := range violations {
				t.Errorf("%s %s: %s", example, mode, v)
			}
		}
	}
}
