package code

import (
	"bytes"
	"go/parser"
	"go/token"
	"sort"
	"sync"

	"github.com/skilllint/skilllint/internal/document"
	es "github.com/skilllint/skilllint/internal/source/ecmascript"
	"github.com/skilllint/skilllint/internal/source/python"
	"github.com/skilllint/skilllint/internal/source/shell"
)

// Mentioned returns which of the names a file names outside of its comments,
// each as a word of its own: "target" does not name get, "self.get(" does. The
// comments of languages that are not read are not known.
func Mentioned(p string, src []byte, names []string) []string {
	comments := sync.OnceValue(func() []document.Span { return commentsOf(p, src) })
	var found []string
	for _, name := range names {
		for at := mention(src, name, 0); at >= 0; at = mention(src, name, at+1) {
			if !inComment(comments(), at) {
				found = append(found, name)
				break
			}
		}
	}
	return found
}

func inComment(comments []document.Span, at int) bool {
	i := sort.Search(len(comments), func(i int) bool { return comments[i].End > at })
	return i < len(comments) && comments[i].Start <= at
}

// mention returns where a text names something as a word of its own, from a
// place on; -1 where it does not.
func mention(text []byte, name string, from int) int {
	for name != "" {
		i := bytes.Index(text[min(from, len(text)):], []byte(name))
		if i < 0 {
			return -1
		}
		from += i
		to := from + len(name)
		if !(from > 0 && nameByte(text[from-1]) && nameByte(name[0])) && !(to < len(text) && nameByte(text[to]) && nameByte(name[len(name)-1])) {
			return from
		}
		from++
	}
	return -1
}

// nameByte reports whether a byte goes on a name. Other scripts stand beside
// names without a blank.
func nameByte(c byte) bool { return c < 0x80 && c != '$' && wordByte[c] }

// commentsOf returns the comments of a source, in order.
func commentsOf(p string, src []byte) (comments []document.Span) {
	switch LanguageOf(p) {
	case Python:
		for _, c := range python.Parse(src).Comments {
			comments = append(comments, document.Span(c.Span))
		}
	case JavaScript, TypeScript:
		lang, _ := es.LanguageOf(p)
		for _, c := range es.Parse(lang, src).Comments {
			comments = append(comments, document.Span(c.Span))
		}
	case Shell:
		for _, c := range shell.Parse(src).Comments {
			comments = append(comments, document.Span(c))
		}
	case Go:
		fset := token.NewFileSet()
		file, _ := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
		for _, group := range file.Comments {
			for _, c := range group.List {
				at := fset.PositionFor(c.Pos(), false).Offset
				comments = append(comments, document.Span{Start: at, End: at + len(c.Text)})
			}
		}
	}
	return comments
}
