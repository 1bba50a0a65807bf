package vendors

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/toolset"
)

// pair is a tool that a vendor refused, as somebody reported it, and the form that it accepts.
type pair struct {
	ID, Target, Message, Values string
	Refused, Accepted           json.RawMessage
}

// tool reads a tool in any vendor's form.
func tool(t *testing.T, doc []byte) Tool {
	t.Helper()
	var d struct {
		Name        string
		Parameters  json.RawMessage
		Input       json.RawMessage `json:"input_schema"`
		MCP         json.RawMessage `json:"inputSchema"`
		Description string
	}
	if err := json.Unmarshal(doc, &d); err != nil {
		t.Fatal(err)
	}
	tool := Tool{Name: d.Name, Description: "it is described"}
	for _, s := range []json.RawMessage{d.Parameters, d.Input, d.MCP} {
		if s != nil {
			tool.Input = s
		}
	}
	var wrapped struct{ JSON json.RawMessage }
	if json.Unmarshal(tool.Input, &wrapped) == nil && wrapped.JSON != nil {
		tool.Input = wrapped.JSON
	}
	return tool
}

// TestPairs: what was refused is told, what was accepted passes, and the rewritten form of
// the first passes, too, wherever a form exists.
func TestPairs(t *testing.T) {
	f, err := os.Open("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		n++
		target := TargetOf(p.Target)
		if target == nil {
			t.Errorf("%s: unknown target %q", p.ID, p.Target)
			continue
		}
		refused, err := target.Check(tool(t, p.Refused))
		if err != nil || len(refused) == 0 {
			t.Errorf("%s: nothing is said of %s (%v)", p.ID, p.Refused, err)
		}
		accepted, err := target.Check(tool(t, p.Accepted))
		if err != nil || len(accepted) > 0 {
			t.Errorf("%s: %v is said of %s (%v)", p.ID, accepted, p.Accepted, err)
		}
		if p.Values == "name" || p.Values == "renamed" {
			continue // names are not rewritten
		}
		r, err := target.Rewrite(tool(t, p.Refused).Input)
		if err != nil || len(r.Left) > 0 && p.Values != "-" {
			t.Errorf("%s: rewritten to %s, %v is left (%v)", p.ID, r.Schema, r.Left, err)
		}
		if p.Values == "exact" && len(r.Losses) > 0 {
			t.Errorf("%s: rewritten to %s, %v %s", p.ID, r.Schema, r.Losses[0].Kind, r.Losses[0].Witness)
		}
	}
	if n < 20 {
		t.Fatalf("%d pairs", n)
	}
}

// TestData: facts without what makes them worth believing are errors.
func TestData(t *testing.T) {
	if len(All()) < 6 {
		t.Fatalf("%d vendors", len(All()))
	}
	const good = `vendor: V
sources: {s: {url: u, kind: documentation, day: 2026-01-01}}
targets: [{name: v, title: T, form: openai, enforces: nothing, facts: [{when: root-type, effect: refuses, sources: [s]}]}]
`
	load1 := func(doc string) error {
		_, err := load(fstest.MapFS{"data/v.yaml": {Data: []byte(doc)}})
		return err
	}
	if err := load1(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"sources: [s]", "sources: []", "needs an effect and a source"},
		{"sources: [s]", "sources: [x]", `unknown source "x"`},
		{"root-type", "root-typo", "unknown check"},
		{"day: 2026-01-01", "day: yesterday", "needs a url, a kind and a day"},
		{"kind: documentation", "kind: rumour", "needs a url, a kind and a day"},
		{"form: openai", "form: papyrus", "needs a title, a form"},
		{"when: root-type", "whenever: root-type", "not found"},
	} {
		if err := load1(strings.Replace(good, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// TestChecksAreNamed: every check can be used by a fact and is described.
func TestChecksAreNamed(t *testing.T) {
	for name := range checks {
		if titles[name] == "" {
			t.Errorf("the check %s has no words", name)
		}
	}
	for name := range limits {
		if titles[name] == "" {
			t.Errorf("the limit %s has no words", name)
		}
	}
}

// TestTargetFor: each format has its target, which enforces no more than the vendor does by itself.
func TestTargetFor(t *testing.T) {
	want := map[string]string{
		"openai": "openai", "openai-responses": "openai-responses", "anthropic": "anthropic", "gemini": "gemini-json-schema",
		"gemini-parameters": "gemini", "bedrock": "bedrock", "mcp": "mcp",
	}
	for _, format := range toolset.Formats {
		if got := TargetFor(format); got == nil || got.Name != want[format] || got.Strict {
			t.Errorf("%s: %+v, want %s", format, got, want[format])
		}
	}
	if TargetFor("papyrus") != nil {
		t.Error("there is no such format")
	}
}

// TestDepth holds that a schema which is nested without end is an error.
func TestDepth(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat(`{"not":`, n) + "{}" + strings.Repeat("}", n)) }
	for _, name := range Names() {
		target := TargetOf(name)
		if _, err := target.Rewrite(deep(100_000)); err == nil || !strings.Contains(err.Error(), "nested deeper than 1000") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := target.Check(Tool{Name: "t", Description: "d", Input: deep(100_000)}); err == nil {
			t.Errorf("%s checks it", name)
		}
	}
}
