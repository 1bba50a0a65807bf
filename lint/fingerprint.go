package lint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/skilllint/skilllint/skill"
)

// Fingerprints identify findings over revisions: rule, file, message and the
// text of the line at fault, with a number for equal ones. A shift of lines
// keeps them. They are in the order of the findings.
func Fingerprints(ws *skill.Workspace, findings []Finding) []string {
	return fingerprints(ws, findings, func(path string) string { return path })
}

// fingerprints takes files under other names. The text of a line counts once for
// each rule that speaks of it, however long it is and however many findings are on it.
func fingerprints(ws *skill.Workspace, findings []Finding, name func(path string) string) []string {
	type place struct {
		rule, path string
		line       int
	}
	type begun struct {
		sum hash.Cloner
		key string // places with the same text have the same
	}
	type told struct{ key, message string }
	places, seen := map[place]begun{}, map[told]int{}
	var last *skill.File
	var src []byte // of last
	prints := make([]string, len(findings))
	for i, f := range findings {
		at, file := place{rule: f.Rule.Name}, ws.FileAt(f.Pos)
		if file != nil {
			at.path, at.line = file.Path, ws.Fset.Position(f.Pos).Line
		}
		b, known := places[at]
		if !known {
			path, text := "", ""
			if file != nil {
				if file != last {
					last, src = file, file.Source()
				}
				path, text = name(file.Path), lineText(src, file.Offset(f.Pos))
			}
			b.sum = sha256.New().(hash.Cloner)
			fmt.Fprintf(b.sum, "%q %q %q ", f.Rule.Name, path, text)
			b.key = string(b.sum.Sum(nil))
			places[at] = b
		}
		same := told{b.key, f.Message}
		seen[same]++
		whole, _ := b.sum.Clone() // which has no error to give
		fmt.Fprintf(whole, "%q %d", f.Message, seen[same])
		prints[i] = hex.EncodeToString(whole.Sum(nil)[:16])
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
