package hosts_test

import (
	"flag"
	"os"
	"testing"

	"github.com/skilllint/skilllint/internal/hosts"
)

var update = flag.Bool("update", false, "rewrite docs/hosts.md")

func TestDocs(t *testing.T) {
	const file = "../../docs/hosts.md"
	want := hosts.Markdown()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("docs/hosts.md is not up to date; run go test ./internal/hosts -update (%v)", err)
	}
}
