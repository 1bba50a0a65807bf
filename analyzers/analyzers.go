// Package analyzers offers the rules about the code of skills as go/analysis
// Analyzers, for go vet, gopls and golangci-lint. They see what the types
// say: a gateway under any name, constants of other packages.
//
// They are the part of skilllint that is about Go code. They do NOT check
// manifests, nor code of other languages: run skilllint check for that.
package analyzers

import (
	"fmt"
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// The analyzers, one for each rule. The rule's own name stands at the
// end of each message.
var (
	DirectImport   = analyzer("skilldirectimport", rules.DirectImport)
	UndeclaredCall = analyzer("skillundeclaredcall", rules.UndeclaredCall)
	CallArguments  = analyzer("skillcallarguments", rules.CallArguments)
	ForeignWrite   = analyzer("skillforeignwrite", rules.ForeignWrite)
)

// All are the analyzers in the order of the requirements.
var All = []*analysis.Analyzer{DirectImport, UndeclaredCall, CallArguments, ForeignWrite}

// codeRules are the rules behind All.
var codeRules = []*lint.Rule{rules.DirectImport, rules.UndeclaredCall, rules.CallArguments, rules.ForeignWrite}

// judge finds all findings about one package, once for all analyzers.
var judge = &analysis.Analyzer{
	Name:       "skillfindings",
	Doc:        "judge the Go code of a skill against the workspace's manifests",
	Run:        func(pass *analysis.Pass) (any, error) { return findings(pass), nil },
	ResultType: reflect.TypeFor[[]found](),
}

// A found is a finding with positions in the pass's FileSet.
type found struct {
	rule *lint.Rule
	analysis.Diagnostic
}

func analyzer(name string, rule *lint.Rule) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: name, Doc: rule.Doc, URL: rule.URL(),
		Requires: []*analysis.Analyzer{judge},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.ResultOf[judge].([]found) {
				if f.rule == rule || f.rule == nil && rule == codeRules[0] {
					pass.Report(f.Diagnostic)
				}
			}
			return nil, nil
		},
	}
}

// failure is what could not be done, as a diagnostic: go vet shows the error
// of an analyzer once, and passes from then on.
func failure(pos token.Pos, err error) []found {
	return []found{{nil, analysis.Diagnostic{Pos: pos, Message: fmt.Sprintf("skilllint: %v", err)}}}
}
