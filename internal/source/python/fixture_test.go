package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// TestFixtures compares the tree with what CPython read in the same files; testdata/record.py recorded it.
func TestFixtures(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ast")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(strings.TrimSuffix(file, ".ast") + ".py")
			if err != nil {
				t.Fatal(err)
			}
			f := python.Parse(src)
			if f.Err != nil {
				t.Errorf("%s at offset %d", f.Err, f.Err.Offset)
			}
			if diff := difference(strings.Split(strings.TrimSpace(string(want)), "\n"), dump(f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// difference lists the lines that only one of two sorted lists has, at most ten.
func difference(want, got []string) string {
	var b strings.Builder
	for n := 0; n < 10 && len(want)+len(got) > 0; {
		switch {
		case len(got) == 0 || len(want) > 0 && want[0] < got[0]:
			b.WriteString("missing " + want[0] + "\n")
			want, n = want[1:], n+1
		case len(want) == 0 || got[0] < want[0]:
			b.WriteString("surplus " + got[0] + "\n")
			got, n = got[1:], n+1
		default:
			want, got = want[1:], got[1:]
		}
	}
	return b.String()
}
