// Package visible makes text that came from somewhere else fit to be shown: no
// file, argument or server says anything to a terminal, a log or a workflow.
package visible

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with everything that a terminal would obey or hide
// written out: control characters, line ends, bidi controls, invisible and
// tag characters, and bytes that are no UTF-8, as \n, \t, \x1b or \u{202e}.
// Joiners between letters and emoji stay.
func Text(s string) string {
	clean := true
	for _, r := range s {
		if Hidden(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case !Hidden(r):
			b.WriteRune(r)
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	return b.String()
}

// Hidden reports whether a character must not be printed as it is.
func Hidden(r rune) bool {
	switch {
	case r == utf8.RuneError, unicode.IsControl(r):
		return true
	case r == 0x200C || r == 0x200D: // joiners that scripts and emoji need
		return false
	case r == 0x2028 || r == 0x2029:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// JSON returns a JSON text with what is hidden in its strings escaped; the
// values stay the same.
func JSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, func(r rune) bool { return r != '\n' && Hidden(r) }) {
		return text
	}
	var safe []byte
	for _, r := range string(text) {
		switch {
		case r == '\n' || !Hidden(r):
			safe = utf8.AppendRune(safe, r)
		case r > 0xffff:
			r -= 0x10000
			safe = fmt.Appendf(safe, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			safe = fmt.Appendf(safe, `\u%04x`, r)
		}
	}
	return safe
}
