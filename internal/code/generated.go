package code

import (
	"bytes"
	"path"
	"strings"
)

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
		return false
	}
	head := src[:min(len(src), 1024)]
	for _, banner := range banners {
		if bytes.Contains(head, banner) {
			return true
		}
	}
	return len(src) > 4*maxMeanLine && len(src) > maxMeanLine*(bytes.Count(src, []byte("\n"))+1)
}
