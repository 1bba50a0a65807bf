package rules_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

var update = flag.Bool("update", false, "rewrite the expectations and docs/rules.md")

// An archive is one workspace: its files, those below base/ as the earlier
// revision, and in `want` what all rules say of it. The comment may set the
// day with a line "now: YYYY-MM-DD", and draw symbolic links with lines
// "link: path -> target".
type archive struct {
	path string
	*txtar.Archive
}

// run returns what all rules say of the archive's workspace.
func (a archive) run(t *testing.T) string {
	t.Helper()
	files, base := &txtar.Archive{Comment: a.Comment}, &txtar.Archive{}
	for _, f := range a.Files {
		if name, ok := strings.CutPrefix(f.Name, "base/"); ok {
			base.Files = append(base.Files, txtar.File{Name: name, Data: f.Data})
		} else if f.Name != "want" {
			files.Files = append(files.Files, f)
		}
	}
	fsys := archiveFS(files)
	config, err := lint.LoadConfig(fsys, rules.All)
	if err != nil {
		t.Fatalf("%s: %v", a.path, err)
	}
	fset := token.NewFileSet()
	in := lint.Input{Workspace: load(t, fset, fsys, config.LoadOptions()), Config: config, Now: a.now(t)}
	if len(base.Files) > 0 {
		opts := config.LoadOptions()
		opts.Revision, opts.Today = "base", in.Workspace
		in.Base = load(t, fset, archiveFS(base), opts)
	}
	var out bytes.Buffer
	if err := (report.Text{Notes: true}).Write(&out, in.Workspace, lint.Run(in, rules.All)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func (a archive) now(t *testing.T) time.Time {
	for line := range strings.Lines(string(a.Comment)) {
		if day, ok := strings.CutPrefix(line, "now: "); ok {
			now, err := time.Parse(time.DateOnly, strings.TrimSpace(day))
			if err != nil {
				t.Fatalf("%s: %v", a.path, err)
			}
			return now
		}
	}
	return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
}

// archiveFS is the files of an archive and the links that its comment draws.
func archiveFS(a *txtar.Archive) fs.FS {
	fsys := fstest.MapFS{}
	for _, f := range a.Files {
		mode := fs.FileMode(0o644)
		if bytes.HasPrefix(f.Data, []byte("#!")) {
			mode = 0o755 // so that an archive has scripts that run, and others
		}
		fsys[f.Name] = &fstest.MapFile{Data: f.Data, Mode: mode}
	}
	for line := range strings.Lines(string(a.Comment)) {
		if link, ok := strings.CutPrefix(line, "link: "); ok {
			from, to, _ := strings.Cut(strings.TrimSpace(link), " -> ")
			fsys[from] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
		}
	}
	return fsys
}

func load(t *testing.T, fset *token.FileSet, fsys fs.FS, opts skill.Options) *skill.Workspace {
	t.Helper()
	ws, err := skill.Load(fset, fsys, opts)
	if err != nil {
		t.Fatal(err)
	}
	return ws
}

func (a archive) want() string {
	for _, f := range a.Files {
		if f.Name == "want" {
			return string(f.Data)
		}
	}
	return ""
}

// setWant replaces the expectation in the file.
func (a archive) setWant(t *testing.T, got string) {
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(got)})
	if err := os.WriteFile(a.path, txtar.Format(a.Archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

func archives(t *testing.T, rule string) []archive {
	paths, _ := filepath.Glob(filepath.Join("..", "testdata", rule, "*.txtar"))
	var list []archive
	for _, p := range paths {
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, archive{p, a})
	}
	return list
}

// TestRules runs every rule's archives. A rule needs a broken one, in which
// it speaks, and a kept one, in which it is silent; what the other rules say
// of them is checked too, so that one fault stays one finding.
func TestRules(t *testing.T) {
	for _, rule := range rules.All {
		t.Run(rule.Name, func(t *testing.T) {
			t.Parallel()
			var broken, kept bool
			for _, a := range archives(t, rule.Name) {
				got := a.run(t)
				if *update {
					a.setWant(t, got)
				} else if want := a.want(); got != want {
					t.Errorf("%s: got\n%s\nwant\n%s", a.path, got, want)
				}
				speaks := strings.Contains(got, "["+rule.Name+"]")
				switch name := filepath.Base(a.path); {
				case strings.HasPrefix(name, "broken"):
					broken = true
					if !speaks {
						t.Errorf("%s: the rule is silent:\n%s", a.path, got)
					}
				case strings.HasPrefix(name, "kept"):
					kept = true
					if speaks {
						t.Errorf("%s: the rule speaks:\n%s", a.path, got)
					}
				default:
					t.Errorf("%s: the name begins with neither broken nor kept", a.path)
				}
			}
			if !broken || !kept {
				t.Errorf("rule %s needs a broken and a kept archive in testdata/%s", rule.Name, rule.Name)
			}
		})
	}
}

// TestNames keeps the list of rules in order and free of twins.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules.All {
		if seen[r.Name] || r.Name == "" || r.Doc == "" || r.Group == "" || r.Run == nil && r.Group != "H" {
			t.Errorf("rule %q: a twin, or without name, doc, group or run", r.Name)
		}
		if len(r.Sources) == 0 {
			t.Errorf("rule %s does not say who says so", r.Name)
		}
		for _, source := range r.Sources {
			if _, err := time.Parse(time.DateOnly, source.Read); err != nil && source.Read+source.At != "" || !strings.HasPrefix(source.URL, "https://") || !slices.Contains([]string{"must", "should", "convention"}, source.Level) {
				t.Errorf("rule %s: source %+v", r.Name, source)
			}
		}
		seen[r.Name] = true
	}
	dirs, _ := os.ReadDir(filepath.Join("..", "testdata"))
	for _, d := range dirs {
		if files, _ := filepath.Glob(filepath.Join("..", "testdata", d.Name(), "broken*.txtar")); len(files) > 0 && !seen[d.Name()] {
			t.Errorf("testdata/%s belongs to no rule", d.Name())
		}
	}
}

// TestDocs writes docs/rules.md from the rules and their plain broken
// archive, so that the examples are what skilllint says today.
func TestDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The rules\n\nWritten by `go test ./rules -update`; each example is run by the tests.\n\n| rule | severity | says |\n|---|---|---|\n")
	for _, r := range rules.All {
		title, _, _ := strings.Cut(r.Doc, "\n")
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Name, r.Name, r.Severity, title)
	}
	for _, r := range rules.All {
		unclaimed := ""
		if r.Loaded {
			unclaimed = "; a warning at most where nothing in the repository shows who loads the file, unless hosts are asked for"
		}
		fmt.Fprintf(&b, "\n## %s\n\n**Default severity:** %s%s\n\n%s\n", r.Name, r.Severity, unclaimed, strings.TrimSpace(r.Doc))
		if r.Authors {
			b.WriteString("\nOf skills that an installer fetched (`skills-lock.json` has them, or the installer's mark shows it) or a program wrote (`metadata.generatedBy`), and of files that one keeps with their SHA-256 (`.claude/gsd-file-manifest.json`), errors alone are told: the rest is their authors' to mend.\n")
		}
		list := archives(t, r.Name)
		plain := max(0, slices.IndexFunc(list, func(a archive) bool { return filepath.Base(a.path) == "broken.txtar" }))
		example(&b, list[plain])
		for i, s := range r.Sources {
			if i == 0 {
				b.WriteString("\nSources:\n\n")
			}
			fmt.Fprintf(&b, "- <%s> (%s)\n", s.URL, s)
		}
	}
	path := filepath.Join("..", "docs", "rules.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(path); err != nil || string(have) != b.String() {
		t.Errorf("docs/rules.md is not up to date; run go test ./rules -update (%v)", err)
	}
}

// example shows an archive's files and what skilllint says of them.
func example(b *strings.Builder, a archive) {
	for _, f := range a.Files {
		if f.Name == "want" {
			fmt.Fprintf(b, "\nskilllint says:\n\n````text\n%s````\n", f.Data)
			continue
		}
		fmt.Fprintf(b, "\n`%s`:\n\n````%s\n%s````\n", f.Name, strings.TrimPrefix(filepath.Ext(f.Name), "."), f.Data)
	}
}
