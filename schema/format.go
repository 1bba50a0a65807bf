package schema

import (
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formats holds one compiled {"format": name} a name: format predicates are the library's business.
var formats sync.Map

func formatAccepts(name, s string) bool {
	if b, ok := formatBounds[name]; ok {
		if match, _ := b.over.match(s); !match {
			return false // v6 reads numbers with signs in some
		}
	}
	f, ok := formats.Load(name)
	if !ok {
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		c.UseLoader(noLoader{})
		if err := c.AddResource("schema:format", map[string]any{"format": name}); err != nil {
			return true
		}
		compiled, err := c.Compile("schema:format")
		if err != nil {
			return true
		}
		f, _ = formats.LoadOrStore(name, compiled)
	}
	return f.(*jsonschema.Schema).Validate(s) == nil
}

// knownFormat reports whether a format asserts anything; unknown formats are annotations.
func knownFormat(name string) bool { _, ok := formatSamples[name]; return ok }
