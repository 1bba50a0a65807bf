package limit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/limit"
)

// TestDocumented holds docs/limits.md to the constants.
func TestDocumented(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "docs", "limits.md"))
	if err != nil {
		t.Fatal(err)
	}
	for row, size := range map[string]int64{
		"`.skilllint.yaml` and what it extends":   limit.Config,
		"a JSON Schema named on the command line": limit.Schema,
		"standard input of `--stdin-filename`":    limit.Input,
		"`skilllint.lock`":                        limit.Lock,
		"a list of MCP tools":                     limit.Tools,
		"a baseline":                              limit.Baseline,
		"an entry of the cache":                   limit.Cache,
	} {
		if want := fmt.Sprintf("| %s | %d MiB |", row, size>>20); !strings.Contains(string(src), want) {
			t.Errorf("docs/limits.md has no row %s", want)
		}
	}
	for _, want := range []string{
		fmt.Sprintf("| data of a manifest: frontmatter, YAML | %d MiB |", limit.Data>>20),
		fmt.Sprintf("| a manifest with its text, JSON, a file of code | %d MiB |", limit.File>>20),
		fmt.Sprintf("| a `.gitignore` | %d MiB, %s patterns |", limit.Ignore>>20, thousands(limit.IgnorePatterns)),
		fmt.Sprintf("| globs of one list in the configuration | %s |", thousands(limit.Globs)),
		fmt.Sprintf("| values of one JSON text | %s |", thousands(limit.Values)),
		fmt.Sprintf("| values that the aliases of one YAML document expand to | %s |", thousands(limit.Aliased)),
		fmt.Sprintf("| depth of nested values | %d |", limit.Depth),
		fmt.Sprintf("| a JSON Schema as the proof takes it | %d MiB, %s schemas |", limit.Document>>20, thousands(limit.Schemas)),
		fmt.Sprintf("| a package that is digested | %d GiB, %s files |", int64(limit.PackageBytes)>>30, thousands(limit.PackageFiles)),
	} {
		if !strings.Contains(string(src), want) {
			t.Errorf("docs/limits.md has no row %s", want)
		}
	}
}

func thousands(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, link} {
		if src, err := limit.ReadFile(name, 5); err != nil || string(src) != "12345" {
			t.Errorf("%q, %v", src, err)
		}
	}
	if _, err := limit.ReadFile(file, 4); !errors.As(err, new(limit.TooLarge)) {
		t.Errorf("%v", err)
	}
	if _, err := limit.ReadFS(os.DirFS(dir), "file", 4); !errors.As(err, new(limit.TooLarge)) {
		t.Errorf("%v", err)
	}
	if _, err := limit.ReadFile(dir, 5); !errors.Is(err, limit.ErrIrregular) {
		t.Errorf("%v", err)
	}
	if _, err := limit.ReadFS(os.DirFS(dir), ".", 5); !errors.Is(err, limit.ErrIrregular) {
		t.Errorf("%v", err)
	}
	if _, err := limit.ReadFile(filepath.Join(dir, "gone"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := limit.ReadAll(strings.NewReader("123456"), "input", 5); !errors.As(err, new(limit.TooLarge)) {
		t.Errorf("%v", err)
	}
}
