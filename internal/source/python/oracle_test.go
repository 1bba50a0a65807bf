//go:build oracle

package python_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/source/python"
)

// TestOracle compares the tree of every Python file below the folders of ORACLE_ROOTS (a path list; by default the
// standard library) with what CPython reads there. ORACLE_PYTHON names a Python of at least 3.12.
//
//	ORACLE_PYTHON=python3.13 go test -tags oracle -run Oracle -v ./internal/source/python
func TestOracle(t *testing.T) {
	interpreter := os.Getenv("ORACLE_PYTHON")
	if interpreter == "" {
		interpreter = "python3"
	}
	roots := filepath.SplitList(os.Getenv("ORACLE_ROOTS"))
	if roots == nil {
		out, err := exec.Command(interpreter, "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
		if err != nil {
			t.Fatal(err)
		}
		roots = []string{strings.TrimSpace(string(out))}
	}
	var files bytes.Buffer
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil {
			root = real
		}
		filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".py") {
				files.WriteString(path + "\n")
			}
			return nil
		})
	}
	if files.Len() == 0 {
		t.Fatal("no Python files below ", roots)
	}
	record := exec.Command(interpreter, "testdata/record.py", "-")
	record.Stdin, record.Stderr = &files, os.Stderr
	out, err := record.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Start(); err != nil {
		t.Fatal(err)
	}
	o := &oracle{t: t}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		if path, ok := strings.CutPrefix(lines.Text(), "= "); ok {
			o.compare()
			o.path, o.want = path, nil
			continue
		}
		o.want = append(o.want, lines.Text())
	}
	o.compare()
	if err := record.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("files %d: exact %d, different %d, refused by CPython %d (of these accepted here %d, same line %d), other encodings %d; %d lines, %d calls, %d imports",
		o.files, o.exact, o.different, o.refused, o.accepted, o.located, o.encoded, o.lines, o.calls, o.imports)
}

type oracle struct {
	t                                                                                   *testing.T
	path                                                                                string
	want                                                                                []string
	files, exact, different, refused, accepted, located, encoded, lines, calls, imports int
}

// compare judges the file whose lines have been read.
func (o *oracle) compare() {
	if o.path == "" {
		return
	}
	o.files++
	src, err := os.ReadFile(o.path)
	if err != nil {
		o.t.Fatal(err)
	}
	f := python.Parse(src)
	if len(o.want) == 1 && o.want[0] == "? encoding" {
		o.encoded++
		return
	}
	if len(o.want) == 1 && strings.HasPrefix(o.want[0], "! ") {
		o.refused++
		if f.Err == nil {
			o.accepted++
			o.t.Logf("accepted: %s: CPython says %s", o.path, o.want[0][2:])
		} else if line := 1 + strings.Count(string(src[:f.Err.Offset]), "\n"); strings.Contains(o.want[0], fmt.Sprintf("line %d)", line)) {
			o.located++
		} else {
			o.t.Logf("refused elsewhere: %s: line %d: %s: CPython says %s", o.path, line, f.Err, o.want[0][2:])
		}
		return
	}
	if f.Err != nil {
		o.different++
		o.t.Errorf("%s: %s at offset %d, line %d", o.path, f.Err, f.Err.Offset, 1+bytes.Count(src[:f.Err.Offset], []byte("\n")))
		return
	}
	for _, line := range o.want {
		if strings.HasPrefix(line, "call ") {
			o.calls++
		} else if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") {
			o.imports++
		}
	}
	o.lines += len(o.want)
	if diff := difference(o.want, dump(f)); diff != "" {
		o.different++
		o.t.Errorf("%s:\n%s", o.path, diff)
		return
	}
	o.exact++
}

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
