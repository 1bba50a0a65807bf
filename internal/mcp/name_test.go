package mcp_test

import (
	"slices"
	"testing"

	"github.com/skilllint/skilllint/internal/mcp"
)

func TestNameOf(t *testing.T) {
	for _, c := range []struct{ word, server, tool string }{
		{"mcp__github", "github", ""},
		{"mcp__github__*", "github", "*"},
		{"mcp__github__get_*", "github", "get_*"},
		{"mcp__github__issue_read", "github", "issue_read"},
		{"mcp__my__server__do__it", "my__server", "do__it"},
		{"mcp__plugin_desk_pay-bills__send", mcp.PluginServer("desk", "pay-bills"), "send"},
		{"mcp__google_calendar__list.events", mcp.Normalize("google calendar"), "list.events"},
	} {
		n, ok := mcp.ParseName(c.word)
		tool, of := n.Of(c.server)
		if !ok || !of || tool != c.tool {
			t.Errorf("%s of %s: %q, %v %v", c.word, c.server, tool, ok, of)
		}
		if _, of := n.Of(c.server + "x"); of {
			t.Errorf("%s is of %sx", c.word, c.server)
		}
	}
	for _, word := range []string{"", "mcp__", "mcp__*", "mcp____x", "mcp__a(b)", "mcp_a__b", "Bash(mcp__a__b)", "mcp__a b"} {
		if n, ok := mcp.ParseName(word); ok {
			t.Errorf("%q is a name: %+v", word, n)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, tool string
		want          bool
	}{
		{"", "x", true}, {"*", "x", true}, {"get_*", "get_me", true}, {"get_*", "me_get", false}, {"*_me", "get_me", true}, {"g*_*e", "get_me", true},
		{"g*x*e", "get_me", false}, {"list_issues", "list.issues", true}, {"list.issues", "list.issues", true}, {"list issues", "list issues", true}, {"a*a", "a", false},
	} {
		if got := mcp.Match(c.pattern, c.tool); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.pattern, c.tool, got)
		}
	}
}

func TestMentions(t *testing.T) {
	text := "`mcp__github__issue_read` **mcp__a__b** mcp__c__d* mcp__s__<tool> mcp__s__{x} mcp__s__tool mcp__s mcp__s__* xmcp__e__f mcp__g__h. mcp__i__j(x) mcp__k__l... mcp__m__n- (mcp__o__p) /mcp__github__list_prs @mcp__files__readme.md"
	var got []string
	for _, m := range mcp.Mentions([]byte(text)) {
		if text[m.Start:m.End] != m.Text {
			t.Errorf("%q stands at %q", m.Text, text[m.Start:m.End])
		}
		got = append(got, m.Text)
	}
	want := []string{"mcp__github__issue_read", "mcp__a__b", "mcp__c__d*", "mcp__s__*", "mcp__g__h", "mcp__i__j", "mcp__m__n", "mcp__o__p"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzMentions(f *testing.F) {
	f.Add([]byte("mcp__a__b* **mcp__c__d**"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, m := range mcp.Mentions(text) {
			if string(text[m.Start:m.End]) != m.Text {
				t.Errorf("%q stands at %q", m.Text, text[m.Start:m.End])
			}
		}
	})
}

func TestInText(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "mcp_": false, "mcp__": true, "a __init__ b": false, "___mcp__x": true, "mcp___x": true, "x__y__mcp__z": true, "mcp_ _": false, "__": false, "mcpmcp__": true,
	} {
		if got := mcp.InText([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
