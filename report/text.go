package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
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
	// Lines is the height of the screen, 0 when there is none: what does not
	// fit is counted, and what matters most comes first.
	Lines int
	// Next adds a line that says what to do next.
	Next bool
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
	t.findings(w, ws, shown)
	s := Summarize(ws, findings)
	fmt.Fprintf(w, "%s: %s, %s", Read(ws), plural(s.Errors, "error"), plural(s.Warnings, "warning"))
	if s.Notes > 0 {
		fmt.Fprintf(w, ", %s", plural(s.Notes, "note"))
		if !t.Notes {
			fmt.Fprint(w, " (--notes shows them)")
		}
	}
	fmt.Fprintln(w)
	if left := NotJudged(ws); left != "" {
		fmt.Fprintln(w, Visible(left))
	}
	if next := nextStep(shown); t.Next && next != "" {
		fmt.Fprintln(w, next)
	}
	return w.Flush()
}

// footer is how many lines follow the findings at most.
const footer = 5

// findings writes the findings in their order when they fit on the screen,
// else as many as do, the gravest first.
func (t Text) findings(w *bufio.Writer, ws *skill.Workspace, shown []lint.Finding) {
	texts := make([]string, 0, len(shown))
	lines := 0
	one := bufio.NewWriter(nil)
	for _, f := range shown {
		var b strings.Builder
		one.Reset(&b)
		t.finding(one, ws, f)
		one.Flush()
		texts = append(texts, b.String())
		lines += strings.Count(b.String(), "\n")
	}
	if t.Lines == 0 || lines <= t.Lines-footer {
		for _, text := range texts {
			w.WriteString(text)
		}
		return
	}
	order := make([]int, len(shown))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shown[b].Severity, shown[a].Severity) })
	room, left := t.Lines-footer, map[lint.Severity]int{}
	for n, i := range order {
		room -= strings.Count(texts[i], "\n")
		if room >= 0 || n == 0 {
			w.WriteString(texts[i])
		} else {
			left[shown[i].Severity]++
		}
	}
	var parts []string
	for _, severity := range []lint.Severity{lint.Error, lint.Warning, lint.Note} {
		if n := left[severity]; n > 0 {
			parts = append(parts, plural(n, "more "+severity.String()))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "… and %s: name a folder to see its own, or pipe the output to see all\n", strings.Join(parts, ", "))
	}
}

// nextStep says what to do about findings: mend what can be mended, else read
// about the rule that found most of the gravest.
func nextStep(shown []lint.Finding) string {
	fixable := 0
	counts := map[*lint.Rule]int{}
	var worst lint.Severity
	for _, f := range shown {
		if len(f.SuggestedFixes) > 0 {
			fixable++
		}
		worst = max(worst, f.Severity)
	}
	var first *lint.Rule
	for _, f := range shown {
		if f.Severity != worst || f.Rule == lint.InternalError() {
			continue
		}
		if counts[f.Rule]++; first == nil || counts[f.Rule] > counts[first] {
			first = f.Rule
		}
	}
	switch {
	case fixable > 0:
		return fmt.Sprintf("next: skilllint --diff shows how %d of them can be mended, skilllint --fix does it", fixable)
	case first != nil:
		return fmt.Sprintf("next: skilllint explain %s says why it matters and what to do", first.Name)
	}
	return ""
}

func (t Text) finding(w *bufio.Writer, ws *skill.Workspace, f lint.Finding) {
	at := locate(ws, f.Pos, f.End, runes)
	if at.file == "" {
		at.file = "."
	}
	place := fmt.Sprintf("%s:%d:%d:", Visible(at.file), at.line, at.column)
	severity := t.paint(bold+severityColor[f.Severity], f.Severity.String()+":")
	fmt.Fprintf(w, "%s %s %s %s\n", t.paint(bold, place), severity, Visible(f.Message), "["+f.Rule.Name+"]")
	t.excerpt(w, ws, at, severityColor[f.Severity])
	for _, r := range f.Related {
		p := locate(ws, r.Pos, r.End, runes)
		fmt.Fprintf(w, "  %s:%d:%d: %s\n", Visible(p.file), p.line, p.column, Visible(r.Message))
	}
}

// maxExcerpt bounds the source line that is shown, in terminal cells.
const maxExcerpt = 120

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
	text, from, to := around(src, at)
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	before, marked, after := cells(string(text[:from])), cells(string(text[from:to])), cells(string(text[to:]))
	before, after = crop(before, marked, after)
	shown := before + marked + after
	if cellWidth(shown) > maxExcerpt+10 {
		marked = truncate(marked, maxExcerpt)
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
func crop(before, marked, after string) (string, string) {
	room := maxExcerpt - cellWidth(marked)
	if cellWidth(before)+cellWidth(after) <= room {
		return before, after
	}
	half := max(20, room/2)
	if cellWidth(before) > half {
		before = "…" + tail(before, half)
	}
	if rest := max(10, room-cellWidth(before)); cellWidth(after) > rest {
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
