// Package golangci is the module plugin for golangci-lint: it registers the
// analyzers as the linter "skilllint". docs/vet.md says how it is built in.
package golangci

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/analyzers"
)

func init() { register.Plugin("skilllint", newPlugin) }

// newPlugin refuses settings: there are none, and one that did nothing would
// be an error that nobody sees.
func newPlugin(settings any) (register.LinterPlugin, error) {
	if m, empty := settings.(map[string]any); settings != nil && (!empty || len(m) > 0) {
		return nil, fmt.Errorf("skilllint has no settings here: %s configures it", ".skilllint.yaml")
	}
	return plugin{}, nil
}

type plugin struct{}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the analyzers, and one that finds nothing: the names
// of a linter's analyzers are part of the key under which golangci-lint keeps
// results, and that one's name changes with the workspace's manifests.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	digest, err := analyzers.Fingerprint(dir)
	if err != nil {
		return nil, err
	}
	list := []*analysis.Analyzer{{
		Name: fmt.Sprintf("skillworkspace_%x", digest),
		Doc:  "name the manifests that the other analyzers judge by",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}}
	for _, a := range analyzers.All {
		list = append(list, mendingGo(a))
	}
	return list, nil
}

// mendingGo is an analyzer without the fixes that edit other files than Go's:
// golangci-lint leaves out such an edit, and holds the finding for mended.
func mendingGo(a *analysis.Analyzer) *analysis.Analyzer {
	mending := *a
	mending.Run = func(pass *analysis.Pass) (any, error) {
		filtered := *pass
		filtered.Report = func(d analysis.Diagnostic) {
			d.SuggestedFixes = slices.DeleteFunc(d.SuggestedFixes, func(fix analysis.SuggestedFix) bool {
				return slices.ContainsFunc(fix.TextEdits, func(e analysis.TextEdit) bool {
					file := pass.Fset.File(e.Pos)
					return file == nil || filepath.Ext(file.Name()) != ".go"
				})
			})
			pass.Report(d)
		}
		return a.Run(&filtered)
	}
	return &mending
}
