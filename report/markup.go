package report

import "strings"

// markdownText escapes what Markdown or HTML would read as markup.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range Visible(s) {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&@", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// codeSpan writes code with a fence longer than any run of backticks in it.
func codeSpan(s string) string {
	s = Visible(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || strings.HasPrefix(s, " ") {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
