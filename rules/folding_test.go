package rules_test

import (
	"fmt"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// TestCopiedAlone holds that what more than fifteen skills of a collection lack which
// hold their SKILL.md alone is one finding a rule, and that others are told one by one.
func TestCopiedAlone(t *testing.T) {
	collection := func(n int) fstest.MapFS {
		files := fstest.MapFS{}
		for i := range n {
			name := fmt.Sprintf("walk-%03d", i)
			text := "---\nname: " + name + "\ndescription: Plans " + name + ".\n---\nRead [the map](references/" + name + ".md) and run `python scripts/" + name + ".py`.\n"
			files["skills/"+name+"/SKILL.md"] = &fstest.MapFile{Data: []byte(text)}
		}
		files["skills/walk-000/card.json"] = &fstest.MapFile{Data: []byte("{}")}
		files["skills/walk-001/references/list.md"] = &fstest.MapFile{Data: []byte("Walks.")}
		return files
	}
	for _, c := range []struct{ skills, links, scripts int }{{16, 16, 16}, {17, 2, 2}} {
		ws, err := skill.Load(token.NewFileSet(), collection(c.skills), skill.Options{})
		if err != nil {
			t.Fatal(err)
		}
		links, scripts := 0, 0
		for _, f := range lint.Run(lint.Input{Workspace: ws}, rules.All) {
			switch f.Rule {
			case rules.BrokenLink:
				links++
			case rules.MissingScript:
				scripts++
			default:
				continue
			}
			if first := strings.Contains(ws.FileAt(f.Pos).Path, "walk-000"); c.links == 2 && strings.Contains(f.Message, "15 more paths in skills that were copied without their files lead nowhere") != first {
				t.Errorf("%s: %s", ws.FileAt(f.Pos).Path, f.Message)
			}
		}
		if links != c.links || scripts != c.scripts {
			t.Errorf("%d skills: %d broken links and %d missing scripts, want %d and %d", c.skills, links, scripts, c.links, c.scripts)
		}
	}
}
