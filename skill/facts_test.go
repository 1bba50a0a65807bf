package skill_test

import (
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/factstest"
	"github.com/skilllint/skilllint/skill"
)

// A counter is a memory that notes which contents facts were made of.
type counter struct {
	factstest.Memory
	mu   sync.Mutex
	made map[[16]byte]bool
}

func (c *counter) Keep(key skill.FactsKey, facts []byte) {
	if key.Kind != "tools mentioned" { // an answer, which is kept by what was asked as well
		c.mu.Lock()
		c.made[key.Sum] = true
		c.mu.Unlock()
	}
	c.Memory.Keep(key, facts)
}

func manyFiles() fstest.MapFS {
	files := fstest.MapFS{"broken/SKILL.md": {Data: []byte("---\nname: [\n---\n")}, "bin/SKILL.md": {Data: []byte("---\nname: bin\ndescription: d\n---\nRun scripts/x.py, see [y](y.md)\n")}, "bin/scripts/no.md": {Data: []byte("\xff\xfe")}}
	for i := range 20 {
		dir := fmt.Sprintf("skills/s%d/", i)
		files[dir+"SKILL.md"] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nid: s%d\nname: s%d\ndescription: Number %d. Use it.\nimports:\n  - from: s%d\n    tools: [t]\n---\n# S\n[a](references/a.md) [gone](gone.md)\n", i, i, i, (i+1)%20)}
		files[dir+"references/a.md"] = &fstest.MapFile{Data: fmt.Appendf(nil, "A %d, /home/fred%d/x\n```\nunclosed\n", i, i)}
		files[dir+"main.py"] = &fstest.MapFile{Data: fmt.Appendf(nil, "import os\nopen('../s%d/SKILL.md')\n", (i+1)%20)}
	}
	return files
}

// describe says what a workspace holds, with all places.
func describe(t *testing.T, fsys fs.FS, facts skill.Keeper) string {
	t.Helper()
	text, _ := describeLoad(t, fsys, skill.Options{Facts: facts})
	return text
}

func describeLoad(t *testing.T, fsys fs.FS, opts skill.Options) (string, *skill.Workspace) {
	t.Helper()
	ws, err := skill.Load(skill.FileSetAfter(opts.Last), fsys, opts)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	at := func(pos token.Pos) string { return ws.Fset.Position(pos).String() }
	for _, m := range ws.Manifests {
		fmt.Fprintf(&b, "%s %s %d %s %s\n", m.Path, m.Dialect.Name, m.Body, m.Root.JSON(), m.Head())
		for _, e := range m.Root.Entries() {
			fmt.Fprintf(&b, "  %s %s %s\n", e.Key.Text, at(e.Key.Pos), at(e.Value.End))
		}
	}
	for _, p := range ws.Problems {
		fmt.Fprintf(&b, "problem %s %s\n", at(p.Pos), p.Message)
	}
	for _, f := range ws.Texts() {
		fmt.Fprintf(&b, "text %s %d %+v %+v %+v\n", f.Path, f.Size, *f.Facts(), *f.Prose(), *f.Text())
	}
	for _, s := range ws.Sources() {
		for _, r := range s.Reaches {
			fmt.Fprintf(&b, "source %s reaches %s at %s\n", s.Path, r.Target, at(r.Pos))
		}
	}
	return b.String(), ws
}

// differ returns the first lines in which two descriptions differ, "" for none.
func differ(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("%s\nexpected\n%s", g[i], w[i])
		}
	}
	if len(g) != len(w) {
		return fmt.Sprintf("%d lines, expected %d", len(g), len(w))
	}
	return ""
}

func TestFactsAreKeptByContent(t *testing.T) {
	fsys := factstest.FS{MapFS: manyFiles()}
	facts := &counter{made: map[[16]byte]bool{}}
	cold := describe(t, fsys.MapFS, nil)
	if d := differ(describe(t, fsys, facts), cold); d != "" {
		t.Errorf("facts that are to be kept: %s", d)
	}
	if !strings.Contains(cold, "source skills/s0/main.py reaches skills/s1/SKILL.md") || !strings.Contains(cold, "problem ") {
		t.Fatalf("the workspace shows too little:\n%s", cold)
	}

	// Nothing changed: nothing is made again.
	facts.made = map[[16]byte]bool{}
	if d := differ(describe(t, fsys, facts), cold); d != "" {
		t.Errorf("facts that were kept: %s", d)
	}
	if len(facts.made) > 0 {
		t.Errorf("facts of %d files were made again, expected none", len(facts.made))
	}

	// One file changed: facts are made of it alone.
	for _, changed := range []string{"skills/s7/SKILL.md", "skills/s7/references/a.md", "skills/s7/main.py"} {
		fsys.MapFS[changed] = &fstest.MapFile{Data: append([]byte{}, strings.Replace(string(fsys.MapFS[changed].Data), "s8", "s9", 1)+"\nmore\n"...)}
		facts.made = map[[16]byte]bool{}
		if d := differ(describe(t, fsys, facts), describe(t, fsys.MapFS, nil)); d != "" {
			t.Errorf("after %s changed: %s", changed, d)
		}
		sum, _, _ := fsys.Sum(changed)
		if made := slices.Collect(maps.Keys(facts.made)); len(made) != 1 || made[0] != sum {
			t.Errorf("after %s changed, facts of %d files were made, expected those of that file", changed, len(made))
		}
	}

	// Facts that were kept broken are made again.
	broken := &breaking{&facts.Memory}
	if d := differ(describe(t, fsys, broken), describe(t, fsys.MapFS, nil)); d != "" {
		t.Errorf("broken facts: %s", d)
	}
}

// breaking gives half of what was kept.
type breaking struct{ *factstest.Memory }

func (b *breaking) Find(key skill.FactsKey) []byte {
	facts := b.Memory.Find(key)
	return facts[:len(facts)/2]
}

// opening notes which files of a factstest.FS file system were opened.
type opening struct {
	factstest.FS
	mu     sync.Mutex
	opened map[string]bool
}

func (o *opening) Open(name string) (fs.File, error) {
	if f := o.MapFS[name]; f != nil && f.Mode == 0 {
		o.mu.Lock()
		o.opened[name] = true
		o.mu.Unlock()
	}
	return o.FS.Open(name)
}

// TestFilesAreTakenOver edits one file after the other: a load that takes over what
// is the same reads that file alone, and finds what another load finds.
func TestFilesAreTakenOver(t *testing.T) {
	files := manyFiles()
	delete(files, "bin/scripts/no.md") // no text: nothing is known of it
	fsys := &opening{FS: factstest.FS{MapFS: files}, opened: map[string]bool{}}
	cold, last := describeLoad(t, fsys, skill.Options{})
	if len(fsys.opened) != len(files) {
		t.Errorf("at first %d files were read, expected all %d", len(fsys.opened), len(files))
	}
	for _, changed := range []string{"", "skills/s7/SKILL.md", "skills/s7/references/a.md", "skills/s7/main.py", "broken/SKILL.md", ""} {
		if changed != "" {
			files[changed] = &fstest.MapFile{Data: append([]byte{}, strings.Replace(string(files[changed].Data), "s8", "s9", 1)+"\nmore\n"...)}
			cold = describe(t, files, nil)
		}
		fsys.opened = map[string]bool{}
		var now string
		now, last = describeLoad(t, fsys, skill.Options{Last: last})
		if d := differ(now, cold); d != "" {
			t.Errorf("after %q changed: %s", changed, d)
		}
		delete(fsys.opened, changed)
		maps.DeleteFunc(fsys.opened, func(p string, _ bool) bool { return strings.HasSuffix(p, ".py") }) // whether code matters may be asked of its bytes
		if len(fsys.opened) > 0 {
			t.Errorf("after %q changed, others were read: %v", changed, slices.Sorted(maps.Keys(fsys.opened)))
		}
	}
}
