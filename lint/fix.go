package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// An Edit is a file as the fixes of a run would leave it.
type Edit struct {
	Path          string
	Before, After []byte
	Fixed         int // findings that are mended
}

// Fix applies the first fix of each finding, in the order of the findings,
// leaving out fixes that overlap an earlier one: a further run mends those.
// It writes nothing. The edits are sorted by path. A file that is not what it
// was when it was judged is an error.
func Fix(ws *skill.Workspace, findings []Finding) ([]Edit, error) {
	type change struct {
		from, to int
		text     []byte
	}
	changes := map[string][]change{}
	fixed := map[string]int{}
	for _, f := range findings {
		if len(f.SuggestedFixes) == 0 {
			continue
		}
		fix := f.SuggestedFixes[0]
		free := true
		planned := map[string][]change{}
		for _, e := range fix.TextEdits {
			file := ws.FileAt(e.Pos)
			c := change{from: file.Offset(e.Pos), to: file.Offset(editEnd(e)), text: e.NewText}
			for _, other := range changes[file.Path] {
				apart := c.to <= other.from || c.from >= other.to
				free = free && apart && (c.from != other.from || c.to != other.to)
			}
			planned[file.Path] = append(planned[file.Path], c)
		}
		if !free {
			continue
		}
		for path, list := range planned {
			changes[path] = append(changes[path], list...)
			fixed[path]++
		}
	}
	var edits []Edit
	for path, list := range changes {
		slices.SortFunc(list, func(a, b change) int { return cmp.Or(a.from-b.from, a.to-b.to) })
		src := ws.File(path).Source()
		if src == nil {
			return nil, fmt.Errorf("%s has changed since it was read: run the command again", path)
		}
		var out bytes.Buffer
		at := 0
		for _, c := range list {
			out.Write(src[at:c.from])
			out.Write(c.text)
			at = c.to
		}
		out.Write(src[at:])
		if !bytes.Equal(src, out.Bytes()) {
			edits = append(edits, Edit{path, src, out.Bytes(), fixed[path]})
		}
	}
	slices.SortFunc(edits, func(a, b Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits, nil
}

func editEnd(e analysis.TextEdit) token.Pos {
	if e.End.IsValid() {
		return e.End
	}
	return e.Pos
}
