package hostform_test

import (
	"go/token"
	"testing"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
)

func TestLost(t *testing.T) {
	for _, test := range []struct {
		host      string
		component hosts.Component
		src, want string
	}{
		{"claude-code", hosts.Skill, "---\nname: a\n---\n", ""},
		{"codex", hosts.Skill, "---\nname: a\n---\n", "it has no description"},
		{"codex", hosts.Skill, "---\nname: a\ndescription: x: y\n---\n", ""},
		{"codex", hosts.Skill, "---\nname: a\nname: b\ndescription: x\n---\n", `key "name" is set twice in this map: keep one of the two`},
		{"codex", hosts.Skill, "\uFEFF---\ndescription: x\n---\n", "it begins with a byte order mark"},
		{"copilot-cli", hosts.Skill, "---\nname: a\ndescription: x: y\n---\n", "its frontmatter cannot be parsed"},
		{"copilot-cli", hosts.Skill, "text\n", "it has no frontmatter"},
		{"opencode", hosts.Skill, "---\nname: a\ndescription: x\n", ""},
		{"claude.ai", hosts.Skill, "---\nname: a\ndescription: x\nmodel: y\n---\n", `it takes no key "model"`},
		{"gemini-cli", hosts.Agent, "---\nname: a\ndescription: x\ntools: y\n---\n", "tools is a string, expected a list"},
		{"claude-code", hosts.Agent, "---\nname: a\ndescription: \"x \"y\" z\"\n---\n", "its frontmatter cannot be parsed"},
		{"claude-code", hosts.Agent, "---\nname: a\ndescription: x: y\n---\n", ""},
	} {
		f := document.New(token.NewFileSet(), "a/SKILL.md", "a/SKILL.md", []byte(test.src))
		form, ok := hostform.Of(hosts.Of(test.host), hosts.Project, test.component)
		if !ok {
			t.Fatalf("%s has no form", test.host)
		}
		got := ""
		if fault := form.Lost(f, f.Read()); fault != nil {
			got = fault.Says
		}
		if got != test.want {
			t.Errorf("%s, %q: got %q, want %q", test.host, test.src, got, test.want)
		}
	}
}
