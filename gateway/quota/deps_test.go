package quota_test

import (
	"os/exec"
	"strings"
	"testing"
)

// deps is the set of packages that pkg links.
func deps(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", pkg).CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	set := map[string]bool{}
	for dep := range strings.FieldsSeq(string(out)) {
		set[dep] = true
	}
	return set
}

// outside tells packages of other modules from ours and those of the standard library,
// whose paths begin without a dot.
func outside(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return strings.Contains(first, ".") && !strings.HasPrefix(pkg, "github.com/skilllint/")
}
