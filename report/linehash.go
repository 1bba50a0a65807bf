package report

import (
	"fmt"
	"unicode/utf16"
)

// lineHashes returns the hash of each line that GitHub's code scanning knows
// alerts by, as "hash:occurrence": a rolling hash over the hundred UTF-16
// units from the line's beginning, without blanks. It is the one that
// github/codeql-action computes (src/fingerprints.ts) when a report has none;
// one that differs would be an inconsistency.
func lineHashes(src []byte) []string {
	const block, mod = 100, 37
	first := uint64(1) // mod to the power of block
	for range block {
		first *= mod
	}
	var (
		window [block]uint64
		starts [block]int // the line, from 1, that begins at a place of the window
		hash   uint64
		at     int
		lines  []string
	)
	seen := map[uint64]int{}
	emit := func() {
		if starts[at] == 0 {
			return
		}
		seen[hash]++
		lines = append(lines, fmt.Sprintf("%x:%d", hash, seen[hash]))
		starts[at] = 0
	}
	push := func(unit uint64) {
		hash = mod*hash + unit - first*window[at]
		window[at] = unit
		at = (at + 1) % block
	}
	line, begins, afterCR := 0, true, false
	read := func(unit uint16) {
		if unit == ' ' || unit == '\t' || afterCR && unit == '\n' {
			afterCR = false
			return
		}
		if afterCR = unit == '\r'; afterCR {
			unit = '\n'
		}
		emit()
		if begins {
			line++
			starts[at] = line
		}
		begins = unit == '\n'
		push(uint64(unit))
	}
	for _, r := range string(src) {
		for _, unit := range utf16.AppendRune(nil, r) {
			read(unit)
		}
	}
	read(0xffff) // the end of the file
	for range block {
		emit()
		push(0)
	}
	return lines
}
