package skilllint_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// most are the bounds of the house: lines of a file, and files of a folder.
const (
	mostLines = 300
	mostFiles = 30
)

// large are the folders that are larger for a reason, with their own bound.
var large = map[string]struct {
	most int
	why  string
}{
	"rules":         {160, "one file a rule"},
	"cli":           {52, "one file a subcommand"},
	"schema":        {56, "one decision procedure: a file a keyword, a kind of value or a step of the search"},
	"skill":         {48, "one file a dialect, one a step of reading, and one a question about the workspace"},
	"internal/code": {36, "a group of files a language"},
	"template":      {32, "one language: a file a stage and a family of filters"},
}

// sources calls do for every folder of Go files, with the files that are no tests.
func sources(t *testing.T, do func(dir string, files map[string][]byte)) {
	t.Helper()
	folders, err := folders()
	if err != nil || len(folders) < 20 {
		t.Fatalf("looked at %d folders: %v", len(folders), err)
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		do(dir, folders[dir])
	}
}

// folders reads all files of Go that are no tests, by folder and name, once.
var folders = sync.OnceValues(func() (map[string]map[string][]byte, error) {
	folders := map[string]map[string][]byte{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && p != "." || d.Name() == "testdata" || d.Name() == "examples") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		dir := path.Dir(filepath.ToSlash(p))
		if folders[dir] == nil {
			folders[dir] = map[string][]byte{}
		}
		folders[dir][filepath.Base(p)] = src
		return nil
	})
	return folders, err
})

// TestAPI holds the list of public packages to those that there are: what is neither listed nor
// internal is public by accident.
func TestAPI(t *testing.T) {
	page, err := os.ReadFile("docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for row := range strings.Lines(string(page)) {
		cells := strings.Split(row, "|")
		if len(cells) == 5 && strings.Contains(cells[1], "`") {
			for i, name := range strings.Split(cells[1], "`") {
				if i%2 == 1 {
					listed[name] = true
				}
			}
		}
	}
	sources(t, func(dir string, files map[string][]byte) {
		for name, src := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.PackageClauseOnly)
			if err != nil {
				t.Fatal(err)
			}
			if file.Name.Name == "main" || slices.Contains(strings.Split(dir, "/"), "internal") || name == "doc.go" && len(files) == 1 {
				return
			}
		}
		if !listed[dir] {
			t.Errorf("package %s is public and not in docs/api.md: list it, or move it below internal/", dir)
		}
		delete(listed, dir)
	})
	for name := range listed {
		t.Errorf("docs/api.md lists %s, and there is no such package", name)
	}
}

// TestSizes keeps files and folders small enough to be read as a whole.
func TestSizes(t *testing.T) {
	sources(t, func(dir string, files map[string][]byte) {
		for name, src := range files {
			if n := bytes.Count(src, []byte("\n")); n > mostLines {
				t.Errorf("%s/%s has %d lines, expected at most %d: split it by subject", dir, name, n, mostLines)
			}
		}
		most := mostFiles
		if l, ok := large[dir]; ok {
			most = l.most
			if len(files) <= mostFiles {
				t.Errorf("%s has %d files: it needs no bound of its own any more", dir, len(files))
			}
		}
		if len(files) > most {
			t.Errorf("%s has %d files, expected at most %d: give a part of it a folder", dir, len(files), most)
		}
	})
}

// TestRuleFiles keeps a rule's file from being a library: what two rules need
// stands in a file named after its subject.
func TestRuleFiles(t *testing.T) {
	sources(t, func(dir string, files map[string][]byte) {
		if dir != "rules" {
			return
		}
		rules := map[string]bool{}
		for name, src := range files {
			if n := bytes.Count(src, []byte("= &lint.Rule{\n")); n > 1 {
				t.Errorf("rules/%s declares %d rules, expected one", name, n)
			} else if n == 1 {
				rules[strings.TrimSuffix(name, ".go")] = true
				if want := `Name: "` + strings.ReplaceAll(strings.TrimSuffix(name, ".go"), "_", "-") + `"`; !bytes.Contains(src, []byte(want)) {
					t.Errorf("rules/%s declares no rule with %s", name, want)
				}
			}
		}
		if len(rules) < 80 {
			t.Errorf("found %d rules", len(rules))
		}
		for from, tos := range needs(t, dir) {
			for to := range tos {
				if rules[to] && from != "rules" {
					t.Errorf("rules/%s.go uses what %s.go declares: move it to a file named after its subject", from, to)
				}
			}
		}
	})
}
