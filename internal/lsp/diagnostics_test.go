package lsp_test

import (
	"strings"
	"testing"
)

const two = `
-- zodiac/SKILL.md --
---
id: zodiac
name: zodiac
description: Tells the sign of a date.
exports:
  api_version: "1.0"
  tools:
    - name: sign
      input_schema: {type: object}
      output_schema: {type: object}
---
Tells the sign.
-- tarot/SKILL.md --
---
id: tarot
name: tarot
description: Draws a card and names the sign.
imports:
  - from: zodiac
    tools: [sign]
    min_version: "1.0"
---
Draws a card.
`

// TestTyping holds that unsaved texts count, of several documents, and that
// what was found goes when it is fixed.
func TestTyping(t *testing.T) {
	c := start(t, two)
	tarot := c.read("tarot/SKILL.md")
	c.open("tarot/SKILL.md", tarot)
	c.edit("tarot/SKILL.md", 2, "6:12-6:16", "sing")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	if c.versions["tarot/SKILL.md"] != 2 {
		t.Errorf("version %d", c.versions["tarot/SKILL.md"])
	}
	if got := c.found["tarot/SKILL.md"][0]; got.Severity != 1 || !strings.Contains(got.Message, `"sing"`) || got.About.Href == "" || len(got.Related) == 0 || c.name(got.Related[0].Location.URI) != "zodiac/SKILL.md" {
		t.Errorf("%+v", got)
	}
	c.open("zodiac/SKILL.md", c.read("zodiac/SKILL.md"))
	c.edit("zodiac/SKILL.md", 2, "7:12-7:16", "sing")
	c.says("tarot/SKILL.md")
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": c.uri("zodiac/SKILL.md")}})
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	c.edit("tarot/SKILL.md", 3, "6:12-6:16", "sign")
	c.says("tarot/SKILL.md")
}

// TestConfiguration holds that a change of the configuration takes effect, on
// the disk and while it is typed, and that a fault in it stands there.
func TestConfiguration(t *testing.T) {
	c := start(t, strings.Replace(two, "tools: [sign]", "tools: [sing]", 1))
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	changed := func() {
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": c.uri(".skilllint.yaml"), "type": 2}}})
	}
	c.write(".skilllint.yaml", "rules: {import-not-exported: off}\n")
	changed()
	c.says("tarot/SKILL.md")
	c.open(".skilllint.yaml", "rules:\n  import-not-exported: warning\n")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	c.edit(".skilllint.yaml", 2, "1:23-1:30", "wraning")
	c.says(".skilllint.yaml", "1:23-1:30 ")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported") // of the last that could be read
	c.edit(".skilllint.yaml", 3, "1:23-1:30", "off")
	c.says(".skilllint.yaml")
	c.says("tarot/SKILL.md")
}

// TestPlaces holds the columns to UTF-16 units, whatever ends the lines and
// whether or not a byte-order mark stands before them.
func TestPlaces(t *testing.T) {
	const text = "---\nid: tarot\nname: tarot\ndescription: \"\U0001F52E draws\u00E9\"\nimports:\n  - {from: zodiac, tools: [\"sign\", \"s\U0001F52Eng\", \"x\"], min_version: \"1.0\"}\n---\nDraws.\n"
	want := []string{"5:35-5:42 import-not-exported", "5:44-5:47 import-not-exported"}
	for name, text := range map[string]string{
		"plain": text,
		"CRLF":  strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, two)
			c.write("tarot/SKILL.md", text)
			c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": c.uri("tarot/SKILL.md"), "type": 2}}})
			c.says("tarot/SKILL.md", want...)
			c.open("tarot/SKILL.md", strings.Replace(text, "sign", "nosign", 1))
			c.says("tarot/SKILL.md", "5:27-5:35 import-not-exported", "5:37-5:44 import-not-exported", "5:46-5:49 import-not-exported")
			c.edit("tarot/SKILL.md", 2, "5:28-5:34", "sign")
			c.edit("tarot/SKILL.md", 3, "5:36-5:39", "")
			c.edit("tarot/SKILL.md", 4, "3:0-3:0", "# \U0001F52E\n")
			c.says("tarot/SKILL.md", "6:35-6:39 import-not-exported", "6:41-6:44 import-not-exported")
		})
	}
}
