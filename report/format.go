package report

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/visible"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A Format writes the findings of a run.
type Format func(io.Writer, *skill.Workspace, []lint.Finding) error

// Options are what formats need to know beside the findings.
type Options struct {
	Version string // of the tool
	// Prefix is the workspace's folder in its repository, with slashes; ""
	// when it is the repository. Formats that a forge reads name files from
	// the top of the repository.
	Prefix string
	// Name is what the workspace is called, Base the revision or folder that it
	// was compared with, and Day the one that dates were judged by; "" says nothing.
	Name, Base, Day string
	Text            Text
}

// made says what made a report, for readers who have several.
func (o Options) made() string {
	parts := []string{"skilllint " + o.Version}
	if o.Day != "" {
		parts = append(parts, "as of "+o.Day)
	}
	if o.Base != "" {
		parts = append(parts, "compared with "+o.Base)
	}
	return strings.Join(parts, ", ")
}

// path names a file from the top of the repository.
func (o Options) path(file string) string { return path.Join(".", o.Prefix, file) }

// worstFirst returns the findings sorted by severity, errors first, and by
// their own order within one.
func worstFirst(findings []lint.Finding) []lint.Finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b lint.Finding) int { return int(b.Severity) - int(a.Severity) })
	return sorted
}

// WriteJSON writes a document, indented, with everything escaped in strings
// that a terminal would obey or hide; the values stay the same.
func WriteJSON(w io.Writer, doc any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := w.Write(visible.JSON(b.Bytes()))
	return err
}
