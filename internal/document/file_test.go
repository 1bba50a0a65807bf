package document

import (
	"go/token"
	"testing"
)

// disk is a file system of one file, which counts how often it is read.
type disk struct {
	text  string
	reads int
}

func (d *disk) ReadAgain(_ string, _ Sum, wants func([]byte, *Sum) bool) []byte {
	d.reads++
	if d.text == "" || !wants([]byte(d.text), nil) {
		return nil
	}
	return []byte(d.text)
}

func (d *disk) Lend(path string, sum Sum, wants func([]byte, *Sum) bool, use func([]byte)) {
	use(d.ReadAgain(path, sum, wants))
}

// TestRelease drops the bytes of a file: its facts, its data and its places are
// still known without reading it; the rest is read again, as long as it is the
// same.
func TestRelease(t *testing.T) {
	const text = "---\nname: ü\n---\n\nSee /Users/mia/x\r\nand [a](b.md)\n# skilllint:ignore x y\n"
	d := &disk{text: text}
	var reader Reader = d
	fset := token.NewFileSet()
	f := New(fset, "SKILL.md", "SKILL.md", []byte(text)).From(&reader)
	f.Prose()
	f.Release(len("---\nname: ü\n---\n"))
	if homes := f.Facts().Homes; len(homes) != 1 || homes[0].Path != "/Users/mia" {
		t.Errorf("homes: %v", homes)
	}
	if got := string(f.Between(4, 12)); got != "name: ü" {
		t.Errorf("the data is %q", got)
	}
	if p := fset.Position(f.Pos(len(text) - 3)); p.Line != 7 {
		t.Errorf("line %d", p.Line)
	}
	if d.reads != 0 {
		t.Errorf("the file was read %d times", d.reads)
	}
	if got := string(f.Between(18, 21)); got != "See" || d.reads != 1 {
		t.Errorf("%q after %d reads", got, d.reads)
	}
	for _, changed := range []string{text + "x", "", text[:len(text)-2] + "z\n"} {
		d.text = changed
		if f.Source() != nil || f.Between(17, 20) != nil {
			t.Errorf("%q was taken for what was read", changed)
		}
	}
}

// TestLines holds the table of lines to the lines of a token.File.
func TestLines(t *testing.T) {
	for _, text := range []string{"\n", "a", "a\n", "a\nb", "\n\n\n", "a\r\nb\u0085c\u2028d\r\n", "\ufeffa\n" + string(make([]byte, 300)) + "\nx"} {
		fset := token.NewFileSet()
		f := New(fset, "x", "x", []byte(text))
		want := fset.AddFile("y", -1, len(text))
		want.SetLinesForContent([]byte(text))
		for at := range len(text) + 1 {
			if got, want := fset.Position(f.Pos(at)), fset.Position(want.Pos(at)); got.Line != want.Line || got.Column != want.Column {
				t.Errorf("%q at %d: %v, want %v", text, at, got, want)
			}
		}
	}
}

// TestBase asks for positions in every order: each line is known that one is asked in,
// or that places are counted to.
func TestBase(t *testing.T) {
	const text = "a\nbb\n\nccc\nd\n"
	lines := []int{1, 1, 2, 2, 2, 3, 4, 4, 4, 4, 5, 5, 5}
	for first := range lines {
		for second := range lines {
			fset := token.NewFileSet()
			f := New(fset, "x.md", "x.md", []byte(text))
			for _, to := range []int{first, second} {
				base := f.Base(0, to)
				for at := range to + 1 {
					if p := fset.Position(base + token.Pos(at)); p.Line != lines[at] || p.Offset != at {
						t.Errorf("asked up to %d and %d: byte %d is at %v, expected line %d", first, second, at, p, lines[at])
					}
				}
			}
		}
	}
}
