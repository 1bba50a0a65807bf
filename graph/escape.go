package graph

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible writes what a terminal, a browser or a reader would act on instead
// of showing it (control characters, line ends, bidirectional and zero-width
// controls, invalid UTF-8) as Go escapes: \x1b, \n, \u202e. Joiners stay, for
// emoji and for scripts that need them.
func visible(text string) string {
	clean := true
	for _, r := range text {
		clean = clean && shown(r) && r != utf8.RuneError
	}
	if clean {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case shown(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		i += size
	}
	return b.String()
}

func shown(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return unicode.IsGraphic(r) || r == nonJoiner || r == joiner
}

var dotReplacer = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")

// dotQuote returns a DOT string. In it Graphviz reads backslash escapes, and
// the entities of HTML.
func dotQuote(text string) string { return `"` + dotReplacer.Replace(visible(text)) + `"` }

// listMarkers would make a Markdown list of a label such as "1. first".
var listMarkers = strings.NewReplacer(". ", "#46; ", "- ", "#45; ", "+ ", "#43; ")

// mermaidQuote returns a Mermaid string. Mermaid looks for directives, HTML
// and Markdown within strings too, so that only what it can't mistake is
// written plainly.
func mermaidQuote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range visible(text) {
		if r >= utf8.RuneSelf || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(" ._/-+@", r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	b.WriteByte('"')
	return listMarkers.Replace(b.String())
}

var xmlReplacer = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// xmlText returns text for XML and HTML, in content or in a quoted attribute.
func xmlText(text string) string { return xmlReplacer.Replace(visible(text)) }

// jsonText rewrites encoded JSON so that what is not shown is escaped; such
// characters occur in strings alone, so that the values stay the same.
func jsonText(encoded []byte) []byte {
	if !strings.ContainsFunc(string(encoded), func(r rune) bool { return !shown(r) && r != '\n' }) {
		return encoded
	}
	var b []byte
	for _, r := range string(encoded) {
		switch {
		case shown(r) || r == '\n':
			b = utf8.AppendRune(b, r)
		case r > 0xffff:
			r -= 0x10000
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
	}
	return b
}
