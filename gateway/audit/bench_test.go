package audit_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/audittest"
)

// BenchmarkFiles: ready rows are as many bytes, in one write and one sync.
func BenchmarkFiles(b *testing.B) {
	dir := b.TempDir()
	w := newWriter(b, files(b, dir), audit.Options{SegmentBytes: 1 << 30})
	if err := w.Denial(ctx, audittest.Sample); err != nil {
		b.Fatal(err)
	}
	segments, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	row := append(readLines(b, segments[0])[1], '\n')
	f, err := audit.OpenRaw(filepath.Join(dir, "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lines := bytes.Repeat(row, 1024)
	audittest.Compare(b, w, func(rows int) error {
		if _, err := f.Write(lines[:rows*len(row)]); err != nil {
			return err
		}
		return f.Sync()
	})
}
