package rules_test

import (
	"flag"
	"fmt"
	"go/token"
	"os"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/testdata/bench/real"
)

var realTree = flag.String("tree", "", "a folder that BenchmarkReal measures, in place of generated ones")

// BenchmarkReal loads and judges workspaces like those that people publish, as a cold run of the
// command does. What it states in MB/s is of all files, read or not.
func BenchmarkReal(b *testing.B) {
	if *realTree != "" {
		cold(b, *realTree)
		return
	}
	for _, skills := range []int{100, 1_000, 8_000} {
		b.Run(fmt.Sprint(skills), func(b *testing.B) {
			dir := b.TempDir()
			files, bytes, err := real.Write(dir, skills, 1)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(bytes)
			cold(b, dir)
			b.ReportMetric(float64(files), "files")
		})
	}
}

func cold(b *testing.B, dir string) {
	b.ReportAllocs()
	for b.Loop() {
		root, err := os.OpenRoot(dir)
		if err != nil {
			b.Fatal(err)
		}
		disk := tree.NewDisk(root)
		ws, err := skill.Load(token.NewFileSet(), disk, skill.Options{})
		if err != nil {
			b.Fatal(err)
		}
		findings := lint.Run(lint.Input{Workspace: ws, Now: time.Unix(0, 0)}, rules.All)
		b.ReportMetric(float64(len(ws.Skills)), "skills")
		b.ReportMetric(float64(len(findings)), "findings")
		disk.Close()
		root.Close()
	}
}
