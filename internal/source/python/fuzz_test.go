package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// FuzzParse: no input panics, every span lies in the span of its parent, comments and the error lie in the file, and
// what the tree is asked for has an answer.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
		for _, line := range strings.SplitAfter(string(src), "\n") {
			f.Add([]byte(line))
		}
	}
	for _, src := range broken {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, src) })
}

func check(t *testing.T, src []byte) {
	t.Helper()
	f := python.Parse(src)
	if e := f.Err; e != nil && (e.Offset < 0 || e.Offset > len(src) || e.Message == "") {
		t.Errorf("error %q at %d of %d", e.Message, e.Offset, len(src))
	}
	last := 0
	for _, c := range f.Comments {
		if c.Start < last || c.End > len(src) || c.Text != string(src[c.Start:c.End]) {
			t.Errorf("comment %q at %v", c.Text, c.Span)
		}
		last = c.End
	}
	for n, path := range f.Nodes() {
		span, outer := n.At(), path[len(path)-1].At()
		if span.Start < outer.Start || span.End > outer.End || span.Start > span.End {
			t.Errorf("%T %v in %T %v", n, span, path[len(path)-1], outer)
		}
		switch n := n.(type) {
		case *python.Name:
			if string(src[n.Start:n.End]) != n.ID {
				t.Errorf("name %q is written %q", n.ID, src[n.Start:n.End])
			}
			f.Resolve(n)
		case *python.String:
			value, _ := n.Value()
			if at := n.Offset(len(value)); at < n.Start || at > n.End {
				t.Errorf("end of %q at %d, outside of %v", value, at, n.Span)
			}
			f.Text(n)
		case *python.Number:
			n.JSON()
		case *python.Call:
			n.Callee()
			n.Arg(0, "name")
		}
	}
	for i := range f.Imports() {
		if m := i.Module; m.Start < i.Stmt.At().Start || m.End > i.Stmt.At().End {
			if i.Module.Parts != nil {
				t.Errorf("module %v outside of its statement", m.Span)
			}
		}
	}
}
