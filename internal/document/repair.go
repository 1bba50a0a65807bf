package document

import (
	"bytes"
	"slices"
	"strings"
)

// Repaired reads a frontmatter that is no YAML in the way of readers that mend
// it first. What they mend is "colon", a top-level value that holds a colon and a
// blank, "bracket", one that begins with a sign of YAML (both are put in
// quotes), and "tab", a line that begins with one. It is nil when that does not help,
// and when there is no frontmatter. Its positions are not those of the file.
func (f *File) Repaired(mends []string) *Node {
	src := f.Head()
	from, to, _, has, closed := SplitFrontmatter(src)
	if !has || !closed || to-from > MaxData || len(mends) == 0 {
		return nil
	}
	var b strings.Builder
	for raw := range bytes.Lines(src[from:to]) {
		line := string(raw)
		if slices.Contains(mends, "tab") {
			rest := strings.TrimLeft(line, "\t")
			line = strings.Repeat("  ", len(line)-len(rest)) + rest
		}
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		value = strings.TrimSpace(value)
		if ok && key != "" && !strings.ContainsAny(key, " \t\"'#-[{") && mendable(value, mends) {
			line = key + ": '" + strings.ReplaceAll(value, "'", "''") + "'\n"
		}
		b.WriteString(line)
	}
	n, err := ParseYAML([]byte(b.String()), 1)
	if err != nil {
		return nil
	}
	return n
}

// mendable reports whether a plain value is one that a reader puts in quotes.
func mendable(value string, mends []string) bool {
	if value == "" || strings.ContainsAny(value[:1], "\"'|>") {
		return false
	}
	return slices.Contains(mends, "colon") && (strings.Contains(value, ": ") || strings.HasSuffix(value, ":")) ||
		slices.Contains(mends, "bracket") && strings.ContainsAny(value[:1], "[{@`*&!%,]}")
}
