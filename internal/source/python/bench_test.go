package python_test

import (
	"os"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// BenchmarkParse reads the fixture that has every construct, fifty times over: about 200 kB.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("testdata/skill.py")
	if err != nil {
		b.Fatal(err)
	}
	src = []byte(strings.Repeat(string(src), 50))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		python.Parse(src)
	}
}
