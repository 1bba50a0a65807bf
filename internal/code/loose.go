package code

import (
	"github.com/skilllint/skilllint/internal/document"
	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

// LooseJSON reads JSON with comments and trailing commas, as of a tsconfig.json:
// an object literal of JavaScript. It is nil when there is none.
func LooseJSON(src []byte) *document.Node {
	src = append([]byte("x = "), src...)
	x := NewReader(nil, nil).extractor(src)
	file := es.Parse(es.JavaScript, src)
	e := &esExtractor{extractor: x, file: file, made: map[es.Expr]*expr{}}
	for _, a := range file.Assigns {
		if object, ok := a.Value.(*es.Object); ok {
			budget := 100_000
			return x.node(e.expr(object), &budget, 0)
		}
	}
	return nil
}
