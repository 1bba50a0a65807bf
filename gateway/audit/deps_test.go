package audit_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDriversStayApart: who imports this package links no driver, nor who imports one
// store the driver of another.
func TestDriversStayApart(t *testing.T) {
	for pkg, foreign := range map[string][]string{
		"":          {"modernc.org/", "github.com/jackc/", "github.com/redis/", "golang.org/x/"},
		"/sqlite":   {"github.com/jackc/", "github.com/redis/"},
		"/postgres": {"modernc.org/", "github.com/redis/"},
	} {
		out, err := exec.Command("go", "list", "-deps", "github.com/skilllint/skilllint/gateway/audit"+pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		for dep := range strings.FieldsSeq(string(out)) {
			for _, f := range foreign {
				if strings.HasPrefix(dep, f) {
					t.Errorf("gateway/audit%s links %s", pkg, dep)
				}
			}
		}
	}
}
