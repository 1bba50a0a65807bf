package main

import (
	"io"
)

// withhold keeps the contracts of a workspace that does not pass from the gateway. On
// standard output they are replaced by the findings, on stderr.
func (o *outputs) withhold(result *outcome, stderr io.Writer, r run) error {
	var kept []reportFile
	for i, f := range result.Files {
		if o.files[i].format != "contracts" {
			kept = append(kept, f)
		}
	}
	result.Files = kept
	if o.stdout != "contracts" {
		return nil
	}
	result.Stdout = nil
	text := o.options.Text
	text.Color = false
	return text.Write(stderr, r.ws, r.findings)
}
