package skilllint_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/skilllint/skilllint"

// layers are the packages of this module, the lowest first. A package imports
// only what stands in a lower layer, or below itself in the tree.
var layers = [][]string{
	{"internal/gc", "internal/growth", "internal/guarded", "internal/hosts", "internal/limit", "internal/mcp", "internal/pack", "internal/parallel", "internal/rare", "internal/remarks", "internal/visible", "internal/wording"},
	{"internal/document", "internal/git", "internal/regex", "internal/source"},
	{"internal/hostform", "internal/tree"},
	{"internal/code", "internal/filestore", "internal/held", "internal/pytools", "internal/standing"}, // held is run by make hosts alone
	{"contract", "graph", "schema", "template"},
	{"toolset"}, // the last that the gateway shares
	{"internal/vendors"},
	{"manifest"},
	{"skill"},
	{"internal/changes", "internal/edit", "internal/emit", "internal/factstest", "internal/servers", "internal/sources"},
	{"lint"},
	{"internal/impact"},
	{"rules/internal"}, // what several rooms of rules need
	{"rules/code", "rules/contracts", "rules/functions", "rules/manifests", "rules/mcp", "rules/plugins", "rules/texts", "rules/tools", "rules/versions"},
	{"rules", "report"},
	{"analyzers", "internal/lsp"},
	{"cli"},
	{"cmd"},
}

// room returns the part of a package's path that names its room: the first
// element, below internal/ and rules/ the first two.
func room(pkg string) string {
	parts := strings.SplitN(pkg, "/", 3)
	if (parts[0] == "internal" || parts[0] == "rules") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// layerOf returns the layer of a package, or -1.
func layerOf(pkg string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, room(pkg)) })
}

// allowed reports whether the architecture lets one package import another.
func allowed(from, to string) bool {
	if room(to) == room(from) || strings.HasPrefix(from, to+"/") {
		return true
	}
	if strings.HasPrefix(from, "gateway") {
		return strings.HasPrefix(to, "gateway") || layerOf(to) >= 0 && layerOf(to) <= layerOf("toolset")
	}
	return layerOf(to) >= 0 && layerOf(to) < layerOf(from)
}

// TestLayers checks every import of every file that is no test.
func TestLayers(t *testing.T) {
	sources(t, func(from string, files map[string][]byte) {
		if from != "." && layerOf(from) < 0 && !strings.HasPrefix(from, "gateway") {
			t.Errorf("package %s stands in no layer", from)
		}
		for name, src := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range file.Imports {
				p, _ := strconv.Unquote(imp.Path.Value)
				if to, ok := strings.CutPrefix(p, module+"/"); ok && !allowed(from, to) {
					t.Errorf("%s/%s: package %s must not import %s", from, name, from, to)
				}
			}
		}
	})
}

// TestWire keeps what talks to servers out of the linter: the command alone has it.
func TestWire(t *testing.T) {
	const wire = module + "/internal/mcp/record"
	_ = filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".go" || strings.HasPrefix(filepath.ToSlash(p), "gateway/") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return nil // no package of ours: a test's
		}
		dir := path.Dir(filepath.ToSlash(p))
		for _, imp := range file.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			if name == wire && dir != "cli" && dir != "internal/mcp/record" || strings.HasPrefix(name, "github.com/modelcontextprotocol/") && dir != "internal/mcp/record" && dir != "cli" {
				t.Errorf("%s imports %s", p, name)
			}
		}
		return nil
	})
}

// TestNoCatchAll keeps rooms without a name of their own out.
func TestNoCatchAll(t *testing.T) {
	sources(t, func(dir string, _ map[string][]byte) {
		for step := range strings.SplitSeq(dir, "/") {
			if slices.Contains([]string{"pkg", "util", "utils", "common", "types", "helpers"}, step) {
				t.Errorf("%s: name the folder after its concept", dir)
			}
		}
	})
}
