package gateway_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway"
)

// TestSurfacesAreComplete: each constant of code.go has its surface, and no two agree in all.
func TestSurfacesAreComplete(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]bool{}
	keys := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && n.Tok == token.CONST {
					constants[v.Names[0].Name] = true
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name != "HTTP" {
				keys[key.Name] = true
			}
		}
		return true
	})
	if len(constants) < 20 {
		t.Fatalf("%d constants were found", len(constants))
	}
	for name := range constants {
		if !keys[name] {
			t.Errorf("%s has no surface", name)
		}
	}
	for _, code := range []gateway.Code{"", "nonsense"} {
		if gateway.SurfaceOf(code) != gateway.SurfaceOf(gateway.Internal) {
			t.Errorf("%q has a surface", code)
		}
	}
	for code := range map[gateway.Code]bool{gateway.RateLimited: true, gateway.QuotaUnavailable: true, gateway.AuditUnavailable: true} {
		if s := gateway.SurfaceOf(code); !s.Retry || s.Dispatched {
			t.Errorf("%s: %+v", code, s)
		}
	}
	if s := jsonOf(t, &gateway.Error{Code: gateway.Internal, Message: "m"}); !strings.HasPrefix(s, `{"error":"internal","message":"m"`) {
		t.Error(s)
	}
}

func TestErrorsIs(t *testing.T) {
	err := fmt.Errorf("a skill's words: %w", &gateway.Error{Code: gateway.RateLimited})
	if !errors.Is(err, gateway.ErrRateLimited) || !errors.Is(err, gateway.RateLimited) {
		t.Errorf("%v is rate_limited", err)
	}
	if errors.Is(err, gateway.ErrSubscriptionRequired) || errors.Is(err, gateway.Timeout) {
		t.Errorf("%v is nothing else", err)
	}
}
