//go:build linux && hostile

package cli

import (
	"fmt"
	"strings"
)

func hostileJSON() []hostile {
	const file = "bad/skill.json"
	return []hostile{
		in("not closed", file, `{"mode": "code", "input": `, "skill.json"),
		in("a depth of 100,000", file, `{"mode": "code", "input": `+strings.Repeat(`{"a":`, 100_000), "nested deeper than 256"),
		in("lists of lists", file, `{"mode": "code", "input": `+strings.Repeat(`[`, 100_000), "nested deeper than 256"),
		in("310,000 values", file, function(`{}`, `, "x": [`+numbered(310_000, ",", "1")+`]`), "more than 300000 values"),
		in("20,000 times one key", file, `{"mode": "code"`+strings.Repeat(`, "name": "f"`, 20_000)+`}`, "skill.json"),
		in("100,000 keys", file, function(`{}`, `, `+numbered(100_000, ",", `"k#": #`)), "manifest-schema"),
		in("single quotes", file, strings.ReplaceAll(function(`{}`, ""), `"`, `'`), "skill.json"),
		in("a huge number", file, function(`{"minimum": 1e999999999}`, `, "timeout": 1e999999999`), "skill.json"),
		in("a number of 1 MB", file, function(`{"maximum": `+strings.Repeat("9", 1<<20)+`}`, ""), "skill.json"),
		in("lone surrogates", file, function(`{"pattern": "\ud800"}`, ""), "skill.json"),
		in("prototype names", file, function(`{}`, `, "__proto__": {"name": "x"}, "constructor": 1`), "skill.json"),
		in("case variants", file, function(`{}`, `, "Name": "g", "MODE": "llm"`), "skill.json"),
		in("text after it", file, function(`{}`, "")+strings.Repeat("}", 100_000), "skill.json"),
		in("NaN", file, function(`{"minimum": NaN}`, ""), "skill.json"),
		in("a byte order mark", file, "\ufeff"+function(`{}`, ""), ""),
		in("a string of 2 MB", file, function(`{}`, `, "x": "`+strings.Repeat("a", 2<<20)+`"`), ""),
		in("a string of escapes", file, function(`{}`, `, "x": "`+strings.Repeat(`\u001b`, 200_000)+`"`), ""),
	}
}

func hostileCode() []hostile {
	code := func(name, file, text string, more ...string) hostile {
		h := body(name, "Run `scripts/"+file+"`.", "")
		h.files["bad/scripts/"+file] = text
		for i := 0; i+1 < len(more); i += 2 {
			h.files[more[i]] = more[i+1]
		}
		return h
	}
	imports := numbered(5_000, "\n", `import x# from "@m#/x"`)
	return []hostile{
		code("Python, 100,000 parentheses", "a.py", strings.Repeat("(", 100_000)),
		code("Python, 20,000 indents", "a.py", times(3_000, "", func(i int) string { return strings.Repeat(" ", i%400) + "if x:\n" })),
		code("Python, strings in f-strings", "a.py", strings.Repeat(`f"{`, 50_000)),
		code("Python, 50,000 imports", "a.py", numbered(50_000, "\n", "import m#")),
		code("Python, a sum of 100,000", "a.py", "import bad\nx = "+strings.Repeat("1 + ", 100_000)+"1"),
		code("Python, modules in a circle", "a.py", "from b import x", "bad/scripts/b.py", "from a import x\nfrom b import *"),
		code("JavaScript, templates", "a.js", strings.Repeat("`${", 50_000)),
		code("JavaScript, regular expressions", "a.js", strings.Repeat("/(", 50_000)),
		code("JavaScript, arrows", "a.js", strings.Repeat("(a)=>", 20_000)),
		code("TypeScript, generics", "a.ts", strings.Repeat("a<b<c", 50_000)),
		code("TypeScript, 20,000 paths and 5,000 imports", "a.ts", imports, "tsconfig.json", `{"compilerOptions": {"paths": {`+numbered(20_000, ",", `"@p#/*": ["./x#/*"]`)+`}}}`),
		code("TypeScript, configurations in a circle", "a.ts", imports, "tsconfig.json", `{"extends": ["./tsconfig.json", "./b.json"]}`, "b.json", `{"extends": "./tsconfig.json"}`),
		code("shell, quotes", "a.sh", strings.Repeat(`"$(`, 50_000)),
		code("shell, here documents", "a.sh", numbered(20_000, " ", "<<E#")),
		code("Go, parentheses", "a.go", "package a\nvar x = "+strings.Repeat("(", 100_000)),
		code("a notebook", "a.ipynb", `{"cells": [`+numbered(20_000, ",", `{"cell_type": "code", "source": ["import m#"]}`)+`]}`),
		code("a package.json of circles", "a.js", `require("x")`, "package.json", `{"name": "x", "main": "./package.json", "exports": {".": {"import": "./package.json"}}, "workspaces": ["**", "../**"]}`),
		code("a pyproject.toml of 1 MB", "a.py", "import x", "pyproject.toml", strings.Repeat("[a.b.c]\nx = [[[[\n", 60_000)),
		code("a go.mod of 1 MB", "a.go", "package a", "go.mod", "module x\n"+strings.Repeat("require a v1.0.0\n", 60_000)),
	}
}

func hostileSchemas() []hostile {
	doubled := func(key string) string {
		s := `{"type": "string"}`
		for range 13 {
			s = `{"` + key + `": [` + s + `, ` + s + `]}`
		}
		return s
	}
	laughs := func(key string) string {
		return `{"$ref": "#/$defs/d0", "$defs": {` + times(40, ",", func(i int) string {
			return fmt.Sprintf(`"d%d": {"%s": [{"$ref": "#/$defs/e%d"}, {"$ref": "#/$defs/e%d"}]}`, i, key, i, i)
		}) + `, ` +
			times(40, ",", func(i int) string { return fmt.Sprintf(`"e%d": {"$ref": "#/$defs/d%d"}`, i, i+1) }) + `, "d40": {"type": "string"}}}`
	}
	judge := func(name, input, want string) hostile { return in(name, "bad/skill.json", function(input, ""), want) }
	return []hostile{
		judge("allOf of allOf", doubled("allOf"), ""),
		judge("anyOf of anyOf", doubled("anyOf"), ""),
		judge("oneOf of oneOf", doubled("oneOf"), ""),
		judge("references that double, allOf", laughs("allOf"), ""),
		judge("references that double, oneOf", laughs("oneOf"), ""),
		judge("references in a circle", `{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}`, ""),
		judge("a reference to a file", `{"$ref": "file:///etc/passwd"}`, ""),
		judge("a reference to a host", `{"$ref": "http://localhost:1/x"}`, ""),
		judge("an unknown dialect", `{"$schema": "https://example.com/mine"}`, ""),
		judge("a pattern of stars", `{"pattern": "^(a+)+$", "default": "`+strings.Repeat("a", 10_000)+`!"}`, ""),
		judge("a pattern that is none", `{"pattern": "`+strings.Repeat("(", 10_000)+`"}`, ""),
		judge("an enum of 60,000", `{"enum": [`+numbered(60_000, ",", `"v#"`)+`]}`, ""),
		judge("5,000 properties, all required", `{"properties": {`+numbered(5_000, ",", `"p#": {}`)+`}, "required": [`+numbered(5_000, ",", `"p#"`)+`]}`, ""),
	}
}

// hostileProofs ask subschema.
func hostileProofs() []hostile {
	ask := func(name, a, b, want string) hostile {
		return hostile{name: name, files: map[string]string{"a.json": a, "b.json": b}, args: []string{"subschema", "a.json", "b.json"}, want: want}
	}
	bomb := func(key, leaf string) string {
		s := leaf
		for range 13 {
			s = `{"` + key + `":[` + s + `,` + s + `]}`
		}
		return s
	}
	laughs := func(key, leaf string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + times(40, ",", func(i int) string {
			return fmt.Sprintf(`"d%d":{"%s":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, key, i+1, i+1)
		}) + `,"d40":` + leaf + `}}`
	}
	small := func(h hostile) hostile {
		h.memory = 128 << 10
		return h
	}
	required := func(n int) string {
		return `{"type":"object","required":[` + numbered(n, ",", `"p#"`) + `]}`
	}
	properties := func(n int) string {
		return `{"type":"object","properties":{` + numbered(n, ",", `"p#":{"type":"string"}`) + `},"required":[` + numbered(n, ",", `"p#"`) + `]}`
	}
	return []hostile{
		small(ask("allOf of allOf", bomb("allOf", `{"type":"number"}`), bomb("allOf", `{"type":"integer"}`), "reason   unconfirmed")),
		small(ask("anyOf of anyOf", bomb("anyOf", `{"type":"number"}`), bomb("anyOf", `{"type":"integer"}`), "reason   unconfirmed")),
		small(ask("oneOf of oneOf", bomb("oneOf", `{"type":"number"}`), bomb("oneOf", `{"type":"integer"}`), "verdict  subschema")), // two that are the same are never one
		small(ask("laughs of allOf", laughs("allOf", `{"type":"number"}`), laughs("allOf", `{"type":"integer"}`), "reason   unconfirmed")),
		small(ask("laughs of anyOf", laughs("anyOf", `{"type":"number"}`), laughs("anyOf", `{"type":"integer"}`), "reason   unconfirmed")),
		small(ask("laughs of oneOf", laughs("oneOf", `{"type":"number"}`), laughs("oneOf", `{"type":"integer"}`), "verdict  subschema")),
		ask("10,000 required", required(10_000), required(10_001), `missing "p10000"`),
		ask("10,000 required properties", properties(10_000), properties(10_001), `missing "p10000"`),
		ask("an enum of 100,000", `{"enum":[`+numbered(100_000, ",", `"v#"`)+`]}`, `{"enum":[`+numbered(99_999, ",", `"v#"`)+`]}`, `"v99999"`),
		ask("2^20 states", `{"type":"string","pattern":"^(a|b)*a(a|b){20}$"}`, `{"pattern":"^(a|b)*a(a|b){21}$"}`, "verdict"),
		ask("a number of 1 MB", `{"minimum":`+strings.Repeat("9", 1<<20)+`}`, `{"minimum":1}`, "verdict"),
		ask("5 MB", `{"enum":["`+strings.Repeat("a", 5<<20)+`"]}`, `true`, "larger than 4 MiB"),
		ask("a depth of 100,000", strings.Repeat(`{"not":`, 100_000), `true`, "nesting deeper than 1000"),
		ask("tools, no schema", `{"tools":[{"name":"x","inputSchema":{}}]}`, `true`, "MCP tools"),
		ask("a reply, no schema", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"x","inputSchema":{}}]}}`, `true`, "MCP tools"),
		ask("an empty reply, no schema", `{"jsonrpc":"2.0","id":1,"result":{}}`, `true`, "jsonrpc"),
		{name: "a folder", args: []string{"subschema", "/", "/"}, want: "folder"},
		{name: "a device", args: []string{"subschema", "/dev/zero", "/dev/zero"}, want: "device"},
		{name: "a line of 5 MB", files: map[string]string{"q": `{"a":"` + strings.Repeat("a", 5<<20) + `"}` + "\n{\"a\":true,\"b\":true}\n"}, args: []string{"subschema", "--batch", "q"}, want: `{"verdict":"subschema"}`},
		{name: "a line that is an array", files: map[string]string{"q": "[1,2]\n"}, args: []string{"subschema", "--batch", "q"}, want: "the line holds an array"},
		{name: "a line of 100,000 brackets", files: map[string]string{"q": strings.Repeat("[", 100_000) + "\n"}, args: []string{"subschema", "--batch", "q"}, want: "nesting deeper than 1000"},
		{name: "2,000 lines that are no questions", files: map[string]string{"q": strings.Repeat("{\n", 2_000)}, args: []string{"subschema", "--batch", "q"}, want: "invalid-schema"},
	}
}

func hostileContracts() []hostile {
	skills := func(name string, n int, data func(i int) string, want string) hostile {
		h := hostile{name: name, files: map[string]string{}, want: want}
		for i := range n {
			h.files[fmt.Sprintf("s%d/SKILL.md", i)] = fmt.Sprintf("---\nid: s%d\nname: s%d\ndescription: Skill number %d does its own thing.\n%s\n---\n# S\n", i, i, i, data(i))
		}
		return h
	}
	two := func(name, provider, consumer, code, want string) hostile {
		h := skills(name, 2, func(i int) string { return []string{provider, consumer}[i] }, want)
		h.files["s1/a.py"] = code
		return h
	}
	pipeline := func(name, template, want string) hostile {
		return in(name, "f/skill.json", function(`{"type": "object", "properties": {"x": {}}}`, fmt.Sprintf(`, "calls": ["f"], "pipeline": [{"step": "s", "skill": "f", "input": {"x": %q}}]`, template)), want)
	}
	return []hostile{
		skills("a cycle of 500", 500, func(i int) string { return fmt.Sprintf("imports: [{from: s%d}]", (i+1)%500) }, "cycle"),
		skills("a diamond of 60 levels", 120, func(i int) string {
			if i >= 118 {
				return ""
			}
			return fmt.Sprintf("imports: [{from: s%d}, {from: s%d}]", i/2*2+2, i/2*2+3)
		}, ""),
		skills("each needs each", 60, func(i int) string { return "imports: [" + numbered(60, ", ", "{from: s#}") + "]" }, "cycle"),
		skills("3,000 imports of nothing", 1, func(int) string { return "imports:\n" + numbered(3_000, "\n", "  - from: gone#") }, "gone"),
		skills("a version of 1 MB", 1, func(int) string { return "version: " + strings.Repeat("1.", 200_000) }, "version"),
		skills("a range of 50,000 bars", 1, func(int) string { return `imports: [{from: x, version: "` + strings.Repeat("||", 50_000) + `"}]` }, ""),
		two("1,000 misspelt imports of 1,000 tools", "exports: {api_version: '1.0', tools: ["+numbered(1_000, ",", "{name: find_#_things}")+"]}",
			"imports: [{from: s0, tools: ["+numbered(1_000, ",", "find_#_thing")+"]}]", "", "import-not-exported"),
		two("1,000 calls that a tool of 1,000 arguments does not take", "exports: {api_version: '1.0', tools: [{name: t, input_schema: {type: object, properties: {"+numbered(1_000, ",", "field_#_one: {type: string}")+"}}}]}",
			"imports: [{from: s0, tools: [t]}]", "async def f(context):\n"+numbered(1_000, "\n", `    await ToolRegistry.execute("t", {"field_#_on": "x"}, context)`), "call-arguments"),
		pipeline("a template of 1 MB", strings.Repeat("{{input.x}} ", 80_000), ""),
		pipeline("200,000 open templates", strings.Repeat("{{", 200_000), ""),
		pipeline("10,000 filters", "{{input.x"+strings.Repeat(" | json", 10_000)+"}}", ""),
		pipeline("a path of 100,000", "{{input"+strings.Repeat(".x", 100_000)+"}}", ""),
		pipeline("a prototype", "{{steps.__proto__.constructor}}", "skill.json"),
		in("3,000 steps", "f/skill.json", function(`{}`, `, "calls": ["f"], "pipeline": [`+times(3_000, ",", func(i int) string {
			return fmt.Sprintf(`{"step": "s%d", "skill": "f", "input": {"x": "{{steps.s%d}}"}}`, i, max(0, i-1))
		})+`]`), "skill.json"),
	}
}

func hostileRegistries() []hostile {
	const market = ".claude-plugin/marketplace.json"
	plugins := func(name, list, want string) hostile {
		return in(name, market, `{"name": "m", "owner": {"name": "o"}, "plugins": [`+list+`]}`, want)
	}
	return []hostile{
		plugins("5,000 plugins", numbered(5_000, ",", `{"name": "p#", "source": {"source": "github", "repo": "o/r#"}}`), ""),
		plugins("5,000 plugins of one name", numbered(5_000, ",", `{"name": "p", "source": {"source": "github", "repo": "o/r#"}}`), "p"),
		plugins("a chain of 5,000", times(5_000, ",", func(i int) string {
			return fmt.Sprintf(`{"name": "p%d", "source": {"source": "github", "repo": "o/r"}, "version": "1.0.0", "dependencies": [{"name": "p%d", "version": "^1.0.0"}]}`, i, i+1)
		}), ""),
		plugins("sources that leave", numbered(3_000, ",", `{"name": "p#", "source": "./../../etc"}`), ""),
		plugins("entries that do not fit", numbered(3_000, ",", `{"name": "p#", "source": 2, "author": 3}`), "manifest-schema"),
		in("a registry of 10,000", "registry.json", `{"skills": [`+numbered(10_000, ",", `{"name": "a#", "path": "a#", "description": "x"}`)+`]}`, ""),
		in("a registry of one name", "registry.json", `{"skills": [`+strings.Repeat(`{"name": "a", "description": "x"},`, 9_999)+`{"name": "a"}]}`, ""),
		in("a lock of 10,000", "skills-lock.json", `{"version": 1, "skills": {`+numbered(10_000, ",", `"s#": {"source": "o/r", "sourceType": "github", "computedHash": "x"}`)+`}}`, ""),
		in("a lock of prototypes", "skill.lock.json", `{"skill": "__proto__", "resolved_source": {"type": "git", "hash": "__proto__"}, "resolved_inputs": {"__proto__": 1}}`, ""),
		in("5,000 servers", ".mcp.json", `{"mcpServers": {`+numbered(5_000, ",", `"s#": {"command": "touch", "args": ["hit#"]}`)+`}}`, ""),
		{name: "6,000 tools of 6,000 other servers", files: map[string]string{
			skillFile: "---\nname: bad\ndescription: x\n---\n" + numbered(6_000, " ", "mcp__serverr#__t"), ".mcp.json": `{"mcpServers": {` + numbered(6_000, ",", `"server#": {"command": "c"}`) + `}}`,
		}, want: "1 skill"},
		plugins("5,000 misspelt dependencies", numbered(5_000, ",", `{"name": "plug-#", "source": {"source": "github", "repo": "o/r#"}, "dependencies": ["plugg-#"]}`), "did you mean"),
		in("3,000 recorded tools", ".mcp-tools/s.json", `{"tools": [`+numbered(3_000, ",", `{"name": "t#", "description": "does it", "inputSchema": {"type": "object"}}`)+`]}`, ""),
		in("hooks of 5,000 commands", "hooks/hooks.json", `{"hooks": {"PreToolUse": [`+numbered(5_000, ",", `{"matcher": "M#", "hooks": [{"type": "command", "command": "touch hit#"}]}`)+`]}}`, ""),
	}
}

func hostileConfiguration() []hostile {
	config := func(name, text, want string) hostile {
		return hostile{name: name, files: map[string]string{skillFile: "---\nname: bad\ndescription: x\n---\n", ".skilllint.yaml": text}, want: want}
	}
	return []hostile{
		config("2 MB", "a: "+strings.Repeat("x", 2<<20), "larger than 1 MiB"),
		config("it extends itself", "extends: [.skilllint.yaml]", ".skilllint.yaml"),
		config("it extends a device", "extends: [/dev/zero]", ".skilllint.yaml"),
		config("it extends what lies outside", "extends: [../../../../../../etc/passwd]", ".skilllint.yaml"),
		config("20,000 globs", "ignore:\n"+numbered(20_000, "\n", `  - "**/*x#*/b"`), "20000 globs, of which there may be 1000"),
		config("a glob of braces", `ignore: ["`+strings.Repeat("{a,", 5_000)+strings.Repeat("}", 5_000)+`"]`, ""),
		config("a glob of stars", `ignore: ["`+strings.Repeat("**/*", 3_000)+`x"]`, ""),
		config("an alias bomb", "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\nignore: [*d,*d,*d]", ".skilllint.yaml"),
		config("10,000 rules that are none", "rules:\n"+numbered(10_000, "\n", "  r#: error"), ".skilllint.yaml"),
		config("escapes", "rules: {\"\\e[31m\\r\\u202e\": error}", `\x1b`),
		{name: "a baseline of nonsense", files: map[string]string{"b.json": strings.Repeat("[", 100_000)}, args: []string{"check", "--no-cache", "--allow-empty", "--baseline", "b.json"}, want: "b.json"},
		{name: "a baseline that is a device", args: []string{"check", "--no-cache", "--allow-empty", "--baseline", "/dev/zero"}, want: "device"},
		{name: "arguments of 100 kB", args: []string{"check", strings.Repeat("x", 100_000)}, want: "x"},
		{name: "2,000 arguments", args: append([]string{"check"}, strings.Fields(strings.Repeat("x ", 2_000))...), want: "x"},
	}
}
