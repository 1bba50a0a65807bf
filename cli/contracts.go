package cli

import (
	"io"
)

// withhold keeps the contracts of a workspace that does not pass from the gateway. On
// standard output they are replaced by the findings, on stderr.
func (o *outputs) withhold(result *outcome, stderr io.Writer, r run) error {
	for i := range result.Files {
		if o.files[i].format == "contracts" {
			result.Files[i] = reportFile{Path: o.files[i].path, Withheld: true}
		}
	}
	if o.stdout != "contracts" {
		return nil
	}
	result.Stdout = nil
	text := o.options.Text
	text.Color = false
	return text.Write(stderr, r.ws, r.findings)
}
