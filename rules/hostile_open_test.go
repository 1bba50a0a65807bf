package rules_test

import (
	"fmt"
	"go/token"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// rooted is a file system that fails the test when a path would leave it.
type rooted struct {
	fstest.MapFS
	t *testing.T
}

func (r rooted) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		r.t.Errorf("%q is opened, which leaves the root", name)
	}
	return r.MapFS.Open(name)
}

// TestHostileOpenWorld judges hostile plugins, marketplaces, registries and
// locks: each gives the findings that it should, in few words, and the good
// skill beside it is still read.
func TestHostileOpenWorld(t *testing.T) {
	const market, plugin, lock = ".claude-plugin/marketplace.json", ".claude-plugin/plugin.json", "skills-lock.json"
	list := func(n int, entry func(i int) string) string {
		entries := make([]string, n)
		for i := range entries {
			entries[i] = entry(i)
		}
		return strings.Join(entries, ",")
	}
	marketplace := func(plugins string) string {
		return `{"name": "m", "owner": {"name": "o"}, "plugins": [` + plugins + `]}`
	}
	needs := func(n, next int) string {
		return fmt.Sprintf(`{"name": "p%05d", "source": {"source": "github", "repo": "o/r"}, "version": "1.0.0", "dependencies": [{"name": "p%05d", "version": "^1.0.0"}]}`, n, next)
	}
	ranged := func(text string) string {
		return marketplace(`{"name": "a", "source": "./a", "dependencies": [{"name": "b", "version": "` + text + `"}]}, {"name": "b", "source": "./b", "version": "1.0.0"}`)
	}
	for name, c := range map[string]struct {
		path, src string
		want      []string // the findings in order: rule, and how the message begins
	}{
		"10,000 plugins": {market, marketplace(list(10_000, func(i int) string {
			return fmt.Sprintf(`{"name": "plugin-%d", "description": %q, "version": "1.0.0", "author": {"name": "Somebody"}, "category": "dev", "homepage": "https://example.com/%d", "source": {"source": "github", "repo": "owner/repo-%d"}}`, i, strings.Repeat("word ", 20), i, i)
		})), nil},
		"a chain of 10,000": {market, marketplace(list(10_000, func(i int) string { return needs(i, min(i+1, 9_999)) })),
			[]string{"self-import p09999@m depends on itself"}},
		"a cycle of 7,000": {market, marketplace(list(7_000, func(i int) string { return needs(i, (i+1)%7_000) })),
			[]string{"dependency-cycle p00000@m → p00001@m → "}},
		"10,000 that do not fit": {market, marketplace(list(5_000, func(i int) string { return fmt.Sprintf(`{"name": "p%d", "source": 2, "author": 3}`, i) })),
			[]string{"manifest-schema plugins[0].source is a number", "manifest-schema plugins[0].author is a number", "manifest-schema 9000 more findings of this rule in this file"}},
		"a list of numbers":   {market, marketplace(list(400_000, func(int) string { return "1" })), []string{"manifest-syntax the file holds more than 300000 values"}},
		"a range of any":      {market, ranged(strings.Repeat("||", 50_000)), nil},
		"a range of nonsense": {market, ranged(strings.Repeat("||", 50_000) + "x y"), []string{"invalid-version version \"||||"}},
		"a range of 10,000": {market, ranged(list(10_000, func(i int) string { return fmt.Sprintf("^%d.0.0 ||", i+2) })), []string{
			"invalid-version version \"^2.0.0 ||"}},
		"a range of 10,000 majors": {market, ranged(strings.ReplaceAll(list(10_000, func(i int) string { return fmt.Sprintf("^%d.0.0", i+2) }), ",", " || ")),
			[]string{"ignored-constraint the version \"^2.0.0 || ^3.0.0", "incompatible-version a@m needs b@m >=2.0.0 <3.0.0-0||"}},
		"a plugin of 10 MB":      {"p/" + plugin, `{"name": "p", "description": "` + strings.Repeat("x", 10_000_000) + `"}`, []string{"manifest-syntax the file is larger than 5 MiB"}},
		"a marketplace of 10 MB": {market, marketplace(list(3_400_000, func(int) string { return "{}" })), []string{"manifest-syntax the file is larger than 5 MiB"}},
		"a registry of 10 MB":    {"registry.json", `{"skills": [` + list(800_000, func(int) string { return `{"name": "a"}` }) + `]}`, []string{"manifest-syntax the file is larger than 5 MiB"}},
		"a lock of 10 MB":        {lock, `{"version": 1, "skills": {"a": {"source": "` + strings.Repeat("x", 10_000_000) + `"}}}`, []string{"manifest-syntax the file is larger than 5 MiB"}},
		"a skill of 10 MB":       {"s/SKILL.md", "---\nname: s\ndescription: " + strings.Repeat("x", 10_000_000) + "\n---\n# S\n", []string{"manifest-syntax the file is larger than 5 MiB"}},
		"a name of 4 MB":         {"p/" + plugin, `{"name": "` + strings.Repeat("x ", 2_000_000) + `"}`, []string{"manifest-schema name is "}},
		"a registry that leaves": {"registry.json", `{"skills": [{"name": "good", "path": "good", "description": "Does a thing."}, ` + list(6, func(i int) string {
			return fmt.Sprintf(`{"name": "e%d", "description": "x", "path": %q}`, i, []string{"../../../etc/passwd", "/etc/passwd", "good/../../x", `..\..\x`, `C:\x`, `\\host\share`}[i])
		}) + `]}`, []string{"path-escape × 6"}},
		"a marketplace that leaves": {market, marketplace(`{"name": "a", "source": "../../etc"}, {"name": "b", "source": "./b/../../x"}, {"name": "c", "source": "./c", "skills": ["./../../x"]}`),
			[]string{"path-escape × 3"}},
		"a lock that leaves":       {lock, `{"version": 1, "skills": {"../../../etc": {"source": "a/b", "sourceType": "git", "computedHash": "` + strings.Repeat("0", 64) + `"}}}`, []string{"lock-drift \"../../../etc\" points"}},
		"a lock with a prototype":  {lock, `{"version": 1, "__proto__": {"x": 1}, "skills": {"__proto__": {"source": "a/b", "sourceType": "git", "computedHash": "` + strings.Repeat("0", 64) + `"}}}`, nil},
		"names with lines":         {market, marketplace(`{"name": "a\nb", "source": {"source": "github", "repo": "o/r"}}`), []string{`manifest-schema name is "a\nb"`}},
		"names with escapes":       {"p/" + plugin, `{"name": "\u001b[31mred\u0007", "version": "1.0.0"}`, []string{`manifest-schema name is "\x1b[31mred\a"`}},
		"skills with escapes":      {"s/SKILL.md", "---\nname: \"a\\nb\\e[31m\"\ndescription: \"x\\e[2J\"\n---\n# S\n", []string{`skill-name name "a\nb\x1b[31m" contains`}},
		"registries with escapes":  {"registry.json", `{"skills": [{"name": "good", "description": "Does a thing."}, {"name": "\u001b[31m", "description": "x", "path": "a\nb"}]}`, []string{`registry-drift path of entry "\x1b[31m" points to "a\nb"`}},
		"a marketplace of nothing": {market, `{"name": "m", "owner": {"name": "o"}, "plugins": {}}`, []string{"manifest-schema plugins is an object"}},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{c.path: {Data: []byte(c.src)}, "a/README.md": {}, "b/README.md": {}, "c/README.md": {},
				"good/SKILL.md": {Data: []byte("---\nname: good\ndescription: Does a thing.\n---\n# Good\n\nIt does.\n")}}
			ws, err := skill.Load(token.NewFileSet(), rooted{fsys, t}, skill.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(ws.Index.ID("good")) != 1 {
				t.Error("the good skill beside it is lost")
			}
			findings := lint.Run(lint.Input{Workspace: ws, Now: time.Unix(0, 0)}, rules.All)
			size, count := 0, map[string]int{}
			for _, f := range findings {
				count[f.Rule.Name]++
				for size += len(f.Message); len(f.Related) > 0; f.Related = f.Related[1:] {
					size += len(f.Related[0].Message)
				}
			}
			if size > 200_000 {
				t.Errorf("the findings hold %d bytes", size)
			}
			at, total := 0, 0
			for _, want := range c.want {
				rule, message, _ := strings.Cut(want, " ")
				if n := 0; strings.HasPrefix(message, "× ") {
					fmt.Sscanf(message, "× %d", &n)
					for i := at; i < at+n; i++ {
						if i >= len(findings) || findings[i].Rule.Name != rule {
							t.Fatalf("of %d findings, number %d is not of %s", len(findings), i, rule)
						}
					}
					at, total = at+n, total+n
					continue
				}
				if at >= len(findings) || findings[at].Rule.Name != rule || !strings.HasPrefix(findings[at].Message, message) {
					t.Fatalf("finding %d is not %q: %v", at, want, short(findings))
				}
				at, total = at+1, total+1
			}
			if len(findings) != total {
				t.Errorf("got %d findings, want %d: %v", len(findings), total, short(findings))
			}
		})
	}
}

func short(findings []lint.Finding) (texts []string) {
	for _, f := range findings[:min(len(findings), 5)] {
		texts = append(texts, f.Rule.Name+" "+f.Message[:min(len(f.Message), 200)])
	}
	return texts
}
