package code

import "bytes"

// Mentions reports whether a text names a tool anywhere, as a word of its own:
// "target" does not name get, "self.get(" does.
func Mentions(text []byte, name string) bool {
	for at := 0; name != ""; {
		i := bytes.Index(text[at:], []byte(name))
		if i < 0 {
			return false
		}
		from := at + i
		to := from + len(name)
		if !(from > 0 && nameByte(text[from-1]) && nameByte(name[0])) && !(to < len(text) && nameByte(text[to]) && nameByte(name[len(name)-1])) {
			return true
		}
		at = from + 1
	}
	return false
}

// nameByte reports whether a byte goes on a name. Other scripts stand beside
// names without a blank.
func nameByte(c byte) bool { return c < 0x80 && c != '$' && wordByte[c] }
