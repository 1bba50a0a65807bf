package skill

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// ParseData reads JSON or YAML, by the name's extension, into a Node and
// registers it in fset. The diagnostic is the first thing wrong with it:
// its encoding, its syntax, or a key that is written twice.
func ParseData(fset *token.FileSet, name string, src []byte) (*Node, *analysis.Diagnostic) {
	m := &Manifest{File: addFile(fset, name, name, src), Body: len(src)}
	if len(src) > 0 {
		m.data(0, len(src))
	}
	if len(m.problems) > 0 {
		return nil, &m.problems[0]
	}
	return m.Root, nil
}

// MustParse reads a JSON text that is part of the program.
func MustParse(src []byte) *Node {
	n, err := parseJSON(src, 1)
	if err != nil {
		panic(err)
	}
	return n
}
