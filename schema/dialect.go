package schema

import "strings"

// Dialect is a version of JSON Schema.
type Dialect uint8

// The dialects. Detect reads a document without $schema as 2020-12, else as draft-07, else as draft-04: as the first in
// which it is valid.
const (
	Detect Dialect = iota
	Draft4
	Draft6
	Draft7
	Draft2019
	Draft2020
)

var dialectURIs = [...]string{
	Draft4:    "http://json-schema.org/draft-04/schema",
	Draft6:    "http://json-schema.org/draft-06/schema",
	Draft7:    "http://json-schema.org/draft-07/schema",
	Draft2019: "https://json-schema.org/draft/2019-09/schema",
	Draft2020: "https://json-schema.org/draft/2020-12/schema",
}

var dialectNames = [...]string{"", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12"}

func (d Dialect) String() string { return dialectNames[d] }

// DialectOf names the dialect of a $schema URI; it is Detect for any other URI.
func DialectOf(uri string) Dialect {
	uri = strings.TrimSuffix(uri, "#")
	uri = strings.TrimPrefix(strings.TrimPrefix(uri, "https://"), "http://")
	for d := Draft4; d <= Draft2020; d++ {
		_, rest, _ := strings.Cut(dialectURIs[d], "://")
		if uri == rest {
			return d
		}
	}
	return Detect
}

// vocabularies that a 2019-09 or 2020-12 metaschema can leave out.
type vocabulary uint8

const (
	vocabCore vocabulary = 1 << iota
	vocabApplicator
	vocabUnevaluated
	vocabValidation
	allVocabularies = vocabCore | vocabApplicator | vocabUnevaluated | vocabValidation
)

var vocabularyNames = map[string]vocabulary{
	"core": vocabCore, "applicator": vocabApplicator, "unevaluated": vocabUnevaluated, "validation": vocabValidation,
	"meta-data": 0, "format-annotation": 0, "format": 0, "content": 0,
}

// meaning is what the keywords of a schema object mean: its dialect, and the vocabularies switched on.
type meaning struct {
	dialect Dialect
	vocab   vocabulary
}

// keyword is where a keyword belongs: the dialects that define it, and its vocabulary.
type keyword struct {
	from, to Dialect
	vocab    vocabulary
	parse    func(*builder, *node, *Value)
}

// defines reports whether the keyword asserts or applies anything under m; else it is an annotation.
func (k *keyword) defines(m meaning) bool {
	return k.from <= m.dialect && m.dialect <= k.to && k.vocab&m.vocab == k.vocab
}
