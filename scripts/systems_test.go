//go:build unix && installs

package scripts_test

import (
	"os"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/buildtag"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/httpresponse"
	"golang.org/x/tools/go/analysis/passes/lostcancel"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/packages"
)

// Those of go vet's analyzers that ask nothing of other packages.
var alone = []*analysis.Analyzer{
	assign.Analyzer, bools.Analyzer, buildtag.Analyzer, copylock.Analyzer, httpresponse.Analyzer, lostcancel.Analyzer,
	nilfunc.Analyzer, shift.Analyzer, stringintconv.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer,
}

// TestSystems checks the packages that have files for systems other than this one, from source: go vet would
// compile the standard library and all that is imported for each of them.
func TestSystems(t *testing.T) {
	for _, system := range []string{"darwin", "windows"} {
		list, err := packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax, Dir: "..", Tests: true,
			Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
		}, "./cli", "./internal/tree", "./internal/mcp/...", "./gateway/audit", "./gateway/internal/flock", "./gateway/serve")
		if err != nil {
			t.Fatal(err)
		}
		packages.Visit(list, nil, func(p *packages.Package) {
			for _, err := range p.Errors {
				t.Errorf("%s: %s: %v", system, p.PkgPath, err)
			}
		})
		if t.Failed() {
			continue
		}
		graph, err := checker.Analyze(alone, list, nil)
		if err != nil {
			t.Fatal(err)
		}
		for action := range graph.All() {
			if action.IsRoot && action.Err != nil {
				t.Errorf("%s: %v: %v", system, action, action.Err)
			}
			for _, d := range action.Diagnostics {
				t.Errorf("%s: %s: %s", system, action.Package.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}
