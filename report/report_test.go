package report_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// messy is a workspace with findings after CJK, emoji and combining marks,
// with related places and fixes, and with hostile names.
var messy = map[string]string{
	"zodiac/SKILL.md":  "---\nid: zodiac\nexports:\n  api_version: \"1.1\"\n  tools:\n    - {name: calculate_zodiac, input_schema: {}, output_schema: {}}\n---\n# Z\n",
	"jung/SKILL.md":    "---\nid: jung\nimports:\n  - {from: zodiac, tools: [占星😀e\u0301, calculate_zodiak], min_version: \"1.2\"}\n---\n# J\n",
	"a b:%\n/SKILL.md": "---\nname: \"x\x1b]8;;evil\"\ndescription: d\n---\n# X\n",
}

func check(t testing.TB, files map[string]string) (*skill.Workspace, []lint.Finding) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src)}
	}
	ws, err := skill.Load(token.NewFileSet(), fsys, skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	return ws, lint.Run(lint.Input{Workspace: ws, Now: day}, rules.All)
}

func render(t testing.TB, format report.Format, files map[string]string) []byte {
	t.Helper()
	ws, findings := check(t, files)
	var out bytes.Buffer
	if err := format(&out, ws, findings); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s differs (%v); got\n%s", path, err, got)
	}
}

func TestGolden(t *testing.T) {
	formats := report.Formats(report.Options{Version: "1.2.3", Text: report.Text{Notes: true}})
	for name, file := range map[string]string{
		"text": "messy.txt", "json": "messy.json", "sarif": "messy.sarif", "github": "messy.github.txt", "gitlab": "messy.gitlab.json",
		"junit": "messy.junit.xml", "checkstyle": "messy.checkstyle.xml", "rdjson": "messy.rdjson", "markdown": "messy.md",
	} {
		golden(t, file, render(t, formats[name], messy))
	}
}

// TestColumns checks one span in all three ways of counting: after CJK, an
// emoji (two UTF-16 units) and a combining mark.
func TestColumns(t *testing.T) {
	const line = `  - {from: zodiac, tools: [占星😀é, calculate_zodiak], min_version: "1.2"}`
	before, _, _ := strings.Cut(strings.ReplaceAll(line, "é", "e\u0301"), "calculate_zodiak")
	var doc struct {
		Findings []struct {
			Message         string
			Column, EndLine int
		}
	}
	if err := json.Unmarshal(render(t, report.JSON, messy), &doc); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ StartColumn, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(render(t, report.SARIF(report.Options{}), messy), &log); err != nil {
		t.Fatal(err)
	}
	want := len([]rune(before)) + 1
	seen := 0
	for _, f := range doc.Findings {
		if strings.Contains(f.Message, "calculate_zodiak") {
			if seen++; f.Column != want {
				t.Errorf("JSON column %d, want %d", f.Column, want)
			}
		}
	}
	for _, r := range log.Runs[0].Results {
		if region := r.Locations[0].PhysicalLocation.Region; strings.Contains(r.Message.Text, "calculate_zodiak") {
			if seen++; region.StartColumn != want+1 || region.EndColumn != want+1+len("calculate_zodiak") {
				t.Errorf("SARIF columns %d to %d, want %d", region.StartColumn, region.EndColumn, want+1)
			}
		}
	}
	if seen != 2 {
		t.Errorf("looked at %d findings, want 2", seen)
	}
}

// TestFingerprints says that a finding keeps its fingerprint when lines are
// put in front of it, and that different findings have different ones.
func TestFingerprints(t *testing.T) {
	prints := func(files map[string]string) map[string]bool {
		var log struct {
			Runs []struct {
				Results []struct{ PartialFingerprints map[string]string }
			}
		}
		if err := json.Unmarshal(render(t, report.SARIF(report.Options{}), files), &log); err != nil {
			t.Fatal(err)
		}
		set := map[string]bool{}
		for _, r := range log.Runs[0].Results {
			set[r.PartialFingerprints["skilllint/v1"]] = true
		}
		if len(set) != len(log.Runs[0].Results) || len(set) < 3 {
			t.Errorf("%d fingerprints for %d results", len(set), len(log.Runs[0].Results))
		}
		return set
	}
	before := prints(messy)
	shifted := map[string]string{}
	for name, src := range messy {
		shifted[name] = strings.Replace(src, "---\n", "---\n# a comment\n\n", 1)
	}
	for p := range prints(shifted) {
		if !before[p] {
			t.Errorf("fingerprint %s is new after a shift of lines", p)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"占星 😀 é":       "占星 😀 é",
		"a\nb\tc\r":    `a\nb\tc\r`,
		"\x1b[31m\x7f": `\x1b[31m\x7f`,
		"\u202e\u200b": `\u{202e}\u{200b}`,
		"\xff\uFFFD":   `\xff\u{fffd}`,
		"👨\u200d👩":     "👨\u200d👩",
	} {
		if got := report.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestOverview counts the rules when there are more findings than are shown, and shows those of the gravest first.
func TestOverview(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 30 {
		fsys[fmt.Sprintf("a%02d/more.md", i)] = &fstest.MapFile{Data: []byte("More.\n")}
		fsys[fmt.Sprintf("a%02d/SKILL.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nname: a%02d\ndescription: Does one thing.\n---\n# A\n\nSee [the list](references/%02d.md).\n", i, i)}
	}
	fsys["z/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: z\n---\n# Z\n")}
	ws, err := skill.Load(token.NewFileSet(), fsys, skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	findings := lint.Run(lint.Input{Workspace: ws}, []*lint.Rule{rules.BrokenLink, rules.SkillDescription})
	var out bytes.Buffer
	if err := (report.Text{Max: 10, Dir: "../here", Next: true, Args: "../here"}).Write(&out, ws, findings); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, "1   error    skill-description\n30  warning  broken-link\n\n../here/z/SKILL.md:2:1: error:") {
		t.Errorf("the table, then the error:\n%s", text)
	}
	if n := strings.Count(text, ": warning: "); n != 5 || !strings.Contains(text, "\n… and 25 more of broken-link: skilllint --select broken-link ../here\n") {
		t.Errorf("%d warnings are shown:\n%s", n, text)
	}
	if !strings.HasSuffix(text, "\nnext: skilllint explain skill-description says why it matters and what to do\n") {
		t.Errorf("what is next is missing:\n%s", text)
	}
	out.Reset()
	if err := (report.Text{}).Write(&out, ws, findings); err != nil || strings.Count(out.String(), ": warning: ") != 30 {
		t.Errorf("without a limit not all is shown: %v\n%s", err, out.String())
	}
	out.Reset()
	if err := (report.Text{Width: 40, Color: true}).Write(&out, ws, findings); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, " | ") && len([]rune(strings.TrimRight(strings.NewReplacer("\x1b[33m", "", "\x1b[31m", "", "\x1b[0m", "").Replace(line), "\n"))) > 40 {
			t.Errorf("wider than the terminal: %q", line)
		}
	}
}

// TestLongLine reports a thousand findings on one line of a megabyte, at
// the right columns after wide characters.
func TestLongLine(t *testing.T) {
	var src strings.Builder
	src.WriteString(`{"name": "😀", "description": "d", "plugins": [`)
	const n = 1000
	for i := range n {
		if i > 0 {
			src.WriteByte(',')
		}
		fmt.Fprintf(&src, `{"name": "😀%d", "source": {"source": "github", "repo": "a/b"}, "version": "nope%d", "description": "%s"}`, i, i, strings.Repeat("é", 500))
	}
	src.WriteString(`], "owner": {"name": "o"}}`)
	files := map[string]string{".claude-plugin/marketplace.json": src.String()}
	var doc struct {
		Findings []struct {
			Message      string
			Line, Column int
		}
	}
	if err := json.Unmarshal(render(t, report.JSON, files), &doc); err != nil {
		t.Fatal(err)
	}
	line := []rune(src.String())
	seen := 0
	for _, f := range doc.Findings {
		if i := strings.Index(f.Message, "nope999"); i >= 0 {
			seen++
			if got := string(line[f.Column-1 : f.Column+8]); got != `"nope999"` {
				t.Errorf("column %d is at %s", f.Column, got)
			}
		}
	}
	if len(doc.Findings) < n || seen == 0 {
		t.Errorf("%d findings, %d of the last plugin", len(doc.Findings), seen)
	}
	if text := render(t, report.Text{}.Write, files); !bytes.Contains(text, []byte("999")) || len(text) > n*2000 {
		t.Errorf("%d bytes of text", len(text))
	}
}
