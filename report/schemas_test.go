package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

// TestJSONSchemas validates the formats that are JSON against their schemas,
// with findings and without.
func TestJSONSchemas(t *testing.T) {
	for name, file := range map[string]string{"sarif": "sarif-2.1.0-rtm.5.json", "gitlab": "gitlab.schema.json", "rdjson": "rdjson.schema.json"} {
		schema := jsonschema.NewCompiler().MustCompile(filepath.Join("testdata", file))
		for _, files := range []map[string]string{messy, {}} {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(render(t, formats()[name], files)))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestXMLSchemas validates the formats that are XML, where xmllint is installed.
func TestXMLSchemas(t *testing.T) {
	xmllint := tool(t, "xmllint")
	for file, name := range map[string]string{"jenkins-junit.xsd": "junit", "junit.xsd": "junit", "checkstyle.xsd": "checkstyle"} {
		for _, files := range []map[string]string{messy, {}} {
			cmd := exec.Command(xmllint, "--noout", "--nonet", "--schema", filepath.Join("testdata", file), "-")
			cmd.Stdin = bytes.NewReader(render(t, formats()[name], files))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}

// TestReviewdog has reviewdog read the formats that it takes, where it is
// installed, and compares what it understood with the findings.
func TestReviewdog(t *testing.T) {
	reviewdog := tool(t, "reviewdog")
	type place struct{ Line, Column int }
	type span struct{ Start, End place }
	severities := map[lint.Severity]string{lint.Error: "ERROR", lint.Warning: "WARNING", lint.Note: "INFO"}
	_, findings := check(t, messy)
	for _, format := range []string{"rdjson", "checkstyle", "sarif"} {
		cmd := exec.Command(reviewdog, "-f="+format, "-reporter=rdjsonl", "-filter-mode=nofilter")
		cmd.Stdin = bytes.NewReader(render(t, formats()[format], messy))
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", format, err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if len(lines) != len(findings) {
			t.Fatalf("%s: reviewdog reads %d findings, want %d:\n%s", format, len(lines), len(findings), out)
		}
		for i, f := range findings {
			var got struct {
				Message, Severity string
				Location          struct {
					Path  string
					Range span
				}
				Code        struct{ Value string }
				Suggestions []struct {
					Range span
					Text  string
				}
			}
			if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
				t.Fatal(err)
			}
			at := got.Location.Range.Start
			if got.Severity != severities[f.Severity] || !strings.HasSuffix(got.Code.Value, f.Rule.Name) ||
				!strings.Contains(got.Message, report.Visible(f.Message)) || !strings.HasPrefix(got.Location.Path, "mono/agents/") || at.Line == 0 || at.Column == 0 {
				t.Errorf("%s: finding %d, %q, is read as\n%s", format, i, f.Message, lines[i])
			}
			if format == "rdjson" && len(f.SuggestedFixes) == 1 && (len(got.Suggestions) != 1 || got.Suggestions[0].Range != got.Location.Range) {
				t.Errorf("the fix of finding %d is read as\n%s", i, lines[i])
			}
		}
	}
}

// tool finds a program. Without it a test is skipped, but not where all
// tools are installed.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("SKILLLINT_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s is not installed", name)
	} else if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}
