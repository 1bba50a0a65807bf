package rules

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// HomePath reports absolute paths into somebody's home directory.
var HomePath = &lint.Rule{
	Name: "home-path", Group: "W", Severity: lint.Note,
	Doc: `A text or script of a skill names a folder in its author's home directory.

The path is on nobody else's machine, and it tells the author's name. Use a relative path, ` + "`$HOME`, or `${CLAUDE_SKILL_DIR}`" + `. Blocks of
code in Markdown and names that stand for any user are not judged.`,
	Sources: []lint.Source{rated("convention", specification)},
	Run: func(p *lint.Pass) {
		for _, f := range p.Texts() {
			homePaths(p, f)
		}
	},
}

// homes match a home directory on macOS, Linux and Windows; group 1 is the
// user's name.
var homes = regexp.MustCompile(`(?:/Users/|/home/|\b[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z0-9][A-Za-z0-9._-]*)`)

// anyUser are names that stand for whoever runs the skill, that images and
// services give to all, and that examples use.
var anyUser = []string{
	"user", "users", "username", "user-name", "user_name", "your", "you", "yourname", "your-name", "your-user", "your-username", "your_username", "yourusername", "me", "my", "myuser", "name", "xxx", "xyz",
	"someone", "somebody", "someuser", "example", "demo", "test", "testuser", "foo", "bar", "baz", "alice", "bob", "carol", "jane", "john", "johndoe", "janedoe", "jdoe", "doe",
	"runner", "runneradmin", "ubuntu", "debian", "vagrant", "node", "app", "dev", "developer", "jovyan", "linuxbrew", "coder", "vscode", "codespace", "gitpod", "sandbox", "git", "ec2-user", "admin",
	"root", "shared", "public", "default", "docker", "container", "appuser", "nonroot", "claude", "agent", "oai", "pi", "deploy", "www", "site", "kubernetes", "airflow", "spark", "pwuser", "chrome", "circleci", "builder", "work", "workspace", "project", "projects", "assistant", "claw", "clawd", "clawdbot", "openclaw", "moltbot",
}

func homePaths(p *lint.Pass, f *skill.File) {
	if !bytes.Contains(f.Src, []byte("/Users/")) && !bytes.Contains(f.Src, []byte("/home/")) && !bytes.Contains(f.Src, []byte(`\Users\`)) {
		return
	}
	seen := map[string]bool{}
	for _, at := range homes.FindAllSubmatchIndex(f.Src, -1) {
		name := strings.ToLower(strings.TrimRight(string(f.Src[at[2]:at[3]]), "._-"))
		if at[0] > 0 && (inPath(f.Src[at[0]-1]) || f.Src[at[0]-1] == '}' || f.Src[at[0]-1] == ')') {
			continue // the middle of another path or address
		}
		if len(name) < 2 || slices.Contains(anyUser, name) || seen[name] || strings.Contains(name, "example") || strings.HasPrefix(name, "your") {
			continue
		}
		if kind := path.Ext(f.Path); strings.EqualFold(kind, ".md") && f.Text().InCode(at[0]) {
			continue
		}
		seen[name] = true // once a file is enough
		p.Report(lint.Span(f.Pos(at[0]), f.Pos(at[1]), "%q is a folder in somebody's home: nobody else has it", string(f.Src[at[0]:at[1]])))
	}
}

// inPath reports whether a byte may be part of a path.
func inPath(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '/'
}
