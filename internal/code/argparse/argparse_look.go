package argparse

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
)

// Takes reports whether a script may take an option. It is parsed only where the option does
// not stand in it as a string.
func Takes(f *document.File, option string) bool {
	return look.Of(f).says(option) || Of(f).Takes(option)
}

// Runs reports whether the first word of a command line may be one that a script takes.
func Runs(f *document.File, word string) bool {
	said := look.Of(f)
	return !said.Parted || said.says(word) || Of(f).Runs(word)
}

// A sight is what a look at the bytes of a script says of it.
type sight struct {
	Parses bool // it names ArgumentParser: else it may take anything
	Parted bool // and add_subparsers
	// Words are strings, each a whole argument or element, that look like options or name a
	// subcommand: Options have them, too.
	Words []string
}

func (s *sight) says(word string) bool {
	if !s.Parses {
		return true
	}
	_, said := slices.BinarySearch(s.Words, word)
	return said
}

var look = document.Part[sight]{Name: "argparse look", Find: func(name string, src []byte) *sight {
	s := &sight{}
	if path.Ext(name) != ".py" || !bytes.Contains(src, []byte("ArgumentParser")) {
		return s
	}
	s.Parses, s.Parted = true, bytes.Contains(src, []byte("add_subparsers"))
	for at := 0; at < len(src); {
		switch src[at] {
		case '#':
			line, _, _ := bytes.Cut(src[at:], []byte("\n"))
			at += len(line)
		case '\\':
			at += 2
		case '"', '\'':
			end := stringEnd(src, at)
			if word := bytes.Trim(src[at:end], `"'`); isAlone(src, at, end) && (bytes.HasPrefix(word, []byte("--")) || bytes.HasSuffix(src[:at], []byte(".add_parser("))) {
				s.Words = append(s.Words, string(word))
			}
			at = end
		default:
			at++
		}
	}
	slices.Sort(s.Words)
	s.Words = slices.Clip(slices.Compact(s.Words))
	return s
}}

// stringEnd is where the string ends that begins at an offset.
func stringEnd(src []byte, at int) int {
	quote := src[at : at+1]
	if long := src[at:min(at+3, len(src))]; len(long) == 3 && long[1] == quote[0] && long[2] == quote[0] {
		quote = long
	}
	for at += len(quote); at < len(src); at++ {
		switch {
		case src[at] == '\\':
			at++
		case bytes.HasPrefix(src[at:], quote):
			return at + len(quote)
		case src[at] == '\n' && len(quote) == 1:
			return at
		}
	}
	return len(src)
}

// isAlone reports whether a string is plain, and a whole argument or element.
func isAlone(src []byte, start, end int) bool {
	before := bytes.TrimRight(src[:start], " \t\r\n")
	after := bytes.TrimLeft(src[end:], " \t\r\n")
	return len(before) > 0 && strings.IndexByte("([,", before[len(before)-1]) >= 0 && len(after) > 0 && strings.IndexByte(")],", after[0]) >= 0 &&
		bytes.IndexByte(src[start:end], '\\') < 0
}
