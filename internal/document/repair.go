package document

import (
	"bytes"
	"strings"
)

// Repaired reads a frontmatter that is no YAML in the way of hosts that put
// the values of its top-level lines in quotes and read it again. It is nil when
// that does not help, and when there is no frontmatter. Its positions are not
// those of the file.
func (f *File) Repaired() *Node {
	src := f.Head()
	from, to, _, has, closed := SplitFrontmatter(src)
	if !has || !closed || to-from > MaxData {
		return nil
	}
	var b strings.Builder
	for line := range bytes.Lines(src[from:to]) {
		key, value, ok := strings.Cut(strings.TrimRight(string(line), "\r\n"), ": ")
		value = strings.TrimSpace(value)
		if ok && key != "" && !strings.ContainsAny(key, " \t\"'#-[{") && needsQuotes(value) {
			b.WriteString(key + ": '" + strings.ReplaceAll(value, "'", "''") + "'\n")
			continue
		}
		b.Write(line)
	}
	n, err := ParseYAML([]byte(b.String()), 1)
	if err != nil {
		return nil
	}
	return n
}

// needsQuotes reports whether a plain value is none to YAML, or may be.
func needsQuotes(value string) bool {
	if value == "" || strings.ContainsAny(value[:1], `"'|>`) {
		return false
	}
	return strings.Contains(value, ": ") || strings.HasSuffix(value, ":") || strings.ContainsAny(value[:1], "[{@`*&!%,]}")
}
