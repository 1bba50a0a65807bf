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
		"a baseline":                              limit.Baseline,
		"an entry of the cache":                   limit.Cache,
	} {
		if want := fmt.Sprintf("| %s | %d MiB |", row, size>>20); !strings.Contains(string(src), want) {
			t.Errorf("docs/limits.md has no row %s", want)
		}
	}
}

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
