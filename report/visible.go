package report

import "github.com/skilllint/skilllint/internal/visible"

// Visible returns s with everything that a terminal would obey or hide
// written out.
func Visible(s string) string { return visible.Text(s) }
