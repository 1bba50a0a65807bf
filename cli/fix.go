package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

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
		edits, err := lint.Fix(r.ws, r.findings)
		if err != nil {
			return nil, r, err
		}
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

// writeEdits writes the changed files in place, keeping their modes. A file
// that somebody else has changed meanwhile is left alone.
func writeEdits(root *os.Root, edits []lint.Edit) error {
	for _, e := range edits {
		f, err := root.OpenFile(e.Path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err = unchangedSince(f, e); err == nil {
			err = rewrite(f, e.After)
		}
		if closing := f.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func unchangedSince(f *os.File, e lint.Edit) error {
	now, err := io.ReadAll(io.LimitReader(f, int64(len(e.Before))+1))
	if err == nil && !bytes.Equal(now, e.Before) {
		err = fmt.Errorf("%s has changed since it was read, and was not written: run the command again", e.Path)
	}
	return err
}

func rewrite(f *os.File, text []byte) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(text, 0)
	return err
}

// writeDiff prints the edits as unified diffs that `git apply` and `patch -p1` take.
func writeDiff(w io.Writer, edits []lint.Edit) error {
	for _, e := range edits {
		name := visible(e.Path)
		text := diff.Diff("a/"+name, e.Before, "b/"+name, e.After)
		_, text, _ = bytes.Cut(text, []byte("\n")) // its own header, which is none of a unified diff's
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
