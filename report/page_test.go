package report_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// browse opens a page in a browser and returns what its script made of it.
func browse(t *testing.T, page []byte) string {
	t.Helper()
	chromium := tool(t, "chromium")
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, page, 0o644); err != nil {
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
	for _, bad := range []string{"Content Security Policy", "Uncaught"} {
		if strings.Contains(console.String(), bad) {
			t.Errorf("the browser says:\n%s", console.String())
		}
	}
	return string(dom)
}

// TestPage says that the script runs under the page's own policy, and counts
// the findings.
func TestPage(t *testing.T) {
	dom := browse(t, render(t, formats()["html"], messy))
	n := strings.Count(dom, `<li class="finding`)
	if want := fmt.Sprintf(">%d of %d shown<", n, n); n < 3 || !strings.Contains(dom, want) {
		t.Errorf("the script did not say %q", want)
	}
}

// policy matches the page's own, which forbids the scripts of a test.
var policy = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)

// TestPageActions uses the filters and the graph as a reader would.
func TestPageActions(t *testing.T) {
	page := policy.ReplaceAll(render(t, formats()["html"], messy), nil)
	const script = `<pre id="seen"></pre><script>
const seen = document.getElementById("seen");
const set = (form, field, value, event) => {
  const f = document.getElementById(form).elements[field];
  f.value = value;
  f.dispatchEvent(new Event(event, {bubbles: true}));
};
const say = (what) => {
  const near = [...document.querySelectorAll("#canvas .near title")].map((t) => t.textContent);
  const panel = document.getElementById("chosen");
  seen.append(what + ": " + document.getElementById("shown").value + "; " + (panel.hidden ? "" : panel.innerText.replace(/\s+/g, " ")) + "; " + near.join(", ") + "\n");
};
set("filters", "rule", "import-not-exported", "input"); say("rule");
set("filters", "rule", "", "input");
set("filters", "text", "NEEDS ZODIAC", "input"); say("text");
set("filters", "text", "", "input");
document.querySelector("[value=error]").click(); say("severity");
document.querySelector("[value=error]").click();
set("look", "skill", "zodiac", "change"); say("provider");
document.querySelector("#chosen button").click(); say("consumer");
document.getElementById("look").elements.all.click(); say("all");
document.getElementById("look").elements.faults.click(); say("faults");
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
press("Escape");
set("filters", "path", "jung", "input"); say("path");
seen.append("address: " + location.hash + "\n");
set("filters", "path", "", "input");
document.querySelector("#canvas .node[tabindex='0']").focus();
press("ArrowUp"); press("ArrowDown"); press("Enter"); say("keys");
press("Escape"); say("escape");
const link = document.querySelector(".finding .link").getAttribute("href");
seen.append("link: " + (document.querySelector(link).className) + "\n");
</script></body>`
	dom := browse(t, bytes.Replace(page, []byte("</body>"), []byte(script), 1))
	_, seen, _ := strings.Cut(dom, `<pre id="seen">`)
	seen, _, _ = strings.Cut(seen, "</pre>")
	const want = `rule: 2 of 4 shown; ; 
text: 1 of 4 shown; ; 
severity: 0 of 4 shown; ; 
provider: 0 of 4 shown; zodiac contract · 1.1 needs: 0 needed by: 1 jung broken; jung → zodiac: 占星😀é, calculate_zodiak, jung · contract, zodiac · contract · 1.1
consumer: 3 of 4 shown; jung contract needs: 1 zodiac broken needed by: 0; jung → zodiac: 占星😀é, calculate_zodiak, jung · contract, zodiac · contract · 1.1
all: 4 of 4 shown; ; 
faults: 4 of 4 shown; ; jung → zodiac: 占星😀é, calculate_zodiak, a b:%\n · standard, jung · contract, zodiac · contract · 1.1
path: 3 of 4 shown; ; 
address: #path=jung
keys: 1 of 4 shown; a b:%\n standard needs: 0 needed by: 0; a b:%\n · standard
escape: 4 of 4 shown; ; 
link: finding error
`
	if seen := strings.ReplaceAll(seen, "e\u0301", "é"); seen != want {
		t.Errorf("the page shows\n%s\nwant\n%s", seen, want)
	}
}
