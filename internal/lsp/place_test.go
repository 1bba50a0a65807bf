package lsp_test

import (
	"fmt"

	"github.com/skilllint/skilllint/internal/lsp"
)

// place writes a range as "line:column-line:column", as the tests name it.
func place(r lsp.Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

func rangeOf(text string) (r lsp.Range) {
	if _, err := fmt.Sscanf(text, "%d:%d-%d:%d", &r.Start.Line, &r.Start.Character, &r.End.Line, &r.End.Character); err != nil {
		panic(err)
	}
	return r
}
