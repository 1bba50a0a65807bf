package skill

import (
	"go/token"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestDeterministic loads in parallel and expects the same order each time.
func TestDeterministic(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range 200 {
		name := strings.Repeat("x", i%7) + string(rune('a'+i%26)) + string(rune('a'+i/26))
		fsys[name+"/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nid: " + name + "\nid: again\n---\n")}
	}
	list := func() (out []string) {
		ws, err := Load(token.NewFileSet(), fsys, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ws.Problems {
			out = append(out, ws.Fset.Position(p.Pos).String())
		}
		return out
	}
	first := list()
	for range 5 {
		if again := list(); !slices.Equal(first, again) {
			t.Fatalf("%v\n%v", first, again)
		}
	}
}
