package changes_test

import (
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/skill"
)

func tree(files map[string]string) fs.FS {
	fsys := fstest.MapFS{}
	for name, src := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(src), Mode: 0o644}
	}
	return fsys
}

// between loads two states and compares them.
func between(t *testing.T, before, after map[string]string) (*skill.Workspace, []changes.Skill) {
	t.Helper()
	fset := token.NewFileSet()
	today, err := skill.Load(fset, tree(after), skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	base, err := skill.Load(fset, tree(before), skill.Options{Revision: "base", Today: today})
	if err != nil {
		t.Fatal(err)
	}
	return today, changes.Between(base, today)
}

// apply writes edits into the files.
func apply(t *testing.T, ws *skill.Workspace, files map[string]string, edits []analysis.TextEdit) map[string]string {
	t.Helper()
	files = maps.Clone(files)
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
	for _, e := range edits {
		f := ws.FileAt(e.Pos)
		src := files[f.Path]
		files[f.Path] = src[:f.Offset(e.Pos)] + string(e.NewText) + src[f.Offset(e.End):]
	}
	return files
}

// raised raises every version and returns the files; then nothing is required
// any more, but of packages and of manifests that state no version.
func raised(t *testing.T, before, after map[string]string) map[string]string {
	t.Helper()
	ws, list := between(t, before, after)
	for i := range list {
		after = apply(t, ws, after, list[i].Raise(ws))
	}
	_, list = between(t, before, after)
	for _, s := range list {
		if s.Required() != "" && s.After.Package == nil && s.After.Manifest().Root.Get("version") != nil && s.New.Text != "" { // what states no version has none to raise
			t.Errorf("%s still requires %s: %+v", s.Path(), s.Required(), s)
		}
	}
	return after
}

// TestRequired says what follows of each kind of change, in the form in which
// the version is written.
func TestRequired(t *testing.T) {
	const path = "p/.claude-plugin/plugin.json"
	plugin := func(version, more string, files ...string) map[string]string {
		state := map[string]string{path: fmt.Sprintf(`{"name": "p", "version": %q%s}`, version, more)}
		for _, f := range files {
			state["p/"+f] = "words of " + f
		}
		return state
	}
	edited := func(state map[string]string, file string) map[string]string {
		state["p/"+file] += " and more"
		return state
	}
	for _, c := range []struct {
		before, after map[string]string
		want          string
	}{
		{plugin("1.2.3", "", "commands/a.md"), edited(plugin("1.2.3", "", "commands/a.md"), "commands/a.md"), "1.2.4"},
		{plugin("1.2.3", ""), plugin("1.2.3", "", "commands/a.md"), "1.3.0"},
		{plugin("1.2.3", "", "agents/a.md"), plugin("1.2.3", ""), "2.0.0"},
		{plugin("0.2.3", "", "agents/a.md"), plugin("0.2.3", ""), "0.3.0"},
		{plugin("0.2.3", ""), plugin("0.2.3", "", "agents/a.md"), "0.2.4"},
		{plugin("1.2.3", ""), plugin("1.2.3", `, "dependencies": ["q"]`), "1.3.0"},
		{plugin("1.2.3", `, "dependencies": ["q"]`), plugin("1.2.3", ""), "1.2.4"},
		{plugin("1.2.3", ""), plugin("1.2.3", "", "scripts/a.sh"), "1.2.4"},
		{plugin("1.2.3", ""), plugin("1.2.3", "", "README.md"), ""},
		{plugin("1.2.3", ""), plugin("1.2.3", `, "keywords": ["a"]`), ""},
		{plugin("1.2", ""), plugin("1.2", "", "scripts/a.sh"), "1.3"},
		{plugin("0.2", ""), plugin("0.2", "", "scripts/a.sh"), "0.3"},
		{plugin("v3", ""), plugin("v3", "", "scripts/a.sh"), "v4"},
		{plugin("2.0.0-rc.1", "", "agents/a.md"), plugin("2.0.0-rc.1", ""), "2.0.0"},
		{plugin("2.0.0-rc.1", "", "agents/a.md"), plugin("2.0.0-rc.2", ""), ""},
		{plugin("1.2.3", "", "agents/a.md"), plugin("1.3.0", ""), "2.0.0"},
		{plugin("1.2.3", "", "agents/a.md"), plugin("2.0.0-rc.1", ""), ""},
		{plugin("1.2.3", ""), plugin("1.0.0", "", "scripts/a.sh"), "1.2.4"},
		{plugin("spring", ""), plugin("spring", "", "scripts/a.sh"), ""},
		{plugin("spring", ""), plugin("summer", "", "scripts/a.sh"), ""},
	} {
		_, list := between(t, c.before, c.after)
		got := ""
		for _, s := range list {
			got += s.Required()
		}
		if got != c.want {
			t.Errorf("%v → %v: %q, want %q", c.before, c.after, got, c.want)
			continue
		}
		after := raised(t, c.before, c.after)
		if c.want != "" && !strings.Contains(after[path], fmt.Sprintf("%q", c.want)) {
			t.Errorf("%s: want %s", after[path], c.want)
		}
	}
}

const contract = `---
id: charts
version: %s
exports:
  api_version: %s
  tools:
    - {name: export_chart, input_schema: {type: object}, output_schema: {type: object}}%s
---
# Charts
`

// TestRaise writes a version wherever it is stated, as it is written there.
func TestRaise(t *testing.T) {
	const more = "\n    - {name: list_charts, input_schema: {type: object}, output_schema: {type: object}}"
	registry := `{"skills": {"charts": {"path": "charts", "version": "1.3.0"}, "maps": {"path": "maps", "version": "1.3.0"}}}`
	before := map[string]string{
		"charts/SKILL.md":                fmt.Sprintf(contract, "1.3.0", `"1.3"`, ""),
		".claude/skills/charts/SKILL.md": fmt.Sprintf(contract, "1.3.0", `"1.3"`, ""),
		"charts/package.json":            `{"name": "charts", "version": "1.3.0"}`,
		"registry.json":                  registry,
	}
	after := maps.Clone(before)
	for _, p := range []string{"charts/SKILL.md", ".claude/skills/charts/SKILL.md"} {
		after[p] = fmt.Sprintf(contract, "1.3.0", `"1.3"`, more)
	}
	want := fmt.Sprintf(contract, "1.4.0", `"1.4"`, more)
	got := raised(t, before, after)
	for p, src := range map[string]string{
		"charts/SKILL.md": want, ".claude/skills/charts/SKILL.md": want,
		"charts/package.json": `{"name": "charts", "version": "1.4.0"}`,
		"registry.json":       strings.Replace(registry, "1.3.0", "1.4.0", 1),
	} {
		if got[p] != src {
			t.Errorf("%s: got\n%s\nwant\n%s", p, got[p], src)
		}
	}

	// A `version` of its own is left alone; a plain api_version gets quotes,
	// since 1.10 is a number.
	before = map[string]string{"charts/SKILL.md": fmt.Sprintf(contract, "3.0.0", "1.9", "")}
	after = map[string]string{"charts/SKILL.md": fmt.Sprintf(contract, "3.0.0", "1.9", more)}
	if got := raised(t, before, after)["charts/SKILL.md"]; got != fmt.Sprintf(contract, "3.0.0", `"1.10"`, more) {
		t.Errorf("got\n%s", got)
	}
}

// TestUnreadable says of a manifest that one state cannot read that what
// changed is not known, and never that it is new or gone.
func TestUnreadable(t *testing.T) {
	good := map[string]string{"charts/SKILL.md": fmt.Sprintf(contract, "1.0.0", `"1.0"`, ""), "p/.claude-plugin/plugin.json": `{"name": "p"}`}
	bad := map[string]string{"charts/SKILL.md": "---\nid: [\n---\n", "p/.claude-plugin/plugin.json": `{"name": `}
	for _, states := range [][2]map[string]string{{good, bad}, {bad, good}} {
		_, list := between(t, states[0], states[1])
		if len(list) != 2 || list[0].ID != "charts" || list[1].ID != "p" {
			t.Errorf("%v", list)
		}
		for _, s := range list {
			if len(s.Changes) != 1 || s.Changes[0].Kind != changes.Unknown || !strings.Contains(s.Changes[0].Message, "cannot be read") {
				t.Errorf("%+v", s.Changes)
			}
		}
	}
}

// TestBecomes says of a skill that becomes a contract that its tools are new,
// and not that it is gone.
func TestBecomes(t *testing.T) {
	plain := map[string]string{"charts/SKILL.md": "---\nname: charts\ndescription: Draws.\n---\n# Charts\n"}
	full := map[string]string{"charts/SKILL.md": fmt.Sprintf(contract, "1.0.0", `"1.0"`, "")}
	_, list := between(t, plain, full)
	if len(list) != 1 || len(list[0].Changes) != 1 || list[0].Changes[0].Kind != changes.Added || list[0].Changes[0].Tool != "export_chart" {
		t.Errorf("%+v", list)
	}
}

// TestCopies says of copies in agents' folders that part that the skill
// changed, and never that one is new or gone.
func TestCopies(t *testing.T) {
	text := func(body string) string { return "---\nname: notes\ndescription: Takes notes.\n---\n" + body }
	same := map[string]string{"skills/notes/SKILL.md": text("# Notes"), ".claude/skills/notes/SKILL.md": text("# Notes")}
	other := map[string]string{"skills/notes/SKILL.md": text("# Notes, again"), ".claude/skills/notes/SKILL.md": text("# Notes")}
	for _, states := range [][2]map[string]string{{same, other}, {other, same}} {
		_, list := between(t, states[0], states[1])
		if len(list) != 1 || len(list[0].Changes) != 1 || list[0].Changes[0].Kind != changes.Changed {
			t.Errorf("%+v", list)
		}
	}
}
