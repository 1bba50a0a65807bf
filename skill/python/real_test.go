//go:build oracle

package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/skill/python"
)

// BenchmarkTree reads every Python file below the folders of ORACLE_ROOTS.
func BenchmarkTree(b *testing.B) {
	var files [][]byte
	size := 0
	for _, root := range filepath.SplitList(os.Getenv("ORACLE_ROOTS")) {
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".py") {
				if src, err := os.ReadFile(path); err == nil {
					files, size = append(files, src), size+len(src)
				}
			}
			return nil
		})
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			python.Parse(src)
		}
	}
}
