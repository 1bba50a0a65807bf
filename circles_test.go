package skilllint_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
)

// knots are the packages in which groups of files need each other in a circle,
// with the number of groups in the largest one. A group is a file with those that
// begin with its name (python.go, python_result.go).
var knots = map[string]int{
	// Languages and engines: their functions call each other as their terms hold
	// each other, whichever file a term has.
	"contract":                   2, // a range has versions, and the way to write one bounds the other
	"internal/code":              17,
	"internal/code/resolve":      11,
	"internal/pytools":           5,
	"internal/regex":             13,
	"internal/source/ecmascript": 24,
	"internal/source/python":     23,
	"internal/source/shell":      6,
	"schema":                     42,
	"template":                   22,

	// Types that hold each other: to part them would need an interface that one of
	// them alone has.
	"internal/document": 2, // a file holds the parts that are found in it, and a part asks a file for its bytes
	"internal/hosts":    3, // a host has folders and forms, which name hosts
	"internal/lsp":      3, // the server has roots, of which each has its last snapshot, with a verdict of the server's
	"internal/vendors":  2,
	"lint":              3, // a rule is given a pass, which has the configuration, which is about rules
	"manifest":          5, // a dialect makes a skill of a manifest, which has its dialect; a skill has its manifests, and the package, plugin or server that it is
	"skill":             2, // a workspace has options, and options name other workspaces

	// Two sides of one thing.
	"analyzers":     2,
	"cli":           2, // sources has outdated for a subcommand, and both bring states into the store
	"graph":         3, // the layout: aligning moves what layers have placed
	"internal/git":  4, // a repository borrows from the private one that it is read through
	"report":        4, // the text report: findings, and their overview in its colours
	"gateway/quota": 2,

	// Nobody has taken these apart by files yet.
	"gateway":                 19,
	"gateway/audit":           8,
	"gateway/audit/postgres":  2,
	"gateway/cmd/skillgw":     3,
	"gateway/example":         2,
	"gateway/pipeline":        2,
	"gateway/quota/quotatest": 3,
	"gateway/serve":           12,
	"internal/mcp/record":     5,
}

// TestCircles keeps groups of files from needing each other in a circle. It
// follows all names that a package declares, methods and fields among them.
func TestCircles(t *testing.T) {
	sources(t, func(dir string, _ map[string][]byte) {
		largest := circle(needs(t, dir))
		switch known := max(1, knots[dir]); {
		case len(largest) > known:
			t.Errorf("%s: %d groups of files need each other in a circle, expected at most %d: %v", dir, len(largest), known, largest)
		case max(1, len(largest)) < known:
			t.Errorf("%s: the largest circle has %d groups of files now: write that down in place of %d", dir, len(largest), known)
		}
	})
	if members := members(); members < 20000 {
		t.Errorf("only %d uses of methods and fields were followed: are the types known?", members)
	}
}

// members counts the uses of methods and fields of ours that are known.
func members() (n int) {
	m, err := modules()
	if err != nil {
		return 0
	}
	for dir, info := range m.infos {
		for _, object := range info.Uses {
			switch o := object.(type) {
			case *types.Var:
				if o.IsField() && o.Pkg() == m.pkgs[dir] {
					n++
				}
			case *types.Func:
				if o.Signature().Recv() != nil && o.Pkg() == m.pkgs[dir] {
					n++
				}
			}
		}
	}
	return n
}

// typed is what the types of the module's packages know of their files. The
// standard library's come from what the compiler wrote of it, which the build of
// any test has left in the cache. Packages of others are not looked at: what is
// known of them only is no name of ours.
type typed struct {
	fset  *token.FileSet
	std   types.Importer
	files map[string]map[string]*ast.File // by folder and name
	infos map[string]*types.Info
	pkgs  map[string]*types.Package
}

var modules = sync.OnceValues(func() (*typed, error) {
	m := &typed{
		fset: token.NewFileSet(), files: map[string]map[string]*ast.File{},
		infos: map[string]*types.Info{}, pkgs: map[string]*types.Package{},
	}
	std := map[string]bool{}
	folders, err := folders()
	if err != nil {
		return nil, err
	}
	for dir, files := range folders {
		m.files[dir] = map[string]*ast.File{}
		for name, src := range files {
			file, err := parser.ParseFile(m.fset, dir+"/"+name, src, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			m.files[dir][name] = file
			for _, imp := range file.Imports {
				if p := strings.Trim(imp.Path.Value, "\""); !strings.Contains(strings.Split(p, "/")[0], ".") {
					std[p] = true
				}
			}
		}
	}
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}, slices.Sorted(maps.Keys(std))...)...)
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		p, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[p] = file
	}
	m.std = importer.ForCompiler(m.fset, "gc", func(p string) (io.ReadCloser, error) { return os.Open(exports[p]) })
	for dir := range m.files {
		m.check(dir)
	}
	return m, nil
})

// Import returns a package that one of ours imports.
func (m *typed) Import(p string) (*types.Package, error) {
	if dir, ok := strings.CutPrefix(p, module+"/"); ok && m.files[dir] != nil {
		return m.check(dir), nil
	}
	if strings.Contains(strings.Split(p, "/")[0], ".") {
		return nil, fmt.Errorf("%s is not ours", p)
	}
	return m.std.Import(p)
}

// check looks at a package of ours, and goes on behind what it does not know.
func (m *typed) check(dir string) *types.Package {
	if m.pkgs[dir] != nil {
		return m.pkgs[dir]
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: m, Error: func(error) {}}
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(m.files[dir])) {
		files = append(files, m.files[dir][name])
	}
	m.pkgs[dir], _ = config.Check(module+"/"+dir, m.fset, files, info)
	m.infos[dir] = info
	return m.pkgs[dir]
}

// needs returns, for each group of files, the groups that declare names that it
// uses: with the types, so that a method or a field is known by what it belongs to.
func needs(t *testing.T, dir string) map[string]map[string]bool {
	t.Helper()
	m, err := modules()
	if err != nil {
		t.Fatal(err)
	}
	group := func(name string) string {
		name = strings.TrimSuffix(name, ".go")
		for i, c := range name {
			if _, ok := m.files[dir][name[:i]+".go"]; c == '_' && ok {
				return name[:i]
			}
		}
		return name
	}
	used := map[string]map[string]bool{}
	for name := range m.files[dir] {
		used[group(name)] = map[string]bool{}
	}
	for id, object := range m.infos[dir].Uses {
		if object.Pkg() != m.pkgs[dir] {
			continue
		}
		from, to := group(path.Base(m.fset.Position(id.Pos()).Filename)), group(path.Base(m.fset.Position(object.Pos()).Filename))
		if from != to {
			used[from][to] = true
		}
	}
	return used
}

// circle returns the largest set of nodes of which each reaches all others.
func circle(edges map[string]map[string]bool) []string {
	reach := map[string]map[string]bool{}
	for from := range edges {
		seen := map[string]bool{}
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			for to := range edges[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		reach[from] = seen
	}
	var largest []string
	for from := range edges {
		var group []string
		for to := range reach[from] {
			if reach[to][from] {
				group = append(group, to)
			}
		}
		if len(group) > len(largest) {
			largest = group
		}
	}
	slices.Sort(largest)
	return largest
}
