package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"go/token"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func formats() map[string]report.Format {
	return report.Formats(report.Options{Version: "1.2.3", Prefix: "mono/agents"})
}

// many returns a workspace and as many findings at its only file, each third
// of them an error, a warning and a note.
func many(t testing.TB, n int, message string) (*skill.Workspace, []lint.Finding) {
	ws, _ := check(t, map[string]string{"a/SKILL.md": "---\nname: a\ndescription: d\n---\n# A\n"})
	rule := &lint.Rule{Name: "a-rule", Doc: "A rule.", Severity: lint.Error}
	findings := make([]lint.Finding, n)
	pos := ws.Manifests[0].Pos(4)
	for i := range findings {
		findings[i] = lint.Finding{Rule: rule, Severity: lint.Severity(1 + i%3), Diagnostic: analysis.Diagnostic{Pos: pos, End: pos + 4, Message: fmt.Sprintf("%s %d", message, i), URL: rule.URL()}}
	}
	return ws, findings
}

func write(t testing.TB, name string, ws *skill.Workspace, findings []lint.Finding) string {
	t.Helper()
	var out strings.Builder
	if err := formats()[name](&out, ws, findings); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPrefix says that formats for forges name files from the top of the repository.
func TestPrefix(t *testing.T) {
	for _, name := range []string{"sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "markdown"} {
		if out := string(render(t, formats()[name], messy)); !strings.Contains(out, "mono/agents/jung/SKILL.md") {
			t.Errorf("%s does not name mono/agents/jung/SKILL.md:\n%s", name, out)
		}
	}
}

// command matches a workflow command as the runner reads it.
var command = regexp.MustCompile(`^::(error|warning|notice) (?:file=[^,:\s][^,:]*,line=\d+,endLine=\d+,(?:col=\d+,endColumn=\d+,)?)?title=[a-z-]+::[^\r\n]+$`)

func TestGitHubLimits(t *testing.T) {
	ws, findings := many(t, 100, "one\ntwo ::error::x, 50% \r::stop-commands::x")
	lines := strings.Split(strings.TrimSuffix(write(t, "github", ws, findings), "\n"), "\n")
	counts := map[string]int{}
	for _, line := range lines {
		m := command.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no workflow command: %q", line)
		}
		counts[m[1]]++
	}
	if counts["error"] != 10 || counts["warning"] != 10 || counts["notice"] != 9 {
		t.Errorf("annotations: %v, want 10, and 9 notices", counts)
	}
	if last := lines[len(lines)-1]; !strings.Contains(last, "72 findings more") {
		t.Errorf("the last line is %q", last)
	}
	if !strings.HasPrefix(lines[0], "::error ") || !strings.Contains(lines[0], `one\ntwo ::error::x, 50%25 \r::stop`) {
		t.Errorf("the first line is %q", lines[0])
	}
	if got := write(t, "github", ws, nil); got != "" {
		t.Errorf("no findings give %q", got)
	}
}

func TestSARIFLimit(t *testing.T) {
	ws, findings := many(t, 25_003, "m")
	findings[1].Pos = ws.Manifests[0].Pos(0) // a warning before all errors
	var log struct {
		Runs []struct {
			Results []struct {
				Level     string
				Locations []struct {
					PhysicalLocation struct{ Region struct{ StartLine int } }
				}
			}
			Invocations []struct {
				ToolExecutionNotifications []struct{ Message struct{ Text string } }
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", ws, findings)), &log); err != nil {
		t.Fatal(err)
	}
	errors := 0
	for _, r := range log.Runs[0].Results {
		if r.Level == "error" {
			errors++
		}
	}
	if n := len(log.Runs[0].Results); n != 25_000 || errors != 25_003/3 {
		t.Errorf("%d results, %d errors", n, errors)
	}
	if first := log.Runs[0].Results[0]; first.Level != "warning" || first.Locations[0].PhysicalLocation.Region.StartLine != 1 {
		t.Errorf("the first result is %+v, want the one on the first line", first)
	}
	if n := log.Runs[0].Invocations[0].ToolExecutionNotifications; len(n) != 1 || !strings.HasPrefix(n[0].Message.Text, "3 findings left out") {
		t.Errorf("notifications %v", n)
	}
}

func TestMarkdownLimit(t *testing.T) {
	ws, findings := many(t, 10_000, strings.Repeat("long | ", 40))
	out := write(t, "markdown", ws, findings)
	if len(out) > 1<<20 || len(out) < 1<<19 {
		t.Errorf("%d bytes", len(out))
	}
	if !regexp.MustCompile(`\n\d+ findings more\.\n$`).MatchString(out) {
		t.Errorf("the end is %q", out[len(out)-200:])
	}
}

// FuzzMarkdown says that no message leaves the cell of the table that it
// stands in: the document has the same structure whatever a message holds.
func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"a | b", "<img src=x onerror=1>", "[x](http://e.vil)", "![i](u)", "http://e.vil www.e.vil a@b.cd", "`code` *e* _f_ ~s~", "\\", "|\\|", "# h", "&lt;b&gt;", "<!--", "$x$", ":smile:"} {
		f.Add(seed)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	f.Fuzz(func(t *testing.T, message string) {
		ws, findings := many(t, 2, message)
		src := []byte(write(t, "markdown", ws, findings))
		links, cells := 0, 0
		_ = ast.Walk(md.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Link:
				links++
			case *east.TableCell:
				cells++
			case *ast.Document, *ast.Heading, *ast.Paragraph, *ast.Text, *ast.String, *east.Table, *east.TableHeader, *east.TableRow:
			default:
				t.Fatalf("%T in\n%s", n, src)
			}
			return ast.WalkContinue, nil
		})
		if links != 2 || cells != 12 {
			t.Fatalf("%d links, %d cells in\n%s", links, cells, src)
		}
	})
}

// FuzzFormats says of every format that no control byte of a manifest leaves
// through it, and that what is JSON and XML stays so.
func FuzzFormats(f *testing.F) {
	f.Add("x\x1b[31m", "d\u202e")
	f.Add("a\u0085b", "\U000E0041")
	f.Add("]]>", "</script><script>alert(1)</script>")
	f.Add("::error::x%0A", "\ufffe\uffff\x00")
	f.Fuzz(func(t *testing.T, name, description string) {
		ws, findings := check(t, map[string]string{"a/SKILL.md": "---\nname: " + name + "\ndescription: \"" + description + "\"\nid: [" + name + "]\n---\n" + description})
		_, more := many(t, 1, name+description)
		more[0].Pos, more[0].End = token.NoPos, token.NoPos
		findings = append(findings, more...)
		for format, w := range formats() {
			var out bytes.Buffer
			if err := w(&out, ws, findings); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if format == "html" { // the page's own script and style are ours
				for _, evil := range []string{"<script>alert", "\x1b", "\u202e", "\x00"} {
					if bytes.Contains(out.Bytes(), []byte(evil)) {
						t.Fatalf("%q in the page", evil)
					}
				}
			}
			for _, r := range out.String() {
				if unicode.IsControl(r) && r != '\n' && (r != '\t' || format != "text") || r == 0x202e {
					t.Fatalf("%s: control character %U in %q", format, r, out.String())
				}
			}
			switch format {
			case "json", "sarif", "gitlab", "rdjson":
				if !json.Valid(out.Bytes()) {
					t.Fatalf("%s: no JSON: %s", format, out.String())
				}
			case "junit", "checkstyle":
				for dec := xml.NewDecoder(&out); ; {
					if _, err := dec.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("%s: %v", format, err)
					}
				}
			}
		}
	})
}

// TestLastLine: a finding in a last line without a line end has the line's hash, too.
func TestLastLine(t *testing.T) {
	files := map[string]string{"a/SKILL.md": "---\nname: a\ndescription: Sums up what two weeks of tickets say. Use it on Fridays.\n---\nSee [the guide](references/guide.md)."}
	out := string(render(t, formats()["sarif"], files))
	if !strings.Contains(out, `"startLine": 5`) || strings.Count(out, `"primaryLocationLineHash"`) != strings.Count(out, `"ruleId"`) {
		t.Errorf("a result has no hash of its line:\n%s", out)
	}
}

// TestLineHashes compares with the hashes that github/codeql-action's own
// tests state.
func TestLineHashes(t *testing.T) {
	for src, want := range map[string][]string{
		"":                   {"c129715d7a2bc9a3:1"},
		" a\nb\n  \t\tc\n d": {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"},
		" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End": {"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"},
	} {
		if got := report.LineHashes([]byte(src)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %v, want %v", src, got, want)
		}
	}
	// Equal lines are counted, and line ends and blanks do not matter.
	a, b := report.LineHashes([]byte(strings.Repeat("x\n", 300))), report.LineHashes([]byte(strings.Repeat("  x\t\r\n", 300)))
	if fmt.Sprint(a) != fmt.Sprint(b) || !strings.HasSuffix(a[150], ":151") || len(a) != 301 {
		t.Errorf("%d lines, %v", len(a), a[:3])
	}
}
