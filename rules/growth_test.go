package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/internal/growth"
)

// TestGrowth holds that a whole run over workspaces of twice the parts costs
// twice the work.
func TestGrowth(t *testing.T) {
	const front = "---\nname: s\ndescription: Does one thing when it is asked to.\n---\n# S\n"
	list := func(n int, sep string, format func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = format(i)
		}
		return strings.Join(parts, sep)
	}
	same := func(n int, sep, format string) string {
		return list(n, sep, func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) })
	}
	one := func(name string, text func(n int) string) func(n int) map[string]string {
		return func(n int) map[string]string { return map[string]string{name: text(n)} }
	}
	market := func(plugin func(i, n int) string) func(n int) map[string]string {
		return one(".claude-plugin/marketplace.json", func(n int) string {
			return `{"name": "m", "owner": {"name": "o"}, "plugins": [` + list(n, ",", func(i int) string { return plugin(i, n) }) + `]}`
		})
	}
	many := func(head string, path, text func(i int) string) func(n int) map[string]string {
		return func(n int) map[string]string {
			files := map[string]string{"s/SKILL.md": front + head}
			for i := range n {
				files[path(i)] = text(i)
			}
			return files
		}
	}
	for name, files := range map[string]func(n int) map[string]string{
		"destinations":                 one("s/SKILL.md", func(n int) string { return front + same(n, "\n", "[x](gone#.md)") }),
		"destinations on one line":     one("s/SKILL.md", func(n int) string { return front + same(n, " ", "[x](<a b#.md>)") }),
		"open destinations":            one("s/SKILL.md", func(n int) string { return front + same(n, "", "[x](#(") }),
		"definitions":                  one("s/SKILL.md", func(n int) string { return front + same(n, "\n\n", "[r#]: gone#.md") }),
		"definitions of one paragraph": one("s/SKILL.md", func(n int) string { return front + same(n, "\n", "[r#]: gone#.md") }),
		"references":                   one("s/SKILL.md", func(n int) string { return front + "[r]: gone.md\n\n" + same(n, " ", "[r][r]") }),
		"an ignore file": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, ".gitignore": same(n, "\n", "*x#*/y/**")}
		},
		"ignore files in one another": func(n int) map[string]string {
			files := map[string]string{"s/SKILL.md": front}
			for i := range n / 20 {
				files[strings.Repeat("d/", 10)+fmt.Sprint("e", i, "/.gitignore")] = same(20, "\n", "x#")
			}
			return files
		},
		"plugins beside those of marketplaces": func(n int) map[string]string {
			files := map[string]string{}
			for i := range n / 5 {
				files[fmt.Sprintf("m%d/.claude-plugin/marketplace.json", i)] = `{"name": "m", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "./a"}, {"name": "b", "source": "./b"}]}`
				for _, name := range []string{"a", "b", "c"} {
					files[fmt.Sprintf("m%d/%s/.claude-plugin/plugin.json", i, name)] = `{"name": "` + name + `"}`
				}
			}
			return files
		},
		"a chain of configurations": func(n int) map[string]string {
			files := map[string]string{"s/SKILL.md": front, "s/a.ts": "import x from '@a/x'\n", "tsconfig.json": `{"extends": "./c0"}`}
			for i := range n {
				files[fmt.Sprintf("c%d.json", i)] = fmt.Sprintf(`{"extends": "./c%d"}`, i+1)
			}
			return files
		},
		"configurations of themselves": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, "s/a.ts": "import x from '@a/x'\n", "tsconfig.json": `{"extends": [` + same(n, ",", `"./b.json"`) + `]}`, "b.json": `{"extends": [` + same(n, ",", `"./tsconfig.json"`) + `]}`}
		},
		"aliases of modules": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, "s/a.ts": same(n, "\n", `import x# from "@m#/x"`), "tsconfig.json": `{"compilerOptions": {"paths": {` + same(n, ",", `"@m#/*": ["./x#/*"]`) + `}}}`}
		},
		"a chain of Python modules": many("", func(i int) string { return fmt.Sprintf("s/m%d.py", i) }, func(i int) string { return fmt.Sprintf("from .m%d import *\n", i+1) }),
		"a chain of modules that pass on": many("", func(i int) string { return fmt.Sprintf("shared/m%d.ts", i) }, func(i int) string {
			return fmt.Sprintf("export * from './m%d'\n", i+1)
		}),
		"workspaces of packages": many("", func(i int) string { return fmt.Sprintf("pkg/p%d/package.json", i) }, func(i int) string { return fmt.Sprintf(`{"name": "@x/p%d", "main": "i.js"}`, i) }),
		"a registry": one("registry.json", func(n int) string {
			return `{"skills": [` + same(n, ",", `{"name": "a#", "path": "a#", "description": "does # things"}`) + `]}`
		}),
		"a registry of one name": one("registry.json", func(n int) string { return `{"skills": [` + same(n, ",", `{"name": "a", "description": "x"}`) + `]}` }),
		"a marketplace": market(func(i, _ int) string {
			return fmt.Sprintf(`{"name": "p%d", "source": {"source": "github", "repo": "o/r%d"}}`, i, i)
		}),
		"a marketplace of folders": market(func(i, _ int) string { return fmt.Sprintf(`{"name": "p%d", "source": "./gone%d"}`, i, i) }),
		"a chain of plugins": market(func(i, n int) string {
			return fmt.Sprintf(`{"name": "p%d", "source": {"source": "github", "repo": "o/r"}, "version": "1.0.0", "dependencies": [{"name": "p%d", "version": "^1.0.0"}]}`, i, min(i+1, n-1))
		}),
		"a cycle of plugins": market(func(i, n int) string {
			return fmt.Sprintf(`{"name": "p%d", "source": {"source": "github", "repo": "o/r"}, "dependencies": ["p%d"]}`, i, (i+1)%n)
		}),
		"overrides of a configuration": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, ".skilllint.yaml": "overrides:\n" + same(n, "\n", "  - {paths: [a#/**], rules: {skill-name: off}}")}
		},
		"suppressions of a configuration": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, ".skilllint.yaml": "suppress:\n" + same(n, "\n", "  - {rule: skill-name, path: a#, reason: because}")}
		},
		"keys": one("s/SKILL.md", func(n int) string {
			return strings.Replace(front, "---\n#", same(n, "\n", "key#: v")+"\n---\n#", 1)
		}),
		"keys of a function": one("f/skill.json", func(n int) string { return `{"mode": "code", "name": "f", ` + same(n, ",", `"k#": #`) + `}` }),
		"misspelt imports": func(n int) map[string]string {
			tools := func(list string) string {
				return strings.Replace(front, "---\n#", list+"\n---\n#", 1)
			}
			return map[string]string{
				"a/SKILL.md": tools("id: a\nexports: {api_version: '1.0', tools: [" + same(n, ",", "{name: calculate_#_charts}") + "]}"),
				"b/SKILL.md": tools("id: b\nimports: [{from: a, tools: [" + same(n, ",", "calculate_#_chart") + "]}]"),
			}
		},
		"misspelt replacements": one("a/SKILL.md", func(n int) string {
			return strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: ["+same(n, ",", "{name: calculate_#_charts}")+"], deprecated: ["+same(n, ",", "{tool: calculate_#_charts, removal_date: '2026-12-01', replacement: calculate_#_chart}")+"]}\n---\n#", 1)
		}),
		"fields of a result": func(n int) map[string]string {
			return map[string]string{
				"a/SKILL.md": strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: [{name: look, output_schema: {type: object, additionalProperties: false, properties: {"+same(n, ",", "field_#_one: {type: string}")+"}}}]}\n---\n#", 1),
				"b/SKILL.md": strings.Replace(front, "---\n#", "id: b\nimports: [{from: a, tools: [look]}]\n---\n#", 1),
				"b/b.py":     "async def f(context):\n    r = await ToolRegistry.execute('look', {}, context)\n" + same(n, "\n", "    print(r['field_#_on'])"),
			}
		},
		"plugins that no marketplace lists": market(func(i, _ int) string {
			return fmt.Sprintf(`{"name": "plugin-%d", "source": {"source": "github", "repo": "o/r"}, "dependencies": ["plugins-%d"]}`, i, i)
		}),
		"arguments of calls": func(n int) map[string]string {
			return map[string]string{
				"a/SKILL.md": strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: [{name: look, input_schema: {type: object, additionalProperties: false, properties: {"+same(n, ",", "field_#_one: {type: string}")+"}}}]}\n---\n#", 1),
				"b/SKILL.md": strings.Replace(front, "---\n#", "id: b\nimports: [{from: a, tools: [look]}]\n---\n#", 1),
				"b/b.py":     "async def f(context):\n" + same(n, "\n", "    await ToolRegistry.execute('look', {'field_#_on': 'x'}, context)"),
			}
		},
		"arguments of one call": func(n int) map[string]string {
			return map[string]string{
				"a/SKILL.md": strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: [{name: look, input_schema: {type: object, additionalProperties: false, properties: {"+same(n, ",", "field_#_one: {type: string}")+"}}}]}\n---\n#", 1),
				"b/SKILL.md": strings.Replace(front, "---\n#", "id: b\nimports: [{from: a, tools: [look]}]\n---\n#", 1),
				"b/b.py":     "async def f(context):\n    await ToolRegistry.execute('look', {" + same(n, ", ", "'field_#_one': 'x'") + "}, context)\n",
			}
		},
		"deprecated imports": func(n int) map[string]string {
			return map[string]string{
				"a/SKILL.md": strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: ["+same(n, ",", "{name: t#}")+"], deprecated: ["+same(n, ",", "{tool: t#, removal_date: '2027-12-01'}")+"]}\n---\n#", 1),
				"b/SKILL.md": strings.Replace(front, "---\n#", "id: b\nimports: [{from: a, tools: ["+same(n, ",", "t#")+"]}]\n---\n#", 1),
			}
		},
		"tools beside the frontmatter": func(n int) map[string]string {
			return map[string]string{"a/SKILL.md": strings.Replace(front, "---\n#", "id: a\nexports: {api_version: '1.0', tools: [{name: t}]}\n---\n#", 1),
				"a/tools/tools.yaml": "tools:\n" + same(n, "\n", "  - {name: t#, description: does it, input_schema: {type: object}}")}
		},
		"sources of a configuration": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, ".skilllint.yaml": "sources:\n" + same(n, "\n", "  - {name: a#, git: 'https://example.com/a#'}")}
		},
		"a chain of imports": many("", func(i int) string { return fmt.Sprintf("k%d/SKILL.md", i) }, func(i int) string {
			return fmt.Sprintf("---\nid: k%d\nname: k%d\ndescription: Skill number %d does its own thing.\nexports: {api_version: '1.0', tools: [{name: t%d}]}\nimports: [{from: k%d, tools: [t%d]}]\n---\n# K\n", i, i, i, i, i+1, i+1)
		}),
		"hooks": func(n int) map[string]string {
			return map[string]string{"plug/.claude-plugin/plugin.json": `{"name": "plug"}`,
				"plug/hooks/hooks.json": `{"hooks": {"PreToolUse": [` + same(n, ",", `{"matcher": "T#", "hooks": [{"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/x#.sh"}]}`) + `]}}`}
		},
		"rules of settings": one(".claude/settings.json", func(n int) string { return `{"permissions": {"allow": [` + same(n, ",", `"mcp__s#__t#"`) + `]}}` }),
		"servers in TOML":   one(".codex/config.toml", func(n int) string { return same(n, "\n", "[mcp_servers.s#]\ncommand = \"c#\"") }),
		"replacements of modules": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, "s/a.go": "package a\n" + same(n, "\n", `import _ "example.com/m#"`), "go.mod": "module example.com/x\n" + same(n, "\n", "replace example.com/m# => ./m#")}
		},
		"packages of a project": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, "s/a.py": same(n, "\n", "import p#"), "pyproject.toml": "[tool.setuptools.package-dir]\n" + same(n, "\n", `p# = "src/p#"`)}
		},
		"paths that a configuration ignores": func(n int) map[string]string {
			return map[string]string{"s/SKILL.md": front, ".skilllint.yaml": "ignore:\n" + same(n, "\n", "  - a#/**")}
		},
		"an SOP": one("sops/look.md", func(n int) string {
			return "---\nname: look\ndescription: d\n---\n# L\n" + same(n, "\n", "# Step: s#\n\nCall `t#` with {{s#.x}}.\n")
		}),
		"servers": one(".mcp.json", func(n int) string { return `{"mcpServers": {` + same(n, ",", `"s#": {"command": "c#"}`) + `}}` }),
		"a lock": one("skills-lock.json", func(n int) string {
			return `{"version": 1, "skills": {` + same(n, ",", `"s#": {"source": "o/r", "sourceType": "github", "computedHash": "x"}`) + `}}`
		}),
		"tools": one(".mcp-tools/s.json", func(n int) string {
			return `{"tools": [` + same(n, ",", `{"name": "t#", "description": "does it", "inputSchema": {"type": "object"}}`) + `]}`
		}),
		"paths": one("s/SKILL.md", func(n int) string { return front + same(n, " ", "`scripts/x#.py`") }),
		"options of a script": func(n int) map[string]string {
			return map[string]string{
				"s/SKILL.md":     front + "```bash\n" + same(n, "\n", "python scripts/x.py --a# --b#") + "\n```\n",
				"s/scripts/x.py": "import argparse\np = argparse.ArgumentParser()\n" + same(n, "\n", "p.add_argument('--c#')") + "\np.parse_args()\n",
			}
		},
		"calls": one("s/SKILL.md", func(n int) string { return front + same(n, " ", "mcp__s#__t#") }),
		"calls of servers": func(n int) map[string]string {
			return map[string]string{
				"s/SKILL.md": front + same(n, " ", "mcp__S#__t#"), ".mcp.json": `{"mcpServers": {` + same(n, ",", `"s#": {"command": "c#"}`) + `}}`,
			}
		},
		"skills that lie too deep": many("", func(i int) string { return fmt.Sprintf(".claude/skills/work/k%d/SKILL.md", i) }, func(i int) string {
			return fmt.Sprintf("---\nname: k%d\ndescription: Skill number %d does its own thing.\n---\nSee ../k%d/SKILL.md.\n", i, i, i+1)
		}),
		"forms in one another": many("", func(i int) string { return fmt.Sprintf("k%d/SKILL.md", i) }, func(i int) string { return "---\nname: \"{name}\"\ndescription: x\n---\n# K\n" }),
		"orphans beside tests": func(n int) map[string]string {
			files := map[string]string{}
			for i := range n / 4 {
				files[fmt.Sprintf("skills/k%d/SKILL.md", i)] = fmt.Sprintf("---\nname: k%d\ndescription: Skill number %d does its own thing.\n---\n# K\n", i, i)
				files[fmt.Sprintf("skills/k%d/scripts/make.sh", i)] = "true"
				files[fmt.Sprintf("tests/t%d.sh", i)] = fmt.Sprintf("sh skills/j%d/scripts/make.sh", i)
				files[fmt.Sprintf("skills/k%d/scripts/tests/t.sh", i)] = "sh ../other.sh"
			}
			return files
		},
		"folders with settings": func(n int) map[string]string {
			files := map[string]string{}
			for i := range n / 4 {
				files[fmt.Sprintf("p%d/.claude/settings.json", i)] = `{"skillListingBudgetFraction": 0.02}`
				files[fmt.Sprintf("p%d/.claude/skills/s/SKILL.md", i)] = fmt.Sprintf("---\nname: s\ndescription: Does thing %d.\n---\n# S\n", i)
			}
			return files
		},
		"many skills": many("", func(i int) string { return fmt.Sprintf("k%d/SKILL.md", i) }, func(i int) string {
			return fmt.Sprintf("---\nname: k%d\ndescription: Skill number %d does its own thing.\n---\n# K\n", i, i)
		}),
	} {
		t.Run(name, func(t *testing.T) {
			growth.Twice(t, 400, func(n int) func() {
				fsys := fstest.MapFS{}
				for p, text := range files(n) {
					fsys[p] = &fstest.MapFile{Data: []byte(text)}
				}
				return func() { judge(t, fsys) }
			})
		})
	}
}
