package manifest

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// ToolWords returns the words of a list of tools, which hosts read from a text
// (separated by blanks or commas outside of brackets) or a list of texts.
func ToolWords(f *document.File, n *document.Node) []contract.Name {
	if n.Is(document.List) {
		var words []contract.Name
		for _, item := range n.Members {
			if item.Value.Is(document.String) {
				words = append(words, contract.Name{Text: strings.TrimSpace(item.Value.Text), Pos: item.Value.Pos, End: item.Value.End})
			}
		}
		return words
	}
	if !n.Is(document.String) {
		return nil
	}
	from, end := f.Offset(n.Pos), f.Offset(n.End)
	verbatim := bytes.Index(f.Between(from, end), []byte(n.Text))
	var words []contract.Name
	brackets, start := 0, -1
	for i, r := range n.Text + " " {
		switch {
		case r == '(':
			brackets++
		case r == ')' && brackets > 0:
			brackets--
		}
		stop := brackets == 0 && (unicode.IsSpace(r) || r == ',')
		switch {
		case !stop && start < 0:
			start = i
		case stop && start >= 0:
			w := contract.Name{Text: n.Text[start:i], Pos: n.Pos, End: n.End}
			if verbatim >= 0 {
				w.Pos, w.End = f.Pos(from+verbatim+start), f.Pos(from+verbatim+i)
			}
			words = append(words, w)
			start = -1
		}
	}
	return words
}
