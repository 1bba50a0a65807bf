package audit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway/audit"
)

// sampleLog writes a log of two sealed segments, and gives the paths of their files.
func sampleLog(t testing.TB) (dir string, segments []string) {
	t.Helper()
	dir = t.TempDir()
	w := newWriter(t, files(t, dir), audit.Options{SegmentBytes: 2500})
	for i := range 6 {
		for _, f := range []func(audit.Record) error{
			func(r audit.Record) error { return w.Intent(ctx, r) },
			func(r audit.Record) error { return w.Outcome(ctx, r) },
		} {
			if err := f(audit.Record{CallID: fmt.Sprint(i), Org: "acme"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	segments, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(segments) != 2 {
		t.Fatalf("segments %v, %v; want 2", segments, err)
	}
	return dir, segments
}

// TestTampered changes a log in each way, and tests that it is found where it was done.
func TestTampered(t *testing.T) {
	second := func(edit func(lines [][]byte) [][]byte) func([][]byte, [][]byte) ([][]byte, [][]byte) {
		return func(a, b [][]byte) ([][]byte, [][]byte) { return a, edit(b) }
	}
	change := func(line []byte) []byte { return bytes.Replace(line, []byte("acme"), []byte("ecma"), 1) }
	for name, c := range map[string]struct {
		edit func(first, second [][]byte) ([][]byte, [][]byte)
		want string
	}{
		"a changed byte": {second(func(l [][]byte) [][]byte { l[2] = change(l[2]); return l }), "row 2: row does not match its hash"},
		"a changed row with its hash": {second(func(l [][]byte) [][]byte { l[2] = audit.Rehash(change(l[2])); return l }),
			"row 3: row does not follow the row before it"},
		"a removed row":       {second(func(l [][]byte) [][]byte { return slices.Delete(l, 2, 3) }), "row 2: row 3 stands where row 2 is due"},
		"a removed first row": {second(func(l [][]byte) [][]byte { return l[1:] }), "row 0: row 1 stands where row 0 is due"},
		"exchanged rows":      {second(func(l [][]byte) [][]byte { l[1], l[2] = l[2], l[1]; return l }), "row 1: row 2 stands where row 1 is due"},
		"a repeated row":      {second(func(l [][]byte) [][]byte { return slices.Insert(l, 2, l[2]) }), "row 3: row 2 stands where row 3 is due"},
		"an empty line":       {second(func(l [][]byte) [][]byte { return slices.Insert(l, 2, nil) }), "row 2: row has no hash"},
		"a row of another segment": {func(a, b [][]byte) ([][]byte, [][]byte) { b[2] = a[2]; return a, b },
			"row 2: row belongs to segment"},
		"exchanged segments": {func(a, b [][]byte) ([][]byte, [][]byte) { return b, a }, "row 0: row belongs to segment"},
		"a row after the end": {second(func(l [][]byte) [][]byte {
			n := len(l)
			prev := hashOf(l[n-1])
			row := bytes.Replace(l[n-1], []byte(fmt.Sprintf(`"seq":%d`, n-1)), []byte(fmt.Sprintf(`"seq":%d`, n)), 1)
			row = bytes.Replace(row, []byte(`"prev":"`+string(hashOf(l[n-2]))), []byte(`"prev":"`+string(prev)), 1)
			return append(l, audit.Rehash(row))
		}), "row follows the end of the segment"},
		"a segment written anew": {func(a, b [][]byte) ([][]byte, [][]byte) {
			prev := a[0]
			for i := range a {
				row := change(a[i])
				if i > 0 {
					row = bytes.Replace(row, append([]byte(`"prev":"`), row[bytes.Index(row, []byte(`"prev":"`))+8:][:64]...), []byte(`"prev":"`+string(hashOf(prev))), 1)
				}
				a[i] = audit.Rehash(row)
				prev = a[i]
			}
			return a, b
		}, "row 0: row follows none of segment"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, segments := sampleLog(t)
			first, second := c.edit(readLines(t, segments[0]), readLines(t, segments[1]))
			writeLines(t, segments[0], first)
			writeLines(t, segments[1], second)
			report, err := audit.Verify(dir)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(report.Faults, func(f audit.Fault) bool { return strings.Contains(f.String(), c.want) }) {
				t.Errorf("faults %v, want %q", report.Faults, c.want)
			}
		})
	}
}

// TestCutOff: a sealed segment has to have its end.
func TestCutOff(t *testing.T) {
	for _, rows := range []int{1, 2, 5} {
		dir, segments := sampleLog(t)
		lines := readLines(t, segments[1])
		writeLines(t, segments[1], lines[:len(lines)-rows])
		want := fmt.Sprintf("row %d: rows are missing from here on: the segment was sealed", len(lines)-rows)
		for _, path := range []string{dir, segments[1]} {
			report, err := audit.Verify(path)
			if err != nil || len(report.Faults) != 1 || !strings.Contains(report.Faults[0].String(), want) {
				t.Errorf("%v, %v; want %q", report.Faults, err, want)
			}
		}
	}
	// The middle of a row will do.
	dir, segments := sampleLog(t)
	data, err := os.ReadFile(segments[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(segments[1], int64(len(data)-10)); err != nil {
		t.Fatal(err)
	}
	if report, err := audit.Verify(dir); err != nil || len(report.Faults) != 1 {
		t.Errorf("%v, %v; want one fault", report.Faults, err)
	}
}

// TestCrashed: what cannot be told from a crash is not a fault, but shows.
func TestCrashed(t *testing.T) {
	dir, segments := sampleLog(t)
	lines := readLines(t, segments[1])
	writeLines(t, segments[1], lines[:len(lines)-2])
	if err := os.WriteFile(strings.TrimSuffix(segments[1], ".jsonl")+".lock", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := audit.Verify(dir)
	if err != nil || len(report.Faults) != 0 || report.Segments[1].Sealed || len(report.Open) != 1 {
		t.Errorf("%+v, %v; want a segment that is not sealed and an open call", report, err)
	}
	if err := os.Remove(segments[0]); err != nil {
		t.Fatal(err)
	}
	report, err = audit.Verify(dir)
	if err != nil || len(report.Missing) != 1 || report.Missing[0]+".jsonl" != filepath.Base(segments[0]) {
		t.Errorf("%+v, %v; want the missing segment", report, err)
	}
	if one, err := audit.Verify(segments[1]); err != nil || len(one.Segments) != 1 || len(one.Faults) != 0 {
		t.Errorf("one file: %+v, %v", one, err)
	}
	if _, err := audit.Verify(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there has no error")
	}
}

// TestKnown: what an earlier report said is held against the log, however well the log
// holds together.
func TestKnown(t *testing.T) {
	dir := t.TempDir()
	w := newWriter(t, files(t, dir), audit.Options{})
	var known []audit.SegmentReport
	for i := range 3 { // while it is written, then whole
		for j := range 3 {
			if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i, j)}); err != nil {
				t.Fatal(err)
			}
		}
		if i == 2 {
			w.Close()
		}
		report, err := audit.Verify(dir, known...)
		if err != nil || len(report.Faults) > 0 {
			t.Fatalf("a log that grew: %v, %v", report.Faults, err)
		}
		text, err := json.Marshal(report.Segments)
		if err != nil {
			t.Fatal(err)
		}
		var kept []audit.SegmentReport
		if err := json.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
		known = append(known, kept...)
	}
	id := known[0].ID
	path, lock := filepath.Join(dir, id+".jsonl"), filepath.Join(dir, id+".lock")
	lines := readLines(t, path)
	// As if the writer had crashed after the fifth row.
	writeLines(t, path, lines[:5])
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(what string, known []audit.SegmentReport, want ...string) {
		t.Helper()
		report, err := audit.Verify(dir, known...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range report.Faults {
			got = append(got, f.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("nothing is known", nil)
	check("the first report", known[:1])
	check("all reports", known, "segment "+id+", row 5: rows are missing from here on: there were 11")
	// And written anew from there on.
	last := bytes.Replace(lines[3], []byte(`"call_id":"0 2"`), []byte(`"call_id":"2 0"`), 1)
	writeLines(t, path, append(lines[:3], audit.Rehash(last)))
	check("the first report", known[:1], "segment "+id+", row 3: row is another than it was")
	check("all reports", known, "segment "+id+", row 3: row is another than it was")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check("the segment is gone", known, "segment "+id+", row 0: segment is gone: there were 11 rows")
}

// TestTamperedStaysClosed: a log that was changed and not sealed is not written on.
func TestTamperedStaysClosed(t *testing.T) {
	dir, segments := sampleLog(t)
	lines := readLines(t, segments[1])
	lines = lines[:len(lines)-1]
	lines[2] = bytes.Replace(lines[2], []byte("acme"), []byte("ecma"), 1)
	writeLines(t, segments[1], lines)
	lock := strings.TrimSuffix(segments[1], ".jsonl") + ".lock"
	if err := os.WriteFile(lock, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := audit.New(ctx, files(t, dir), audit.Options{})
	if err == nil || !strings.Contains(err.Error(), "row 2: row does not match its hash") {
		t.Errorf("%v, want an error about row 2", err)
	}
	if got := readLines(t, segments[1]); len(got) != len(lines) {
		t.Errorf("the segment has %d rows now, had %d", len(got), len(lines))
	}
}

func TestDigest(t *testing.T) {
	var key audit.Key // RFC 4231, test case 1; shorter keys are filled up with zeros
	copy(key[:], bytes.Repeat([]byte{0x0b}, 20))
	want := audit.Digest{HMAC: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", Size: 8}
	if got := key.Digest([]byte("Hi There")); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzVerify(f *testing.F) {
	_, segments := sampleLog(f)
	data, err := os.ReadFile(segments[1])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte("{}\n\n"))
	f.Add([]byte(`,"hash":"` + strings.Repeat("0", 64) + "\"}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(segments[1]), ".jsonl")+".jsonl")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := audit.Verify(path)
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(data, []byte("\n")); len(report.Faults) == 0 && report.Segments[0].Rows != uint64(lines) {
			t.Errorf("%d lines, %d rows, no fault", lines, report.Segments[0].Rows)
		}
	})
}

func readLines(t testing.TB, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

func writeLines(t testing.TB, path string, lines [][]byte) {
	t.Helper()
	if err := os.WriteFile(path, append(bytes.Join(lines, []byte("\n")), '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
}

func hashOf(line []byte) []byte { return line[len(line)-66 : len(line)-2] }
