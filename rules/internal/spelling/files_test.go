package spelling

import "testing"

func TestMiswritten(t *testing.T) {
	for _, c := range []struct {
		name, known string
		want        bool
	}{
		{"rendr.py", "render.py", true},
		{"valdiate.sh", "validate.sh", true},
		{"INVOICE_WORKFLOW.md", "invoice-workflow.md", true},
		{"check-list.md", "checklist.md", true},
		{"reference", "references", true},
		{"colour-analyse.py", "color-analyze.py", true},
		{"chek.py", "check.py", true},
		{"mian.py", "main.py", true},
		{"smal.svg", "small.svg", true},
		{"route.py", "rout.py", true},
		{"unpack.py", "pack.py", false},
		{"pack.py", "unpack.py", false},
		{"async.sh", "sync.sh", false},
		{"write.py", "writer.py", false},
		{"report2.py", "report.py", false},
		{"api-v1.md", "api-v2.md", false},
		{"import.py", "export.py", false},
		{"encode.js", "decode.js", false},
		{"push.sh", "pull.sh", false},
		{"get-user.py", "set-user.py", false},
		{"load.py", "lead.py", false},
		{"deploy-to.sh", "deploy.sh", false},
		{"sheet1.md", "sheet11.md", false},
		{"sheet10.md", "sheet20.md", false},
		{"", "a", false},
	} {
		if got := Miswritten(c.name, c.known); got != c.want {
			t.Errorf("%q for %q: %v", c.name, c.known, got)
		}
	}
}
