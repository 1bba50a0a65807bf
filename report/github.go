package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// maxAnnotations is how many annotations of one kind GitHub shows for a step.
const maxAnnotations = 10

// annotationKinds are the commands by severity, and what they are called.
var annotationKinds = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Note: "notice"}

// The escapes of GitHub's workflow commands, in their data and in their
// properties (actions/toolkit, packages/core/src/command.ts).
var (
	commandData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub returns workflow commands that annotate lines of a pull request:
// errors first, at most ten of a kind, and a last one that says how many are
// left out. Of the notices, one is left to the action.
func GitHub(o Options) Format {
	return func(out io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		w := bufio.NewWriter(out)
		room := map[lint.Severity]int{lint.Error: maxAnnotations, lint.Warning: maxAnnotations, lint.Note: maxAnnotations - 2}
		left := 0
		for _, f := range worstFirst(findings) {
			if room[f.Severity] == 0 {
				left++
				continue
			}
			room[f.Severity]--
			o.annotate(w, ws, f)
		}
		if left > 0 {
			fmt.Fprintf(w, "::notice title=skilllint::%s more: GitHub shows %d annotations of a kind; the job summary has all\n", plural(left, "finding"), maxAnnotations)
		}
		return w.Flush()
	}
}

func (o Options) annotate(w io.Writer, ws *skill.Workspace, f lint.Finding) {
	var place string
	if at := locate(ws, f.Pos, f.End, utf16Units); at.file != "" {
		place = fmt.Sprintf("file=%s,line=%d,endLine=%d,", commandProperty.Replace(Visible(o.path(at.file))), at.line, at.endLine)
		if at.line == at.endLine {
			place += fmt.Sprintf("col=%d,endColumn=%d,", at.column, at.endColumn)
		}
	}
	message := Visible(f.Message)
	related, more := few(f.Related)
	for _, r := range related {
		p := locate(ws, r.Pos, r.End, utf16Units)
		message += fmt.Sprintf("\n%s:%d: %s", Visible(p.file), p.line, Visible(r.Message))
	}
	if more != "" {
		message += "\n" + more
	}
	fmt.Fprintf(w, "::%s %stitle=%s::%s\n", annotationKinds[f.Severity], place, commandProperty.Replace(f.Rule.Name), commandData.Replace(message))
}
