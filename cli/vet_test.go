package cli

import (
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// vetEnv lets scripts run go vet: SKILLLINT is this program, and go's caches
// and flags are the user's, so that the standard library is not compiled for each script.
func vetEnv(env *testscript.Env) error {
	for _, dir := range filepath.SplitList(env.Getenv("PATH")) {
		if exe := filepath.Join(dir, "skilllint"); env.Getenv("SKILLLINT") == "" && isFile(exe) {
			env.Setenv("SKILLLINT", exe)
		}
	}
	names := []string{"GOCACHE", "GOPATH", "GOFLAGS", "CGO_ENABLED"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil // the script skips what needs go
	}
	lines := strings.Split(string(out), "\n")
	for i, name := range names {
		env.Setenv(name, lines[i])
	}
	return nil
}

func isFile(p string) bool {
	_, err := exec.LookPath(p)
	return err == nil
}
