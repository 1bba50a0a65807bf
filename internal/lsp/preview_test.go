package lsp_test

import (
	"fmt"
	"strings"
	"testing"
)

// hold keeps the server from some work until release.
func (c *client) hold(w *work) (release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := make(chan struct{})
	w.held = held
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if w.held == held { // nobody holds it up anew
			w.held = nil
		}
		close(held)
	}
}

// count is how often some work was begun.
func (c *client) count(w *work) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return w.done
}

// TestPreview holds that what an edit brings about in the folder of a skill is shown
// before the whole workspace is judged, with its fixes, and that what depends on other
// skills stays and moves along.
func TestPreview(t *testing.T) {
	c := start(t, strings.Replace(two, "tools: [sign]", "tools: [sing]", 1))
	c.open("tarot/SKILL.md", c.read("tarot/SKILL.md"))
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	release := c.hold(&c.whole)
	c.edit("tarot/SKILL.md", 2, "3:0-3:0", "licence: MIT\n")
	c.says("tarot/SKILL.md", "3:0-3:7 manifest-schema", "7:12-7:16 import-not-exported")
	var actions []struct{ Title string }
	c.call("textDocument/codeAction", object{"textDocument": object{"uri": c.uri("tarot/SKILL.md")}, "range": rangeOf("3:2-3:2"), "context": object{"diagnostics": []any{}}}, &actions)
	if got := fmt.Sprint(actions); !strings.Contains(got, "suppress manifest-schema") {
		t.Errorf("actions %s", got)
	}
	c.edit("tarot/SKILL.md", 3, "10:0-10:5", "[Draw](gone.md)")
	c.says("tarot/SKILL.md", "3:0-3:7 manifest-schema", "7:12-7:16 import-not-exported", "10:7-10:14 broken-link")
	c.edit("tarot/SKILL.md", 4, "3:0-4:0", "")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported", "9:7-9:14 broken-link")
	release()
	c.edit("tarot/SKILL.md", 5, "6:12-6:16", "sign")
	c.says("tarot/SKILL.md", "9:7-9:14 broken-link")
}

// TestOvertaken holds that a verdict on an older text is not shown of a newer one: the
// preview of that is on its way.
func TestOvertaken(t *testing.T) {
	c := start(t, strings.ReplaceAll(two, "tarot/", "zz/"))
	c.open("zodiac/SKILL.md", c.read("zodiac/SKILL.md"))
	c.until("the first verdict", func() bool { return c.whole.done == 1 })
	letGo := c.hold(&c.whole)
	c.edit("zodiac/SKILL.md", 2, "7:12-7:16", "sing")
	c.edit("zodiac/SKILL.md", 3, "11:0-11:5", "[Tells](gone.md)")
	c.says("zodiac/SKILL.md", "11:8-11:15 broken-link")
	c.until("a verdict on these texts is under way", func() bool { return c.whole.done == 2 })
	defer c.hold(&c.whole)() // no further one
	letShow := c.hold(&c.parts)
	c.edit("zodiac/SKILL.md", 4, "11:8-11:15", "https://example.org")
	letGo()
	c.says("zz/SKILL.md", "6:12-6:16 import-not-exported") // which is told after what is in zodiac
	c.mu.Lock()
	if v := c.versions["zodiac/SKILL.md"]; v != 3 {
		t.Errorf("of version %d is shown what was found in another", v)
	}
	c.mu.Unlock()
	letShow()
	c.says("zodiac/SKILL.md")
}

// TestOpening holds that a document with the text of its file is not judged again, and
// neither is a folder in which nothing was edited.
func TestOpening(t *testing.T) {
	c := start(t, strings.Replace(two, "tools: [sign]", "tools: [sing]", 1))
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	c.open("tarot/SKILL.md", c.read("tarot/SKILL.md"))
	c.open("zodiac/SKILL.md", c.read("zodiac/SKILL.md"))
	c.until("the version is told", func() bool { return c.versions["tarot/SKILL.md"] == 1 })
	if whole, parts := c.count(&c.whole), c.count(&c.parts); whole != 1 || parts != 0 {
		t.Errorf("the whole was judged %d times, parts %d times", whole, parts)
	}
	release := c.hold(&c.whole)
	defer release()
	c.edit("zodiac/SKILL.md", 2, "11:0-11:5", "[Tells](gone.md)")
	c.says("zodiac/SKILL.md", "11:8-11:15 broken-link")
	c.edit("tarot/SKILL.md", 2, "9:0-9:5", "[Draw](gone.md)")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported", "9:7-9:14 broken-link")
	if parts := c.count(&c.parts); parts != 4 { // each as it was and as it is
		t.Errorf("parts were judged %d times", parts)
	}
}

// TestUnknownText holds that a finding has no place while the text that it was found in
// is gone: from the disk, and from what was read last.
func TestUnknownText(t *testing.T) {
	archive := strings.Replace(two, "tools: [sign]", "tools: [sing]", 1)
	for i := range 12 { // more than are kept of what was read
		archive += fmt.Sprintf("-- u%02d/SKILL.md --\n---\nname: u%02d\ndescription: Draws card %d.\n---\nSee [it](go%02d.md).\n", i, i, i, i)
	}
	c := start(t, archive)
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	c.says("u11/SKILL.md", "4:9-4:16 broken-link")
	release := c.hold(&c.whole)
	text := strings.Replace(c.read("tarot/SKILL.md"), "name: tarot\n", "name: tarot\nlicense: MIT\n", 1)
	c.write("tarot/SKILL.md", text)
	c.open("tarot/SKILL.md", text)
	c.says("tarot/SKILL.md")
	release()
	c.says("tarot/SKILL.md", "7:12-7:16 import-not-exported")
}

// BenchmarkEdit is the time from an edit in a workspace of 8,000 skills to its
// findings. The whole is judged in between.
func BenchmarkEdit(b *testing.B) {
	var archive strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&archive, "-- g%d/skills/s%d/SKILL.md --\n---\nname: s%d\ndescription: Reads table %d and says what changed in it since yesterday.\n---\n%s", i%40, i, i, i,
			strings.Repeat("Read [the reference](references/a.md) and run `python scripts/gone.py`.\n", 20))
	}
	c := start(b, archive.String())
	const name = "g7/skills/s7/SKILL.md"
	text := c.read(name)
	c.open(name, text)
	c.until("the first verdict", func() bool { return len(c.found[name]) > 0 && c.versions[name] == 1 })
	version := 1
	for b.Loop() {
		version++
		gone := fmt.Sprintf("gone%d.md", version)
		c.notify("textDocument/didChange", object{
			"textDocument":   object{"uri": c.uri(name), "version": version},
			"contentChanges": []object{{"text": text + "See [it](" + gone + ").\n"}},
		})
		c.until("the finding", func() bool {
			for _, d := range c.found[name] {
				if strings.Contains(d.Message, gone) {
					return true
				}
			}
			return false
		})
	}
}
