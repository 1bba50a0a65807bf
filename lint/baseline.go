package lint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// BaselineName is where the known findings of a workspace are kept by default.
const BaselineName = ".skilllint-baseline.json"

// A Baseline is the findings that are known and not to be reported again.
type Baseline struct {
	Version  int            `json:"version"`
	Findings []KnownFinding `json:"findings"`
}

// A KnownFinding is one finding of a baseline. Only the fingerprint counts;
// the rest is for who reads the file.
type KnownFinding struct {
	Fingerprint string `json:"fingerprint"`
	Rule        string `json:"rule"`
	File        string `json:"file"`
	Message     string `json:"message"`
}

// NewBaseline records findings.
func NewBaseline(ws *skill.Workspace, findings []Finding) Baseline {
	b := Baseline{Version: 1, Findings: []KnownFinding{}}
	for i, print := range Fingerprints(ws, findings) {
		f := findings[i]
		b.Findings = append(b.Findings, KnownFinding{print, f.Rule.Name, ws.Fset.Position(f.Pos).Filename, f.Message})
	}
	return b
}

// ParseBaseline reads a baseline file.
func ParseBaseline(src []byte) (Baseline, error) {
	var b Baseline
	if err := json.Unmarshal(src, &b); err != nil {
		return b, fmt.Errorf("the baseline is not a JSON that skilllint wrote: %w", err)
	}
	if b.Version != 1 {
		return b, fmt.Errorf("the baseline is of version %d, expected 1", b.Version)
	}
	return b, nil
}

// Split returns the findings that the baseline does not know, and those of
// the baseline that are gone. A fault of skilllint itself is never known.
func (b Baseline) Split(ws *skill.Workspace, findings []Finding) (fresh []Finding, gone []KnownFinding) {
	known := map[string]bool{}
	for _, f := range b.Findings {
		known[f.Fingerprint] = false
	}
	for i, print := range Fingerprints(ws, findings) {
		if _, ok := known[print]; ok && findings[i].Rule != internalError {
			known[print] = true
			continue
		}
		fresh = append(fresh, findings[i])
	}
	for _, f := range b.Findings {
		if !known[f.Fingerprint] {
			gone = append(gone, f)
		}
	}
	slices.SortStableFunc(gone, func(a, b KnownFinding) int { return strings.Compare(a.File, b.File) })
	return fresh, gone
}
