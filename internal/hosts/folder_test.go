package hosts_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/hosts"
)

// tree is a set of paths; a folder is there when a file stands below it.
type tree []string

func (t tree) has(p string) bool {
	return slices.ContainsFunc(t, func(f string) bool { return f == p || strings.HasPrefix(f, p+"/") })
}

func TestInProject(t *testing.T) {
	files := tree{".claude/skills/a/SKILL.md", ".claude/skills/a/inner/SKILL.md", ".agents/skills/x/y/SKILL.md", "sub/.claude/skills/b/SKILL.md", ".claude/commands/zip/SKILL.md"}
	for _, test := range []struct{ path, want string }{
		{".claude/skills/a/SKILL.md", "claude-code skill a, copilot-cli skill n, cursor skill a, opencode skill n, vscode skill a"},
		{".claude/skills/a/inner/SKILL.md", "cursor skill inner, opencode skill n"},
		{"sub/.claude/skills/b/SKILL.md", "claude-code skill b, copilot-cli skill n, cursor skill b, opencode skill n, vscode skill b"},
		{".agents/skills/x/y/SKILL.md", "codex skill n, copilot-cli skill n, cursor skill y, openclaw skill n, opencode skill n"},
		{".agents/skills/SKILL.md", "codex skill n, gemini-cli skill n, opencode skill n"},
		{".agents/skills/.old/SKILL.md", "cursor skill .old, opencode skill n, vscode skill .old"},
		{".agents/skills/node_modules/p/SKILL.md", "codex skill n, copilot-cli skill n, cursor skill p, opencode skill n"},
		{".claude/skills/SKILL.md", "opencode skill n"},
		{".claude/skills/a/skill.md", ""},
		{".claude/commands/git/cm.md", "claude-code command git:cm"},
		{".claude/commands/zip/SKILL.md", "claude-code command zip"},
		{".claude/commands/zip/page.md", ""},
		{".claude/commands/zip/sub/page.md", "claude-code command zip:sub:page"},
		{".claude/commands/cm.md", "claude-code command cm, copilot-cli command n"},
		{".claude/agents/sub/r.md", "claude-code agent n, copilot-cli agent n"},
		{".github/agents/r.agent.md", "copilot-cli agent n, vscode agent n"},
		{".opencode/command/grp/c.md", "opencode command n"},
		{".claude/settings.json", "claude-code settings , copilot-cli settings "},
		{"skills/a/SKILL.md", ""},
		{"sub/.mcp.json", "claude-code mcp "},
		{"x.claude/skills/a/SKILL.md", ""},
		{"docs/readme.md", ""},
	} {
		var got []string
		for _, l := range hosts.InProject(test.path, files.has) {
			got = append(got, fmt.Sprintf("%s %s %s", l.Host.Name, l.Component(), l.Name("n")))
		}
		if s := strings.Join(got, ", "); s != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.path, s, test.want)
		}
	}
	if l := hosts.Of("openclaw").In(hosts.Repository, "skills/a/SKILL.md", nil); len(l) != 1 {
		t.Errorf("a workspace's own skills: %v", l)
	}
	if l := hosts.InProject("a/b/.claude/skills/x/SKILL.md", nil)[0]; l.Root != "a/b" || l.Rest != "x/SKILL.md" {
		t.Errorf("root %q, rest %q", l.Root, l.Rest)
	}
}

func TestInPlugin(t *testing.T) {
	none := map[string][]string{}
	for _, test := range []struct {
		host, path string
		paths      map[string][]string
		files      tree
		want       string
	}{
		{"claude-code", "p/skills/a/SKILL.md", none, nil, "skill a"},
		{"claude-code", "p/skills/g/a/SKILL.md", none, nil, ""},
		{"codex", "p/skills/g/a/SKILL.md", none, nil, "skill n"},
		{"claude-code", "p/docs/ja/skills/a/SKILL.md", none, nil, ""},
		{"claude-code", "q/skills/a/SKILL.md", none, nil, ""},
		// The key adds in one host and replaces in the other.
		{"claude-code", "p/skills/a/SKILL.md", map[string][]string{"skills": {"more"}}, nil, "skill a"},
		{"codex", "p/skills/a/SKILL.md", map[string][]string{"skills": {"more"}}, nil, ""},
		{"claude-code", "p/more/b/SKILL.md", map[string][]string{"skills": {"more"}}, nil, "skill b"},
		{"claude-code", "p/more/b/SKILL.md", map[string][]string{"skills": {"more/b"}}, nil, "skill n"},
		{"claude-code", "p/more/b/c/SKILL.md", map[string][]string{"skills": {"more"}}, nil, ""},
		// A SKILL.md in the root, and one directly in skills/.
		{"claude-code", "p/SKILL.md", none, tree{"p/SKILL.md"}, "skill n"},
		{"claude-code", "p/SKILL.md", none, tree{"p/SKILL.md", "p/skills/a/SKILL.md"}, ""},
		{"claude-code", "p/SKILL.md", map[string][]string{"skills": {"."}}, tree{"p/SKILL.md", "p/skills/a/SKILL.md"}, "skill n"},
		{"claude-code", "p/SKILL.md", map[string][]string{"skills": {}}, tree{"p/SKILL.md"}, ""},
		{"claude-code", "p/skills/a/SKILL.md", none, tree{"p/skills/SKILL.md"}, ""},
		{"claude-code", "p/skills/SKILL.md", none, tree{"p/skills/SKILL.md"}, "skill n"},
		// Commands and agents.
		{"claude-code", "p/commands/sub/k.md", none, nil, "command sub:k"},
		{"claude-code", "p/commands/k.md", map[string][]string{"commands": {"cmds"}}, nil, ""},
		{"claude-code", "p/cmds/k.md", map[string][]string{"commands": {"cmds"}}, nil, "command k"},
		{"claude-code", "p/README.md", map[string][]string{"commands": {"README.md"}}, nil, "command README"},
		{"claude-code", "p/commands/g/zip/SKILL.md", none, tree{"p/commands/g/zip/SKILL.md"}, "skill g:zip"},
		{"claude-code", "p/commands/g/zip/sub/k.md", none, tree{"p/commands/g/zip/SKILL.md"}, ""},
		{"claude-code", "p/commands/SKILL.md", none, tree{"p/commands/SKILL.md"}, "skill commands"},
		{"claude-code", "p/commands/k.md", none, tree{"p/commands/SKILL.md"}, ""},
		{"claude-code", "p/cmds/zip/SKILL.md", map[string][]string{"commands": {"cmds/zip"}}, tree{"p/cmds/zip/SKILL.md"}, "skill zip"},
		{"claude-code", "p/agents/k.md", none, nil, "agent n"},
		{"claude-code", "p/agents/k.md", map[string][]string{"agents": {}}, nil, ""},
		{"claude-code", "p/hooks/hooks.json", map[string][]string{"hooks": {"more.json"}}, nil, "hooks "},
		{"codex", "p/hooks/hooks.json", map[string][]string{"hooks": {"more.json"}}, nil, ""},
		{"claude-code", "p/hooks.json", none, nil, ""},
		{"claude-code", "p/.claude-plugin/skills/a/SKILL.md", none, nil, ""},
		{"claude-code", "p/.claude/skills/a/SKILL.md", none, nil, ""},
		{"claude-code", "p/workflows/w.js", none, nil, "workflow w"},
		{"gemini-cli", "p/agents/_k.md", none, nil, ""},
	} {
		m := hosts.Manifest{Root: "p", Paths: map[string][]string{}}
		for key, list := range test.paths {
			m.Paths[key] = []string{}
			for _, p := range list {
				m.Paths[key] = append(m.Paths[key], path.Join(m.Root, p))
			}
		}
		l, ok := hosts.Of(test.host).InPlugin(m, test.path, test.files.has)
		got := ""
		if ok {
			got = fmt.Sprintf("%s %s", l.Component(), l.Name("n"))
		}
		if got != test.want {
			t.Errorf("%s %s %v: got %q, want %q", test.host, test.path, test.paths, got, test.want)
		}
	}
}

func TestForm(t *testing.T) {
	claude := hosts.Of("claude-code")
	project, _ := claude.Form(hosts.Project, hosts.Agent)
	plugin, _ := claude.Form(hosts.InPlugin, hosts.Agent)
	if project.Keys["name"].Missing != hosts.Refused || plugin.Keys["name"].Missing != hosts.Replaced || plugin.Unlisted != hosts.Ignored {
		t.Errorf("agents: %v, %v", project.Keys["name"], plugin.Keys["name"])
	}
	upload, _ := hosts.Of("claude-ai").Form(hosts.Repository, hosts.Skill)
	if k, ok := upload.Key("argument-hint"); !ok || k.Effect != hosts.Refused {
		t.Errorf("an unlisted key: %v", k)
	}
	if k := upload.Keys["name"]; k.Accepts("my-claude-x") || k.Accepts("A") || !k.Accepts("a-b") {
		t.Error("name is accepted wrongly")
	}
	cursor, _ := hosts.Of("cursor").Form(hosts.Project, hosts.Skill)
	if _, ok := cursor.Key("license"); ok {
		t.Error("Cursor's reading of an unlisted key is not known")
	}
	if hosts.Of("claud-code") != nil {
		t.Error("a host that does not exist")
	}
}
