package report

import (
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Contracts writes what the workspace's skills promise and need, for the
// gateway, as docs/gateway.md describes it. It says nothing of the findings:
// who calls it decides whether they matter.
func Contracts(w io.Writer, ws *skill.Workspace, _ []lint.Finding) error {
	return WriteJSON(w, ws.Catalog())
}
