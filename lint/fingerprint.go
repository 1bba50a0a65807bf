package lint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/skilllint/skilllint/skill"
)

// Fingerprints identify findings over revisions: rule, file, message and the
// text of the line at fault, with a number for equal ones. A shift of lines
// keeps them. They are in the order of the findings.
func Fingerprints(ws *skill.Workspace, findings []Finding) []string {
	return fingerprints(ws, findings, func(path string) string { return path })
}

// fingerprints takes files under other names.
func fingerprints(ws *skill.Workspace, findings []Finding, name func(path string) string) []string {
	seen := map[string]int{}
	prints := make([]string, len(findings))
	for i, f := range findings {
		path, text := "", ""
		if file := ws.FileAt(f.Pos); file != nil {
			path, text = name(file.Path), lineText(file.Source(), file.Offset(f.Pos))
		}
		key := fmt.Sprintf("%q %q %q %q", f.Rule.Name, path, text, f.Message)
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", key, seen[key]))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// lineText returns the line of a byte offset without the blanks around it.
func lineText(src []byte, offset int) string {
	if offset > len(src) {
		return ""
	}
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	end := bytes.IndexByte(src[start:], '\n')
	if end < 0 {
		end = len(src) - start
	}
	return string(bytes.TrimSpace(src[start : start+end]))
}
