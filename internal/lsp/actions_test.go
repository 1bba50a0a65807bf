package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/lsp"
)

const faulty = `
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
Tells the sign. See [more](missing.md).

~~~
[more](missing.md)
~~~
-- tarot/SKILL.md --
---
id: tarot
name: tarot
description: Draws a card and names the sign.
imports:
  - from: zodiac
    tools: [sing]
    min_version: "1.0"
---
Draws a card.
-- tarot/card.py --
def draw():
    return ToolRegistry.execute("sign", {})
-- moon/skill.json --
{"name": "moon", "version": "1", "mode": "llm", "description": "The moon", "input": {"type": "object"}, "output": {"type": "object"}}
-- moon/prompt.md --
Say where the moon is.
`

type action struct {
	Title       string
	Kind        string
	Diagnostics []lsp.Diagnostic
	Edit        struct {
		DocumentChanges []struct {
			Kind, URI    string
			TextDocument struct{ URI string }
			Edits        []lsp.TextEdit
		}
	}
}

// actions asks for what can be done at a place, as "title: path range text".
func (c *client) actions(file, mark string) []string {
	at := c.where(file, mark)
	var found []action
	c.call("textDocument/codeAction", object{"textDocument": object{"uri": c.uri(file)}, "range": lsp.Range{Start: at, End: at}, "context": object{"diagnostics": []any{}}}, &found)
	var all []string
	for _, a := range found {
		text := a.Title
		for _, d := range a.Edit.DocumentChanges {
			if d.Kind != "" {
				text += " | " + d.Kind + " " + c.name(d.URI)
			}
			for _, e := range d.Edits {
				text += " | " + c.name(d.TextDocument.URI) + " " + place(e.Range) + " " + e.NewText
			}
		}
		all = append(all, text)
	}
	return all
}

func TestActions(t *testing.T) {
	c := start(t, faulty)
	for _, test := range []struct {
		file, mark string
		want       []string
	}{
		{"tarot/SKILL.md", "[si|ng]", []string{
			`write "sign" | tarot/SKILL.md 6:12-6:16 sign`,
			"suppress import-not-exported: write the reason behind it | tarot/SKILL.md 6:0-6:0     # skilllint:ignore import-not-exported \n",
		}},
		{"tarot/card.py", `execute("si|gn"`, []string{
			`add "sign" to the imports from zodiac | tarot/SKILL.md 6:16-6:16 , sign`,
			"suppress undeclared-call: write the reason behind it | tarot/card.py 1:0-1:0     # skilllint:ignore undeclared-call \n",
		}},
		{"zodiac/SKILL.md", "See [more](mis|sing", []string{
			"suppress broken-link: write the reason behind it | zodiac/SKILL.md 11:0-11:0 <!-- skilllint:ignore broken-link  -->\n",
		}},
		{"moon/skill.json", `"version": "|1"`, []string{
			`write "1.0.0" | moon/skill.json 0:28-0:31 "1.0.0"`,
			"suppress invalid-version: write the reason behind it | create .skilllint.yaml | .skilllint.yaml 0:0-0:0 suppress:\n  - rule: invalid-version\n    path: \"moon/skill.json\"\n    reason: \"\"\n",
		}},
	} {
		if got := c.actions(test.file, test.mark); !slices.Equal(got, test.want) {
			t.Errorf("%s %s: got\n%s\nwant\n%s", test.file, test.mark, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
	c.open("tarot/SKILL.md", c.read("tarot/SKILL.md"))
	c.edit("tarot/SKILL.md", 2, "6:0-6:0", "    # skilllint:ignore import-not-exported \n")
	c.says("tarot/SKILL.md", "6:6-6:42 invalid-suppression", "7:12-7:16 import-not-exported")
	c.edit("tarot/SKILL.md", 3, "6:43-6:43", "it is renamed next week")
	c.says("tarot/SKILL.md")
}

// TestSuppressInConfig holds that an entry joins those that are there.
func TestSuppressInConfig(t *testing.T) {
	c := start(t, faulty+"-- .skilllint.yaml --\nsuppress:\n- rule: skill-name\n  path: x\n  reason: it is meant\nphase: compat\n")
	got := c.actions("moon/skill.json", `"version": "|1"`)
	want := "suppress invalid-version: write the reason behind it | .skilllint.yaml 4:0-4:0 - rule: invalid-version\n  path: \"moon/skill.json\"\n  reason: \"\"\n"
	if len(got) != 2 || got[1] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOutline(t *testing.T) {
	c := start(t, many)
	var symbols []struct {
		Name, Detail string
		Children     []struct {
			Name           string
			SelectionRange lsp.Range
		}
	}
	c.call("textDocument/documentSymbol", object{"textDocument": object{"uri": c.uri("zodiac/SKILL.md")}}, &symbols)
	if len(symbols) != 1 || symbols[0].Name != "zodiac" || symbols[0].Detail != "1.0" || len(symbols[0].Children) != 2 || place(symbols[0].Children[1].SelectionRange) != "11:12-11:17" {
		t.Errorf("%+v", symbols)
	}
	var found []struct {
		Name, ContainerName string
		Location            lsp.Location
	}
	c.call("workspace/symbol", object{"query": "SIGN"}, &found)
	if len(found) != 1 || found[0].Name != "sign" || found[0].ContainerName != "zodiac" || c.words([]lsp.Location{found[0].Location})[0] != "zodiac/SKILL.md:7 sign" {
		t.Errorf("%+v", found)
	}
	var links []struct {
		Range  lsp.Range
		Target string
	}
	c.call("textDocument/documentLink", object{"textDocument": object{"uri": c.uri("tarot/SKILL.md")}}, &links)
	if len(links) != 2 || c.name(links[0].Target) != "zodiac/references/dates.md" || place(links[0].Range) != "9:30-9:59" {
		t.Errorf("%+v", links)
	}
	type selection struct {
		Range  lsp.Range
		Parent *selection
	}
	var around []selection
	c.call("textDocument/selectionRange", object{"textDocument": object{"uri": c.uri("zodiac/SKILL.md")}, "positions": []lsp.Position{c.where("zodiac/SKILL.md", "{date: {type: st|ring")}}, &around)
	var got []string
	for s := &around[0]; s != nil; s = s.Parent {
		got = append(got, place(s.Range))
	}
	if want := "9:61-9:67 9:55-9:67 9:54-9:68 9:48-9:68 9:47-9:69"; !strings.HasPrefix(strings.Join(got, " "), want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
