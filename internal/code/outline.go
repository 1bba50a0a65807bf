// Package code reads the code of skills: what in a file may refer to
// something outside of it.
//
// It knows languages and nothing else: it does NOT know what files there are
// beside the one that is read, so it resolves no name.
package code

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
)

// An Outline is what the words of a source tell about it without a parser:
// whether it can refer to anything, and what has to be looked up to know it.
// It errs on the side of more: a source of which nothing in the Outline leads
// anywhere has no reference to another skill.
type Outline struct {
	// Generated says that a program made the source of others: nothing more is
	// known of it, and it refers to nothing.
	Generated bool
	// Parse says that the source has to be parsed whatever the workspace holds:
	// it has the form of a call, of a data path, of a computed import, or it
	// could not be told into words.
	Parse bool
	// Registers says that it has a word that may register a tool.
	Registers bool
	// Activates says that it has a word that may activate a skill.
	Activates bool
	// Imports are the modules that it names, sorted, as written: with their
	// dots in Python, specifiers in ECMAScript, paths of packages in Go.
	Imports []string
	// Runs are the modules that it runs with python -m, sorted.
	Runs []string
	// Relative are how its paths begin that go up, as "../a/b", sorted.
	Relative []string
	// Steps are the first names of its relative paths that begin with a dot,
	// sorted: of "./a/b" it is "a", of ".claude/x" it is ".claude", of "." it
	// is "".
	Steps []string
	// Anchored says that it asks for its own place, and Ups how many folders it
	// goes up from anywhere, at most. OwnFolder says that it may begin at its
	// skill's own folder, Root at the root.
	Anchored, OwnFolder, Root bool
	Ups                       int
}

func (o *Outline) finish() {
	for _, list := range []*[]string{&o.Imports, &o.Runs, &o.Relative, &o.Steps} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

// Names reports whether a source has one of the names as a step of a path, or
// whatever else stands alone.
func Names(src []byte, is func(name []byte) bool) bool {
	for i := 0; i < len(src); {
		if !stepByte[src[i]] {
			i++
			continue
		}
		end := i
		for end < len(src) && stepByte[src[end]] {
			end++
		}
		if is(src[i:end]) {
			return true
		}
		i = end
	}
	return false
}

// stepByte are the bytes that the names of folders mostly are of.
var stepByte = func() (t [256]bool) {
	for c := range t {
		t[c] = wordByte[c] && c != '$' || c == '-' || c == '.'
	}
	return t
}()

// IsStep reports whether Names finds a name.
func IsStep(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !stepByte[byte(r)] })
}

// maxMeanLine is the mean length of a line, in bytes, above which a source was
// written by a program.
const maxMeanLine = 300

// banners stand at the beginning of what bundlers and generators write.
var banners = [][]byte{[]byte("webpackBootstrap"), []byte("/*! For license information please see "), []byte("@generated")}

// Generated reports whether a source is what a bundler, minifier or generator
// made of others, or no text at all: there is nothing to learn from it that is
// not in what it was made of.
func Generated(p string, src []byte) bool {
	if strings.Contains(path.Base(p), ".min.") || bytes.IndexByte(src, 0) >= 0 {
		return true
	}
	if LanguageOf(p) == Notebook {
		return document.IsPointer(src)
	}
	head := src[:min(len(src), 1024)]
	for _, banner := range banners {
		if bytes.Contains(head, banner) {
			return true
		}
	}
	return len(src) > 4*maxMeanLine && len(src) > maxMeanLine*(bytes.Count(src, []byte("\n"))+1)
}
