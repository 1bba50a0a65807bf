package skill

import (
	"go/token"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

func FuzzLoad(f *testing.F) {
	f.Add("SKILL.md", []byte("---\nid: a\nimports: [{from: b}]\n---\n[x](y.md)\n```\n"))
	f.Add("SKILL.md", []byte("---\nname: a\ndescription: b: c\n"))
	f.Add("plugin.json", []byte(`{"name": "x"}`))
	f.Fuzz(func(t *testing.T, name string, src []byte) {
		name = strings.Map(func(r rune) rune {
			if r == '/' || r == 0 || r == utf8.RuneError {
				return '_'
			}
			return r
		}, name)
		if name == "" || name == "." || name == ".." || !utf8.ValidString(name) {
			return
		}
		ws, err := Load(token.NewFileSet(), fstest.MapFS{"d/" + name: {Data: src}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ws.Manifests {
			m.Text()
		}
		ws.Dependencies()
		for _, d := range ws.Problems {
			if d.Message == "" || ws.Fset.Position(d.Pos).Line == 0 {
				t.Fatalf("problem without place or text: %+v", d)
			}
		}
	})
}
