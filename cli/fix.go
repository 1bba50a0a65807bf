package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/skilllint/skilllint/lint"
)

// maxRounds bounds how often a fixed workspace is checked and fixed again:
// fixes that overlap are applied one after the other.
const maxRounds = 10

// fixAll applies fixes until none is left, in memory, and returns the files
// that changed, sorted, and the run over the result.
func (s *session) fixAll(first run) ([]lint.Edit, run, error) {
	changed := map[string]lint.Edit{}
	overlay := map[string][]byte{}
	r := first
	for range maxRounds {
		edits := lint.Fix(r.ws, r.findings)
		if len(edits) == 0 {
			break
		}
		for _, e := range edits {
			if before, again := changed[e.Path]; again {
				e.Before, e.Fixed = before.Before, before.Fixed+e.Fixed
			}
			changed[e.Path] = e
			overlay[e.Path] = e.After
		}
		var err error
		if r, err = s.checkWith(overlay); err != nil {
			return nil, r, err
		}
	}
	var edits []lint.Edit
	for _, e := range changed {
		edits = append(edits, e)
	}
	slices.SortFunc(edits, func(a, b lint.Edit) int { return strings.Compare(a.Path, b.Path) })
	return edits, r, nil
}

// writeEdits writes the changed files in place, keeping their modes.
func writeEdits(root *os.Root, edits []lint.Edit) error {
	for _, e := range edits {
		f, err := root.OpenFile(e.Path, os.O_WRONLY|os.O_TRUNC, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(e.After)
		if closing := f.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeDiff prints the edits as unified diffs that `git apply` and `patch -p1` take.
func writeDiff(w io.Writer, edits []lint.Edit) error {
	for _, e := range edits {
		name := visible(e.Path)
		if _, err := fmt.Fprint(w, udiff.Unified("a/"+name, "b/"+name, string(e.Before), string(e.After))); err != nil {
			return err
		}
	}
	return nil
}
