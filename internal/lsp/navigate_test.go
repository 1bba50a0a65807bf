package lsp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/lsp"
)

const many = `
-- zodiac/SKILL.md --
---
id: zodiac
name: zodiac
description: Tells the *sign* of a date.
exports:
  api_version: "1.0"
  tools:
    - name: sign
      description: The sign of a date.
      input_schema: {type: object, properties: {date: {type: string}}}
      output_schema: {type: object}
    - name: house
      input_schema: {type: object}
      output_schema: {type: object}
  access: {requires_subscription: true, free_tools: [sign]}
  deprecated: [{tool: sign, removal_date: "2027-06-01", replacement: house}]
---
Tells the sign.
-- zodiac/references/dates.md --
Dates.
-- tarot/SKILL.md --
---
id: tarot
name: tarot
description: Draws a card and names the sign.
imports:
  - from: zodiac
    tools: [sign]  # skilllint:ignore deprecated-import until the summer
    min_version: "1.0"
---
Draws a card. See [the dates](../zodiac/references/dates.md) of [it](../zodiac/SKILL.md#a).
-- tarot/card.py --
def draw():
    return ToolRegistry.execute("sign", {"date": "2026-11-22"})
-- dreams/skill.json --
{"name": "dreams", "version": "1.0.0", "mode": "composite", "description": "Dreams", "input": {"type": "object"}, "output": {"type": "object"},
 "calls": ["moon"], "pipeline": [{"name": "a", "skill": "moon", "input": {}}]}
-- moon/skill.json --
{"name": "moon", "version": "1.0.0", "mode": "llm", "description": "The moon", "input": {"type": "object"}, "output": {"type": "object"}}
-- moon/prompt.md --
Say where the moon is.
-- .mcp.json --
{"mcpServers": {"sky": {"command": "sky"}}}
-- .mcp-tools/sky.json --
{"tools": [{"name": "look", "description": "Looks.", "inputSchema": {"type": "object"}}]}
-- stars/SKILL.md --
---
name: stars
description: Looks at the stars.
allowed-tools: [mcp__sky__look]
---
Call mcp__sky__look at night.
-- .skilllint.yaml --
rules:
  skill-name: warning
`

// where finds a place by the text before and behind a mark: "from: zo|diac".
func (c *client) where(name, mark string) lsp.Position {
	c.t.Helper()
	before, behind, _ := strings.Cut(mark, "|")
	text := c.read(name)
	at := strings.Index(text, before+behind)
	if at < 0 {
		c.t.Fatalf("%s has no %q", name, mark)
	}
	head := text[:at+len(before)]
	return lsp.Position{Line: uint32(strings.Count(head, "\n")), Character: uint32(len(head) - strings.LastIndex(head, "\n") - 1)}
}

func (c *client) at(name, mark string, more object) object {
	p := object{"textDocument": object{"uri": c.uri(name)}, "position": c.where(name, mark)}
	for k, v := range more {
		p[k] = v
	}
	return p
}

// words returns what stands at locations, as "path:line word".
func (c *client) words(list []lsp.Location) []string {
	words := []string{}
	for _, l := range list {
		lines := strings.Split(c.read(c.name(l.URI)), "\n")
		word := lines[l.Range.Start.Line][l.Range.Start.Character:l.Range.End.Character]
		words = append(words, fmt.Sprintf("%s:%d %s", c.name(l.URI), l.Range.Start.Line, word))
	}
	return words
}

func TestDefinition(t *testing.T) {
	c := start(t, many)
	for _, test := range []struct{ file, mark, want string }{
		{"tarot/SKILL.md", "tools: [si|gn]", "zodiac/SKILL.md:7 sign"},
		{"tarot/SKILL.md", "from: |zodiac", "zodiac/SKILL.md:1 zodiac"},
		{"tarot/SKILL.md", "references/da|tes.md", "zodiac/references/dates.md:0 "},
		{"tarot/SKILL.md", "zodiac/SK|ILL.md#a", "zodiac/SKILL.md:0 "},
		{"tarot/card.py", `execute("si|gn"`, "zodiac/SKILL.md:7 sign"},
		{"zodiac/SKILL.md", "replacement: ho|use", "zodiac/SKILL.md:11 house"},
		{"dreams/skill.json", `"calls": ["mo|on"`, `moon/skill.json:0 "moon"`},
		{"dreams/skill.json", `"skill": "mo|on"`, `moon/skill.json:0 "moon"`},
		{"stars/SKILL.md", "[mcp__sky__lo|ok]", `.mcp-tools/sky.json:0 "look"`},
		{"stars/SKILL.md", "Call mcp__sky__lo|ok", `.mcp-tools/sky.json:0 "look"`},
		{"tarot/SKILL.md", "Dr|aws", ""},
	} {
		var found []lsp.Location
		c.call("textDocument/definition", c.at(test.file, test.mark, nil), &found)
		if got := strings.Join(c.words(found), ", "); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.file, test.mark, got, test.want)
		}
	}
}

func TestReferences(t *testing.T) {
	c := start(t, many)
	for _, test := range []struct {
		file, mark string
		want       []string
	}{
		{"zodiac/SKILL.md", "name: si|gn", []string{"tarot/SKILL.md:6 sign", `tarot/card.py:1 "sign"`, "zodiac/SKILL.md:7 sign", "zodiac/SKILL.md:14 sign", "zodiac/SKILL.md:15 sign"}},
		{"zodiac/SKILL.md", "id: zo|diac", []string{"tarot/SKILL.md:5 zodiac", "tarot/SKILL.md:9 ../zodiac/SKILL.md#a", "zodiac/SKILL.md:1 zodiac"}},
		{"tarot/SKILL.md", "dates|.md", []string{"tarot/SKILL.md:9 ../zodiac/references/dates.md"}},
		{".mcp-tools/sky.json", `"lo|ok"`, []string{`.mcp-tools/sky.json:0 "look"`, "stars/SKILL.md:3 mcp__sky__look", "stars/SKILL.md:5 mcp__sky__look"}},
	} {
		var found []lsp.Location
		c.call("textDocument/references", c.at(test.file, test.mark, object{"context": object{"includeDeclaration": true}}), &found)
		if got := c.words(found); !slices.Equal(got, test.want) {
			t.Errorf("%s %s: got %q, want %q", test.file, test.mark, got, test.want)
		}
	}
}

func TestHover(t *testing.T) {
	c := start(t, many)
	for _, test := range []struct {
		file, mark string
		want       []string
	}{
		{"tarot/SKILL.md", "tools: [si|gn]", []string{"**sign** of **zodiac** 1.0", "The sign of a date.", "**Deprecated**, to be removed on 2027-06-01; use house.", "\"date\"", "Imported by tarot"}},
		{"tarot/SKILL.md", "from: zo|diac", []string{"**zodiac** 1.0", `Tells the \*sign\* of a date.`, "Exports sign, house", "Needed by tarot"}},
		{"tarot/SKILL.md", "min_ver|sion", []string{"**min\\_version**"}},
		{"tarot/SKILL.md", "ignore deprecated-im|port", []string{"**deprecated-import** (error)", "docs/rules.md#deprecated-import"}},
		{".skilllint.yaml", "skill-na|me", []string{"**skill-name** (error)"}},
		{".skilllint.yaml", "ru|les", []string{"**rules**", "Severities of rules."}},
		{"dreams/skill.json", `"calls": ["mo|on"`, []string{"**moon** of **moon** 1.0.0", "The moon", "Imported by dreams"}},
		{"stars/SKILL.md", "[mcp__sky__lo|ok]", []string{"**look** of **mcp:sky**", "Looks.", "Imported by stars"}},
	} {
		var hover struct{ Contents struct{ Kind, Value string } }
		c.call("textDocument/hover", c.at(test.file, test.mark, nil), &hover)
		for _, want := range test.want {
			if !strings.Contains(hover.Contents.Value, want) {
				t.Errorf("%s %s: %q lacks %q", test.file, test.mark, hover.Contents.Value, want)
			}
		}
	}
}

// TestRename holds that every place of a name changes, and its folder, and
// that what cannot be renamed says why.
func TestRename(t *testing.T) {
	c := start(t, many)
	rename := func(file, mark, name string) (string, error) {
		var edit struct {
			DocumentChanges []struct {
				TextDocument   struct{ URI string }
				Edits          []lsp.TextEdit
				Kind           string
				OldURI, NewURI string
			}
		}
		err := c.ask("textDocument/rename", c.at(file, mark, object{"newName": name}), &edit)
		var all []string
		for _, d := range edit.DocumentChanges {
			if d.Kind != "" {
				all = append(all, d.Kind+" "+c.name(d.OldURI)+" to "+c.name(d.NewURI))
			}
			for _, e := range d.Edits {
				all = append(all, c.name(d.TextDocument.URI)+" "+place(e.Range)+" "+e.NewText)
			}
		}
		return strings.Join(all, "\n"), err
	}
	for _, test := range []struct{ file, mark, name, want string }{
		{"tarot/card.py", `execute("si|gn"`, "star_sign", "tarot/SKILL.md 6:12-6:16 star_sign\ntarot/card.py 1:33-1:37 star_sign\nzodiac/SKILL.md 7:12-7:16 star_sign\nzodiac/SKILL.md 14:53-14:57 star_sign\nzodiac/SKILL.md 15:22-15:26 star_sign"},
		{"zodiac/SKILL.md", "id: zo|diac", "stars2", "tarot/SKILL.md 5:10-5:16 stars2\ntarot/SKILL.md 9:33-9:39 stars2\ntarot/SKILL.md 9:72-9:78 stars2\nzodiac/SKILL.md 1:4-1:10 stars2\nrename zodiac to stars2"},
		{"dreams/skill.json", `"calls": ["mo|on"`, "luna", "dreams/skill.json 1:12-1:16 luna\ndreams/skill.json 1:57-1:61 luna\nmoon/skill.json 0:10-0:14 luna\nrename moon to luna"},
	} {
		if got, err := rename(test.file, test.mark, test.name); err != nil || got != test.want {
			t.Errorf("%s %s: %v, got\n%s\nwant\n%s", test.file, test.mark, err, got, test.want)
		}
	}
	for _, test := range []struct{ file, mark, name, want string }{
		{"tarot/SKILL.md", "tools: [si|gn]", "house", `zodiac already exports "house"`},
		{"zodiac/SKILL.md", "id: zo|diac", "tarot", `there is a skill "tarot" already`},
		{"zodiac/SKILL.md", "id: zo|diac", "a: b\nc", "is not a name"},
		{"stars/SKILL.md", "[mcp__sky__lo|ok]", "see", "are recorded from the server"},
		{"tarot/SKILL.md", "Dr|aws a card. ", "x", "no tool or skill is named here"},
	} {
		if _, err := rename(test.file, test.mark, test.name); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s to %q: %v, want %s", test.file, test.mark, test.name, err, test.want)
		}
	}
}
