package vendors

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write docs/vendors.md")

// TestMarkdown keeps the documentation what the data say.
func TestMarkdown(t *testing.T) {
	const page = "../../docs/vendors.md"
	want := Markdown()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || string(got) != want {
		t.Errorf("docs/vendors.md is not what the data say; run go test ./internal/vendors -update (%v)", err)
	}
}
