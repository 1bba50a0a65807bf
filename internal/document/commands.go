package document

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/rare"
)

// A PathUp is a path of a Markdown text that leads out of its folder:
// ../other/scripts/run.sh.
type PathUp struct {
	Span
	Path string
}

var pathUp = rare.Of("../")

// pathsUp finds them behind an offset.
func pathsUp(src []byte, body int) []PathUp {
	var found []PathUp
	for at := body; ; {
		start := pathUp.Index(src, at)
		if start < 0 {
			return found
		}
		at = start
		for at < len(src) && InPath(src[at]) {
			at++
		}
		if start == 0 || !InPath(src[start-1]) {
			found = append(found, PathUp{Span{start, at}, strings.TrimRight(string(src[start:at]), ".")})
		}
	}
}

// A Call is a place in a Markdown text that calls a part of a plugin by its
// full name: Skill(skill: "plugin:name"), /plugin:name, subagent_type:
// "plugin:name".
type Call struct {
	Span         // of the name
	Plugin, Name string
}

// callsIn finds such calls, by the colon in them; those of one name with more
// than one colon are all given.
func callsIn(src []byte) []Call {
	var found []Call
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], ':')
		if i < 0 {
			return found
		}
		colon := at + i
		at = colon + 1
		if at == len(src) || !inName(src[at]) && src[at] != ':' || colon == 0 || !inName(src[colon-1]) {
			continue
		}
		start, limit := colon, max(0, colon-maxCallName)
		for start > limit && inName(src[start-1]) {
			start--
		}
		if !called(src[max(0, start-40):start]) {
			continue
		}
		end := at
		for end < min(len(src), at+maxCallName) && (inName(src[end]) || src[end] == ':' && !bytes.HasPrefix(src[end:], []byte("::"))) {
			end++ // what stands behind two colons is a part of the part
		}
		if end < len(src) && bytes.IndexByte([]byte("{<$*["), src[end]) >= 0 {
			continue // the rest of the name is to be filled in
		}
		if name := strings.TrimRight(string(src[at:end]), ".:_"); name != "" && !strings.HasSuffix(name, "-") { // else it goes on in another line
			found = append(found, Call{Span{at, at + len(name)}, string(src[start:colon]), name})
		}
	}
}

// maxCallName bounds the names that are looked at, in bytes.
const maxCallName = 1 << 10

func inName(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

// called reports whether what stands before a name calls it.
func called(before []byte) bool {
	if n := len(before); n > 0 && before[n-1] == '/' {
		if bytes.HasSuffix(before[:n-1], []byte("<!-- ")) {
			return false // the end of a part that comments mark
		}
		return n == 1 || !InPath(before[n-2]) && before[n-2] != '<' && before[n-2] != ':' && before[n-2] != '}' && before[n-2] != '>'
	}
	text := bytes.TrimRight(before, "\"'` ")
	if bytes.HasSuffix(text, []byte("Skill(")) {
		return true
	}
	text = bytes.TrimRight(text, "=: \"'`")
	return bytes.HasSuffix(text, []byte("Skill(skill")) || bytes.HasSuffix(text, []byte("subagent_type")) || bytes.HasSuffix(text, []byte("Skill(command"))
}

// An Install is an installation that a text tells of: /plugin install
// plugin@marketplace.
type Install struct {
	Span                // of the marketplace's name
	Plugin, Marketplace string
}

var installWords = []byte("plugin install ")

// installsIn finds the installations by the sign between their names.
func installsIn(src []byte) []Install {
	var found []Install
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '@')
		if i < 0 {
			return found
		}
		sign := at + i
		start, end := sign, sign+1
		for start > at && inName(src[start-1]) {
			start--
		}
		for end < len(src) && inName(src[end]) {
			end++
		}
		at = sign + 1
		before, installs := bytes.CutSuffix(src[:start], installWords)
		if installs && start < sign && end > sign+1 && (len(before) == 0 || !wordByte(before[len(before)-1])) {
			found = append(found, Install{Span{sign + 1, end}, string(src[start:sign]), string(src[sign+1 : end])})
		}
	}
}

var addWords = rare.Of("marketplace add ")

// addsIn finds the marketplaces that a text adds, each once: what stands behind
// /plugin marketplace add, up to white space or a sign that ends code.
func addsIn(src []byte) []string {
	var found []string
	for at := 0; ; {
		start := addWords.Index(src, at)
		if start < 0 {
			return found
		}
		start += len("marketplace add ")
		at = start
		for at < len(src) && src[at] > ' ' && bytes.IndexByte([]byte("`\"')<>|"), src[at]) < 0 {
			at++
		}
		if name := string(src[start:at]); name != "" && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
}
