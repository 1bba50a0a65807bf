package skilllint_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
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
	"cli":           {52, "one file a subcommand"},
	"schema":        {56, "one decision procedure: a file a keyword, a kind of value or a step of the search"},
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

// ruleValue matches the declaration of a rule.
var ruleValue = regexp.MustCompile(`(?m)^var (\w+) = &lint\.Rule\{$`)

// TestKeptNames keeps the parts of files and the questions to them apart that are kept under their names.
func TestKeptNames(t *testing.T) {
	kept := regexp.MustCompile(`\b(?:Part|Question)\[[^{]*\{Name: "([^"]+)"`)
	at := map[string]string{}
	sources(t, func(dir string, files map[string][]byte) {
		for name, src := range files {
			for _, m := range kept.FindAllSubmatch(src, -1) {
				if other := at[string(m[1])]; other != "" {
					t.Errorf("%s/%s keeps %q, as %s does: give it another name", dir, name, m[1], other)
				}
				at[string(m[1])] = dir + "/" + name
			}
		}
	})
	if len(at) < 10 {
		t.Errorf("%d parts, expected more: the pattern finds them no more", len(at))
	}
}

// TestRuleFiles keeps rules in rooms, each in a file of its own that is no library:
// what two rules need stands in a file named after its subject, what two rooms need
// below rules/internal.
func TestRuleFiles(t *testing.T) {
	all, found := listed(t), 0
	sources(t, func(dir string, files map[string][]byte) {
		if dir != "rules" && !strings.HasPrefix(dir, "rules/") {
			return
		}
		isRoom := dir != "rules" && !strings.HasPrefix(dir, "rules/internal/")
		rules := map[string]bool{}
		for name, src := range files {
			values := ruleValue.FindAllSubmatch(src, -1)
			if len(values) == 0 {
				continue
			}
			if len(values) > 1 || !isRoom {
				t.Errorf("%s/%s declares %d rules, expected one, in a room for rules", dir, name, len(values))
			}
			rules[strings.TrimSuffix(name, ".go")] = true
			if want := `Name: "` + strings.ReplaceAll(strings.TrimSuffix(name, ".go"), "_", "-") + `"`; !bytes.Contains(src, []byte(want)) {
				t.Errorf("%s/%s declares no rule with %s", dir, name, want)
			}
			if value := string(values[0][1]); !all[value] {
				t.Errorf("%s/%s: rules.All lacks %s", dir, name, value)
			}
		}
		found += len(rules)
		if isRoom {
			exportsRules(t, dir)
		}
		for from, tos := range needs(t, dir) {
			for to := range tos {
				if rules[to] {
					t.Errorf("%s/%s.go uses what %s.go declares: move it to a file named after its subject", dir, from, to)
				}
			}
		}
	})
	if found < 80 {
		t.Errorf("found %d rules", found)
	}
}

// listed are the names of the values that rules.All lists.
func listed(t *testing.T) map[string]bool {
	m, err := modules()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	ast.Inspect(m.files["rules"]["rules.go"], func(n ast.Node) bool {
		if list, ok := n.(*ast.CompositeLit); ok {
			for _, e := range list.Elts {
				if id, ok := e.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
		}
		return true
	})
	return names
}

// exportsRules holds that a room offers its rules and nothing else.
func exportsRules(t *testing.T, dir string) {
	m, err := modules()
	if err != nil {
		t.Fatal(err)
	}
	scope := m.pkgs[dir].Scope()
	for _, name := range scope.Names() {
		if object := scope.Lookup(name); object.Exported() && object.Type().String() != "*"+module+"/lint.Rule" {
			t.Errorf("%s exports %s, which is no rule: what other rooms need stands below rules/internal", dir, name)
		}
	}
}

// mostInFunction is the bound of a function, in lines.
const mostInFunction = 60

// long are the functions that are longer, by the reason: to take them apart would
// take apart what is read as one.
var long = map[string][]string{
	"a switch over syntax: a case a form": {
		"internal/code/ecmascript.go expr", "internal/code/python_value.go expr", "internal/code/scan_golang.go golang",
		"internal/source/ecmascript/declaration.go typeStatement", "internal/source/ecmascript/lexer.go punctuator", "internal/source/ecmascript/literal.go unescape",
		"internal/source/ecmascript/objecttype.go typeMember", "internal/source/ecmascript/postfix.go postfix", "internal/source/ecmascript/statement.go keywordStatement",
		"internal/source/python/binder.go visit", "internal/source/python/number.go number", "internal/source/python/operator.go operator",
		"internal/source/python/token.go keyword", "internal/source/python/walk.go stmtChildren",
		"internal/source/shell/command.go list", "internal/source/shell/word.go word",
		"schema/num_text.go parseNum", "schema/text.go patterns",
	},
	"a table or a switch over the keywords of JSON Schema": {
		"schema/assert.go assertions", "schema/digest.go form", "schema/eval.go eval", "schema/keywords.go init", "schema/parts.go object",
		"schema/translate.go body", "schema/value.go valueOf", "template/fromschema.go typeOf",
	},
	"one step of a decision procedure, over the kinds of terms": {
		"internal/regex/arcs.go combine", "internal/regex/boolean.go and", "internal/regex/program.go pass",
		"schema/and.go conjunction", "schema/array.go array", "schema/cube.go add", "schema/cube.go status", "schema/holds.go holds", "schema/plain.go plain", "schema/propagate.go propagate",
	},
	"an algorithm as its paper has it, whose loops share their state": {"graph/cycle.go components"},
	"an example that is told from its beginning to its end":           {"gateway/example/show.go everything"},
}

// TestFunctions keeps functions short enough to be read at once.
func TestFunctions(t *testing.T) {
	reasons := map[string]string{}
	for why, names := range long {
		for _, name := range names {
			reasons[name] = why
		}
	}
	sources(t, func(dir string, files map[string][]byte) {
		for name, src := range files {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				called := ""
				if f, ok := d.(*ast.FuncDecl); ok {
					called = f.Name.Name
				}
				for n := range functions(d) {
					lines := fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1
					at := dir + "/" + name + " " + called
					if lines > mostInFunction && reasons[at] == "" {
						t.Errorf("%s has %d lines, expected at most %d: split it by what it does", at, lines, mostInFunction)
					}
					if lines > mostInFunction {
						delete(reasons, at)
					}
				}
			}
		}
	})
	for name := range reasons {
		t.Errorf("%s is short, or gone: it needs no reason any more", name)
	}
}

// functions are those of a declaration: itself, or the outermost in the value of a variable.
func functions(d ast.Decl) map[ast.Node]bool {
	found := map[ast.Node]bool{}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			found[n] = true
			return false
		}
		return true
	})
	return found
}
