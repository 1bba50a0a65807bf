// Package shell reads POSIX and bash scripts as far as is needed to say which
// files a script runs or sources: its simple commands, their words with
// quoting and expansions told apart, variables, here-documents and comments.
//
// It is tolerant: a script with a syntax error, or of another shell, is read
// to its end, in linear time and bounded stack.
//
// It does NOT expand anything, keep control flow, or check a script's syntax.
package shell

import (
	"cmp"
	"fmt"
	"slices"
)

// A Span is a half-open range of byte offsets into the source.
type Span struct{ Start, End int }

// A File is what a script says.
type File struct {
	Commands []*Command // in the order of the source, those in $(…) among them
	Assigns  []*Assign  // name=value, before a command, or after export and its like
	Comments []Span     // from `#` to the end of the line
	Err      *Error     // the first syntax error, or nil
}

// An Error is a syntax error: what is wrong, and where.
type Error struct {
	Offset int
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// A Command is a simple command: its name and arguments. `for x in a b`,
// `[[ … ]]` and `test` count as commands too; `if`, `while`, `case` do not.
type Command struct {
	Span
	Words     []*Word
	Redirects []*Redirect
}

// A Redirect is `> file`, `2>&1`, `<<< word` or a here-document. The text of a
// here-document is Body.
type Redirect struct {
	Span
	Op     string // as written, without a file descriptor
	Target *Word
	Body   *Word // of `<<` and `<<-`, else nil
}

// An Assign is name=value or name=(values…).
type Assign struct {
	Span
	Name   string
	Value  *Word   // nil for an array
	Values []*Word // of an array
}

// A Word is one argument: its parts stand side by side.
type Word struct {
	Span
	Parts []Part
}

// A PartKind says what a part of a word is.
type PartKind uint8

const (
	Literal      PartKind = iota // text, quotes and escapes removed
	Variable                     // $NAME, ${NAME}, ${NAME:-…}
	Substitution                 // $(…), `…`, <(…), $((…))
)

// A Part is a stretch of a word. Its Span excludes the quotes around it.
type Part struct {
	Span
	Kind   PartKind
	Text   string // of a literal; the name of a variable
	Arg    string // of ${NAME…}: what follows the name, as written
	Quoted bool
}

// Literal returns the word's text; ok is false if something in it expands.
func (w *Word) Literal() (text string, ok bool) {
	for _, p := range w.Parts {
		if p.Kind != Literal {
			return "", false
		}
		text += p.Text
	}
	return text, true
}

// Parse reads a script. It never fails: the first error is noted in File.Err.
func Parse(src []byte) *File {
	r := &reader{src: string(src), file: &File{}}
	fuel := 4 * len(r.src)
	r.end, r.fuel = len(r.src), &fuel
	if len(r.src) >= 3 && r.src[:3] == "\ufeff" {
		r.pos = 3
	}
	r.list(0)
	slices.SortStableFunc(r.file.Commands, func(a, b *Command) int { return cmp.Compare(a.Start, b.Start) })
	return r.file
}
