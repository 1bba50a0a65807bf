package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Text writes findings for a person at a terminal: the place, what is wrong,
// the source line with the span marked, related places, and at the end what
// was read and found. Notes are only counted unless Notes is set.
type Text struct {
	Color bool
	Notes bool
	// Max is how many findings are shown, 0 for all. Of more the rules are
	// counted first, then those of the gravest rules are shown.
	Max int
	// Width is how many cells a line of the terminal has, 0 when that is not known.
	Width int
	// Places are shown so that they can be opened from the current folder. Dir is
	// the root as it is called from there, "" for that folder itself; Below is the
	// current folder's path in the root, when it is below it. Both have slashes.
	Dir, Below string
	// Next adds a line that says what to do next; Args are the paths that a
	// command has to be given to read the same workspace.
	Next bool
	Args string
}

// The colours of a terminal, as SGR sequences.
const (
	bold, red, yellow, cyan, reset = "\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
)

var severityColor = map[lint.Severity]string{lint.Error: red, lint.Warning: yellow, lint.Note: cyan}

func (t Text) paint(color, s string) string {
	if !t.Color {
		return s
	}
	return color + s + reset
}

// Write writes the report.
func (t Text) Write(out io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
	w := bufio.NewWriter(out)
	var shown []lint.Finding
	for _, f := range findings {
		if f.Severity > lint.Note || t.Notes {
			shown = append(shown, f)
		}
	}
	if t.Max > 0 && len(shown) > t.Max {
		t.overview(w, ws, shown)
	} else {
		for _, f := range shown {
			t.finding(w, ws, f)
		}
	}
	t.summary(w, ws, findings)
	if left := NotJudged(ws); left != "" {
		fmt.Fprintln(w, Visible(left))
	}
	if next := t.nextStep(shown); t.Next && next != "" {
		fmt.Fprintln(w, next)
	}
	return w.Flush()
}

func (t Text) finding(w *bufio.Writer, ws *skill.Workspace, f lint.Finding) {
	at := t.headline(w, ws, f)
	t.excerpt(w, ws, at, severityColor[f.Severity])
	related, more := few(f.Related)
	for _, r := range related {
		p := locate(ws, r.Pos, r.End, runes)
		name := Visible(p.file) // of another repository or an earlier state: no path from here
		if _, here := ws.Tree.Lookup(p.file); here {
			name = t.path(p.file)
		}
		fmt.Fprintf(w, "  %s:%d:%d: %s\n", name, p.line, p.column, Visible(r.Message))
	}
	if more != "" {
		fmt.Fprintf(w, "  %s\n", more)
	}
}

// headline writes the first line of a finding, and returns its place.
func (t Text) headline(w *bufio.Writer, ws *skill.Workspace, f lint.Finding) span {
	at := locate(ws, f.Pos, f.End, runes)
	if at.file == "" {
		at.file = "."
	}
	place := fmt.Sprintf("%s:%d:%d:", t.path(at.file), at.line, at.column)
	severity := t.paint(bold+severityColor[f.Severity], f.Severity.String()+":")
	fmt.Fprintf(w, "%s %s %s %s\n", t.paint(bold, place), severity, Visible(f.Message), "["+f.Rule.Name+"]")
	return at
}

// Bounds of the source line that is shown, in cells of a terminal.
const (
	maxExcerpt  = 120
	minExcerpt  = 20
	slack       = 10 // by which a cropped line may be longer
	gutterWidth = 8  // of the number before it
)

// excerpt shows the source line of a span with the span marked below.
func (t Text) excerpt(w *bufio.Writer, ws *skill.Workspace, at span, color string) {
	f := ws.File(at.file)
	if f == nil || f.Size == 0 || at.start > f.Size {
		return
	}
	src := f.Source()
	if src == nil {
		fmt.Fprintf(w, "      | (the file has changed since it was read)\n")
		return
	}
	before, marked, after := around(ws, src, at)
	if strings.TrimSpace(before+marked+after) == "" {
		return
	}
	before, marked, after = cells(before), cells(marked), cells(after)
	room := maxExcerpt
	if t.Width > 0 {
		room = min(room, max(minExcerpt, t.Width-gutterWidth-slack))
	}
	before, after = crop(before, marked, after, room)
	shown := before + marked + after
	if cellWidth(shown) > room+slack {
		if t.Width > 0 {
			room = max(1, room-cellWidth(before))
		}
		marked = truncate(marked, room)
		shown = before + marked + "…"
	}
	gutter := fmt.Sprintf("%5d", at.line)
	fmt.Fprintf(w, "%s | %s\n", gutter, strings.TrimRight(shown, " "))
	marks := strings.Repeat("^", max(1, cellWidth(marked)))
	fmt.Fprintf(w, "%s | %s%s\n", strings.Repeat(" ", len(gutter)), strings.Repeat(" ", cellWidth(before)), t.paint(color, marks))
}

// cells returns a piece of a line as it is printed: tabs as four blanks,
// everything hidden written out.
func cells(s string) string {
	return Visible(strings.ReplaceAll(s, "\t", "    "))
}

// crop shortens what stands around the marked part to fit a terminal.
func crop(before, marked, after string, room int) (string, string) {
	rest := room - cellWidth(marked)
	if cellWidth(before)+cellWidth(after) <= rest {
		return before, after
	}
	half := max(min(20, room/4), rest/2)
	if cellWidth(before) > half {
		before = "…" + tail(before, half)
	}
	if rest = max(min(10, room/8), rest-cellWidth(before)); cellWidth(after) > rest {
		after = truncate(after, rest) + "…"
	}
	return before, after
}

// tail returns the end of a text that takes at most limit cells.
func tail(s string, limit int) string {
	at, n := len(s), 0
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if n += runeWidth(r); n > limit {
			break
		}
		at -= size
	}
	return s[at:]
}

func truncate(s string, limit int) string {
	n := 0
	for i, r := range s {
		if n += runeWidth(r); n > limit {
			return s[:i]
		}
	}
	return s
}

// cellWidth is how many cells of a terminal a text takes.
func cellWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
