package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// TestText holds offsets and positions to each other, and to the protocol's
// reading of line ends, columns outside of the basic plane and byte-order marks.
func TestText(t *testing.T) {
	const sample = "a\u00e9\U0001F52Eb\r\nc\rd\n\n"
	for _, c := range []struct {
		text      *text
		line, col uint32
		offset    int
	}{
		{documentText([]byte(sample)), 0, 0, 0},
		{documentText([]byte(sample)), 0, 2, 3},
		{documentText([]byte(sample)), 0, 4, 7},
		{documentText([]byte(sample)), 0, 5, 8},
		{documentText([]byte(sample)), 1, 0, 10},
		{documentText([]byte(sample)), 2, 0, 12},
		{documentText([]byte(sample)), 3, 0, 14},
		{documentText([]byte(sample)), 4, 0, 15},
		{fileText([]byte("\ufeffab")), 0, 1, 4},
		{documentText([]byte("\ufeffab")), 0, 1, 3},
	} {
		p := Position{c.line, c.col}
		if got := c.text.offset(p); got != c.offset {
			t.Errorf("offset of %v is %d, want %d", p, got, c.offset)
		}
		if got := c.text.position(c.offset); got != p {
			t.Errorf("position of %d is %v, want %v", c.offset, got, p)
		}
	}
	full := documentText([]byte(sample))
	for p, want := range map[Position]int{
		{0, 3}:               3,  // in the middle of a character: where it begins
		{0, 99}:              8,  // behind the end of the line
		{9, 0}:               15, // behind the end of the text
		{1<<32 - 1, 1 << 31}: 15,
	} {
		if got := full.offset(p); got != want {
			t.Errorf("offset of %v is %d, want %d", p, got, want)
		}
	}
}

func TestMoved(t *testing.T) {
	for _, c := range []struct {
		from, to string
		offset   int
		want     string
	}{
		{"one two three", "one 2 three", 0, "0 true"},
		{"one two three", "one 2 three", 4, "4 true"},
		{"one two three", "one 2 three", 8, "6 true"},
		{"one two three", "one 2 three", 5, "0 false"},
		{"one two three", "one two three", 5, "5 true"},
		{"one two three", "", 13, "0 true"},
		{"one\ntwo\nthree\n", "1\n1\ntwo\n3\n", 5, "5 true"},
		{"one\ntwo\nthree\n", "1\n2\n3\n", 5, "0 false"},
		{"one\ntwo\nthree\n", "1\ntwo\ntwo\n3\n", 5, "0 false"},
		{"one\ntwo\ntwo\nthree\n", "1\ntwo\n3\n", 5, "0 false"},
	} {
		at, ok := moved([]byte(c.from), []byte(c.to), c.offset)
		if got := fmt.Sprint(at, ok); got != c.want {
			t.Errorf("%q as %q at %d: got %s, want %s", c.from, c.to, c.offset, got, c.want)
		}
	}
}

// FuzzEdited holds that no range and no text makes an edit panic, and that
// what it leaves has its lines where they are.
func FuzzEdited(f *testing.F) {
	f.Add("a\r\nb\U0001F52E\n", uint32(0), uint32(1), uint32(1), uint32(3), "x\ry")
	f.Add("\xff\xfe", uint32(9), uint32(0), uint32(9), uint32(9), "")
	f.Fuzz(func(t *testing.T, src string, l, c, m, d uint32, with string) {
		old := documentText([]byte(src))
		edited, err := old.edited(ContentChange{Range: &Range{Position{l, c}, Position{m, d}}, Text: with})
		if err != nil {
			return
		}
		if len(edited.src) > len(src)+len(with) || !strings.Contains(string(edited.src), with) {
			t.Errorf("%q became %q", src, edited.src)
		}
		for line, at := range edited.lines {
			if got := edited.position(at); got != (Position{Line: uint32(line)}) {
				t.Errorf("line %d begins at %v", line, got)
			}
		}
	})
}
