package document

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

// A fence is the `---` line that opens and closes the frontmatter.
var fence = []byte("---")

// BeginsFrontmatter reports whether a file that starts with these bytes may
// have a frontmatter.
func BeginsFrontmatter(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(head, bom), fence)
}

// SplitFrontmatter finds the YAML between two `---` lines at the top of a
// Markdown text. from and to bound it in bytes, body is where the text
// begins. has says that the first line is a fence, closed that a second one
// follows. Where none does, a line of more dashes below data closes it: Claude Code
// takes the first three of it.
func SplitFrontmatter(src []byte) (from, to, body int, has, closed bool) {
	start := 0
	if bytes.HasPrefix(src, bom) {
		start = len(bom)
	}
	line, next := lineAt(src, start)
	if !bytes.Equal(line, fence) {
		return start, start, start, false, false
	}
	from = next
	for at := from; at < len(src); at = next {
		line, next = lineAt(src, at)
		if bytes.Equal(line, fence) {
			return from, at, next, true, true
		}
	}
	if at, behind, is := longFence(src, from); is {
		return from, at, behind, true, true
	}
	return from, len(src), len(src), true, false
}

// longFence finds the first line of more than three dashes, if all above it may stand in a frontmatter.
func longFence(src []byte, from int) (at, behind int, is bool) {
	for at = from; at < len(src); at = behind {
		var line []byte
		line, behind = lineAt(src, at)
		if len(line) > len(fence) && len(bytes.Trim(line, "-")) == 0 {
			return at, behind, true
		}
		if !ofFrontmatter.Match(src[at:behind]) {
			break
		}
	}
	return 0, 0, false
}

// ofFrontmatter matches a line that may stand in one.
var ofFrontmatter = regexp.MustCompile(`^(?:[A-Za-z_][\w-]*:|[ \t]|- |#|\r?\n)`)

// lineAt returns the line that begins at offset at, without trailing space,
// and where the next begins.
func lineAt(src []byte, at int) (line []byte, next int) {
	end := bytes.IndexByte(src[at:], '\n')
	if end < 0 {
		return bytes.TrimRight(src[at:], " \t\r"), len(src)
	}
	return bytes.TrimRight(src[at:at+end], " \t\r"), at + end + 1
}

// FirstLine returns the first line of a text, without trailing space.
func FirstLine(src []byte) []byte {
	line, _ := lineAt(src, 0)
	return line
}

// LinkStub returns the path that a file holds when it is a symbolic link that
// was checked out as a text: one short line that names a Markdown file.
func LinkStub(src []byte) string {
	src = bytes.TrimSpace(src)
	if len(src) > 400 {
		return ""
	}
	text := string(src)
	if strings.ContainsAny(text, "\n\r :\"'") || !strings.Contains(text, "/") || !strings.EqualFold(path.Ext(text), ".md") {
		return ""
	}
	return text
}

var bom = []byte("\xef\xbb\xbf")

// A badEnd is a line that was meant to close a frontmatter, and does not to all readers.
type badEnd struct {
	line      *regexp.Regexp
	within    bool   // entries of the frontmatter go on below it: it is a slip, and no end
	put       string // what belongs in the place of the first group
	says, fix string
}

var badEnds = []badEnd{
	{regexp.MustCompile(`(?m)^(---[ \t]*)[A-Za-z_][\w-]*:(?:\s|$)`), true, "", `"---" stands before a key, and ends the frontmatter for some readers: delete it`, `delete the "---"`},
	{regexp.MustCompile(`(?m)^---( *)[^-\s]`), false, "\n\n",
		`text follows the "---" that should close the frontmatter on the same line: start it on a line of its own`, "start the text on a line of its own"},
	{regexp.MustCompile(`(?m)^[\w-]+:[ \t]*(?:"[^"\n]*"|'[^'\n]*')()---[ \t\r]*$`), false, "\n",
		`the "---" that should close the frontmatter stands behind a value: put it on a line of its own`, "put it on a line of its own"},
	{regexp.MustCompile(`(?m)^---(-+)[ \t\r]*$`), false, "",
		`the line that should close the frontmatter has more than three dashes: write "---"`, `write "---"`},
}

// endOf is the first such line of a frontmatter, with where its dashes stand and what is to be edited; at is -1 without one.
func endOf(head []byte) (end badEnd, at, editFrom, editTo int) {
	at = -1
	for _, bad := range badEnds {
		m := bad.line.FindSubmatchIndex(head)
		if m == nil || !bad.within && keyBelow.Match(head[m[1]:]) {
			continue
		}
		dashes := m[0]
		if head[dashes] != '-' {
			dashes = m[2]
		}
		if at < 0 || dashes < at {
			end, at, editFrom, editTo = bad, dashes, m[2], m[3]
		}
	}
	return end, at, editFrom, editTo
}

// keyBelow matches a further entry below such a line, which is a part of the frontmatter then.
var keyBelow = regexp.MustCompile(`^\s*\n[A-Za-z_][\w-]*:(?:\s|$)`)

// cutOff finds an entry of a frontmatter that stands between the key of a text and that text, which begins below it.
// line and next bound the entry, and end is where the text ends; key is nil without one.
func cutOff(src []byte, from, to int) (key, of []byte, line, next, end int) {
	m := cutText.FindSubmatchIndex(src[from:to])
	if m == nil {
		return nil, nil, 0, 0, 0
	}
	end = from + m[7]
	for end < to {
		text, behind := lineAt(src[:to], end)
		if len(text) > 0 && text[0] != ' ' && text[0] != '\t' {
			break
		}
		end = behind
	}
	return src[from+m[4] : from+m[5]], src[from+m[2] : from+m[3]], from + m[4], from + m[7], end
}

// cutText matches the key of a text, the entry below it, and the beginning of the text.
var cutText = regexp.MustCompile(`(?m)^([\w-]+):[ \t]*[|>][-+]?[ \t]*\r?\n([\w-]+):([ \t]+\S[^\n]*\n)[ \t]+\S`)
