package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// maxMarkdown is how many bytes of a job summary GitHub shows, less the room
// for the line that says what is left out.
const maxMarkdown = 1<<20 - 256

// Markdown returns a summary for the page of a job: the counts, and a table
// of the findings, errors first, of at most 1 MiB.
func Markdown(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		var b strings.Builder
		s := Summarize(ws, findings)
		fmt.Fprintf(&b, "### skilllint: %s, %s", plural(s.Errors, "error"), plural(s.Warnings, "warning"))
		if s.Notes > 0 {
			fmt.Fprintf(&b, ", %s", plural(s.Notes, "note"))
		}
		fmt.Fprintf(&b, "\n\n%s.\n", Read(ws))
		if left := NotJudged(ws); left != "" {
			fmt.Fprintf(&b, "\n%s.\n", cellText(left))
		}
		if len(findings) > 0 {
			b.WriteString("\n| | place | finding | rule |\n|---|---|---|---|\n")
		}
		left := len(findings)
		for _, f := range worstFirst(findings) {
			row := o.markdownRow(ws, f)
			if b.Len()+len(row) > maxMarkdown {
				break
			}
			b.WriteString(row)
			left--
		}
		if left > 0 {
			fmt.Fprintf(&b, "\n%s more.\n", plural(left, "finding"))
		}
		_, err := io.WriteString(w, b.String())
		return err
	}
}

func (o Options) markdownRow(ws *skill.Workspace, f lint.Finding) string {
	at := locate(ws, f.Pos, f.End, runes)
	message := cellText(f.Message)
	related, more := few(f.Related)
	for _, r := range related {
		p := locate(ws, r.Pos, r.End, runes)
		message += fmt.Sprintf("<br>%s:%d: %s", cellText(p.file), p.line, cellText(r.Message))
	}
	if more != "" {
		message += "<br>" + more
	}
	return fmt.Sprintf("| %s | %s:%d:%d | %s | [%s](%s) |\n", f.Severity, cellText(o.path(at.file)), at.line, at.column, message, f.Rule.Name, f.URL)
}

// cellReplacer writes as entities what Markdown, GitHub's mentions,
// emoji, mathematics and automatic links begin with: an entity is only ever text.
var cellReplacer = strings.NewReplacer(
	"\\", "&#92;", "`", "&#96;", "*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;", "<", "&lt;", ">", "&gt;",
	"#", "&#35;", "|", "&#124;", "~", "&#126;", "&", "&amp;", "@", "&#64;", ":", "&#58;", "$", "&#36;", "!", "&#33;", "www.", "www&#46;",
	"WWW.", "WWW&#46;",
)

func cellText(s string) string { return cellReplacer.Replace(Visible(s)) }
