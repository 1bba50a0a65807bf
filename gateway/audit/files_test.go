package audit_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/audittest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestFiles(t *testing.T) {
	audittest.Run(t, func(t *testing.T) audit.Store { return files(t, t.TempDir()) })
}

func TestFilesKill(t *testing.T) {
	audittest.Kill(t, t.TempDir, func(dir string) (audit.Store, error) { return audit.OpenFiles(dir) })
}

func files(t testing.TB, dir string) *audit.Files {
	t.Helper()
	s, err := audit.OpenFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
