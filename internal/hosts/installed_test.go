package hosts_test

import (
	"testing"

	"github.com/skilllint/skilllint/internal/hosts"
)

func TestInstalledBy(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  string // the names of the hosts
		all   bool
		other bool
	}{
		{"cp -r skills/* ~/.claude/skills/", "claude-code", false, false},
		{`copy to %USERPROFILE%\.codex\skills, or ln -s x "$1/.claude/skills"`, "codex claude-code", false, false},
		{"~/.config/opencode/skill and ~/.config/opencode/skills", "opencode opencode", false, false},
		{"~/.claude/skills or ~/.agents/skills", "", true, false},
		{"npx skills add acme/kit, or ~/.claude/skills", "claude-code", true, false},
		{"DIR=\"$HOME/.claude\"\nfor d in agents skills; do ln -s \"$d\" \"$DIR/$d\"; done", "claude-code", false, false},
		{"DIR=\"$HOME/.claude\"\ncp settings.json \"$DIR\"", "", false, false},
		{"my.claude/skills, .claude/skillset and .claude/commands", "", false, false},
		{"cp -r skills/tea ~/.dsh/skills/tea", "", false, true},
		{"TARGET=\"$HOME/.qwen\"\ncp -r skills \"$TARGET\"", "", false, true},
		{"See [`.cursor/skills/pack/SKILL.md`](.cursor/skills/pack/SKILL.md).", "", false, false},
		{"Copy it to `.cursor/skills/pack`.", "cursor", false, false},
		{"echo >> ~/.bashrc\ncp -r skills/x ~/.claude/skills/", "claude-code", false, false},
	} {
		loads, all, other := hosts.InstalledBy([]byte(c.text), nil)
		got := ""
		for i, l := range loads {
			if i > 0 {
				got += " "
			}
			got += l.Host.Name
		}
		if got != c.want || all != c.all || other != c.other {
			t.Errorf("%q is installed for %q, any %v, other %v; want %q, %v, %v", c.text, got, all, other, c.want, c.all, c.other)
		}
	}
}

func TestMisplaced(t *testing.T) {
	for p, want := range map[string]string{
		".claude/plan/SKILL.md":                    "claude-code . plan/SKILL.md",
		"apps/x/.claude/skills/work/plan/SKILL.md": "claude-code apps/x plan/SKILL.md",
		".claude/agents/SKILL.md":                  "",
		".crew/plan/SKILL.md":                      "",
		"skills/work/plan/SKILL.md":                "",
	} {
		got := ""
		for _, l := range hosts.Misplaced(p) {
			if l.Host.Name == "claude-code" {
				got = l.Host.Name + " " + l.Root + " " + l.Rest
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}
