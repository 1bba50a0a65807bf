//go:build linux && hostile

package cli

import (
	"fmt"
	"strings"
)

// hostileGroups are the inputs, by what they attack.
var hostileGroups = []struct {
	name string
	list func() []hostile
}{
	{"files", hostileFiles}, {"git", hostileGit}, {"yaml", hostileYAML}, {"markdown", hostileMarkdown}, {"json", hostileJSON},
	{"code", hostileCode}, {"schemas", hostileSchemas}, {"proofs", hostileProofs}, {"contracts", hostileContracts},
	{"registries", hostileRegistries}, {"configuration", hostileConfiguration},
}

// times joins what f gives for 0 to n-1.
func times(n int, sep string, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, sep)
}

func numbered(n int, sep, format string) string {
	return times(n, sep, func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) })
}

// in is a file alone, judged by check.
func in(name, file, text, want string) hostile {
	return hostile{name: name, files: map[string]string{file: text}, want: want}
}

// utf16 writes ASCII in two bytes each.
func utf16(text string) string {
	return strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

const skillFile = "bad/SKILL.md"

// front is a skill with more frontmatter.
func front(name, data, want string) hostile {
	return in(name, skillFile, "---\nname: bad\ndescription: Does a thing when it is asked to.\n"+data+"\n---\n# Bad\n", want)
}

// body is a skill with a text.
func body(name, text, want string) hostile {
	return in(name, skillFile, "---\nname: bad\ndescription: Does a thing when it is asked to.\n---\n"+text+"\n", want)
}

func hostileFiles() []hostile {
	deep := map[string]string{strings.Repeat("d/", 400) + "SKILL.md": "---\nname: d\ndescription: x\n---\n"}
	wide := map[string]string{}
	for i := range 1500 {
		wide[fmt.Sprintf("s%d/SKILL.md", i)] = fmt.Sprintf("---\nname: s%d\ndescription: Skill number %d does its own thing.\n---\n# S\n", i, i)
	}
	const plain = "---\nname: bad\ndescription: x\n---\n"
	return []hostile{
		in("empty", skillFile, "", "SKILL.md"),
		in("one NUL", skillFile, "\x00", "NUL"),
		in("binary", skillFile, strings.Repeat("\x00\xff\x7fELF", 100_000), "invalid UTF-8"),
		in("UTF-16 with a mark", skillFile, "\xff\xfe-\x00-\x00-\x00\n\x00", "UTF-16"),
		in("UTF-16, the other end", skillFile, "\xfe\xff\x00-\x00-\x00-\x00\n", "UTF-16"),
		in("UTF-16 skill.json", "bad/skill.json", "\xff\xfe"+utf16(function("{}", "")), "UTF-16"),
		in("UTF-16 skill.json without a mark", "bad/skill.json", utf16(function("{}", "")), "skill.json"),
		in("UTF-32", skillFile, "\xff\xfe\x00\x00-\x00\x00\x00", "SKILL.md"),
		in("invalid UTF-8", skillFile, plain+"\xc3\x28\xa0", "UTF-8"),
		in("overlong UTF-8", skillFile, plain+"\xc0\xaf..\xc0\xaf", "UTF-8"),
		in("20 MB", skillFile, plain+strings.Repeat("0123456789abcdef", 20<<16), "larger than 5 MiB"),
		in("4 MB on one line", skillFile, plain+strings.Repeat("word ", 800_000), ""),
		in("100,000 lone carriage returns", skillFile, "---\rname: bad\r---\r"+strings.Repeat("\r", 100_000), ""),
		in("a million line ends", skillFile, plain+strings.Repeat("\n", 1_000_000), ""),
		{name: "400 folders deep", files: deep},
		{name: "1,500 skills", files: wide},
		{name: "a link out of the workspace", files: map[string]string{skillFile: "-> /etc/passwd"}, want: "points out of the workspace"},
		{name: "a link to itself", files: map[string]string{skillFile: "-> SKILL.md"}, want: "SKILL.md"},
		{name: "a link to the folder above", files: map[string]string{"bad/again": "-> ..", skillFile: plain}},
		{name: "a link to a device", files: map[string]string{skillFile: "-> /dev/zero"}, want: "SKILL.md"},
		{name: "a folder of that name", files: map[string]string{"bad/SKILL.md/x": "y"}},
		{name: "a name with escapes", files: map[string]string{"a\x1b[31m\n::set-output name=x::y/SKILL.md": "---\n"}, want: `\x1b`},
		{name: "a name that is no UTF-8", files: map[string]string{"a\xff/SKILL.md": "---\n"}, want: "not UTF-8"},
		{name: "a name of options", files: map[string]string{"--base=x/SKILL.md": "---\n"}, want: "SKILL.md"},
		{name: "20,000 patterns of a .gitignore", files: map[string]string{skillFile: plain, ".gitignore": numbered(20_000, "\n", "*x#*y")}},
		{name: "10,000 patterns on 300 folders", files: func() map[string]string {
			files := map[string]string{".gitignore": numbered(10_000, "\n", "/a/*x#*/b")}
			for i := range 300 {
				files[fmt.Sprintf("s%d/a/SKILL.md", i)] = fmt.Sprintf("---\nname: s%d\ndescription: Skill number %d does its thing.\n---\n", i, i)
			}
			return files
		}()},
		{name: "a .gitignore of stars", files: map[string]string{skillFile: plain, ".gitignore": strings.Repeat("*?", 5000) + "\n" + strings.Repeat("**/", 5000) + "x\n"}},
		{name: "a .git that points elsewhere", files: map[string]string{skillFile: plain, ".git": "gitdir: /etc\n"}},
		{name: "a .git of 1 MB", files: map[string]string{skillFile: plain, ".git": strings.Repeat("x", 1<<20)}},
		{name: "a bare repository as files", files: map[string]string{skillFile: plain, "HEAD": "ref: refs/heads/x\n", "config": "[core]\n\tfsmonitor = touch hit\n", "objects/x": "", "refs/x": ""}, args: []string{"check", "--no-cache", "--base", "HEAD"}, want: "git"},
	}
}

func hostileYAML() []hostile {
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\n" + times(8, "\n", func(i int) string {
		return fmt.Sprintf("%c: &%[1]c [*%[2]c,*%[2]c,*%[2]c,*%[2]c,*%[2]c,*%[2]c,*%[2]c,*%[2]c,*%[2]c]", 'b'+i, 'a'+i)
	})
	return []hostile{
		front("billion laughs", laughs, "billion laughs"),
		front("an alias of itself", "a: &a [*a]", "contains itself"),
		front("aliases of each other", "a: &a {b: &b [*a]}", "contains itself"),
		front("a merge of merges", "a: &a {x: 1}\nb: &b {<<: ["+strings.Repeat("*a,", 6_000)+"]}\nc: {<<: ["+strings.Repeat("*b,", 50)+"]}", "billion laughs"),
		front("40,000 keys in a flow map", "a: {"+numbered(40_000, ", ", "k#: v")+"}", ""),
		front("60,000 keys", numbered(60_000, "\n", "k#: v"), ""),
		front("20,000 times one key", strings.Repeat("name: x\n", 20_000), ""),
		front("30,000 anchors", numbered(30_000, "\n", "k#: &a# v"), ""),
		front("100,000 brackets", "a: "+strings.Repeat("[", 100_000), "nested deeper than 256"),
		front("100,000 braces", "a: "+strings.Repeat(`{"":`, 100_000), "nested deeper than 256"),
		front("5,000 dashes", strings.Repeat("- ", 5_000)+"x", "SKILL.md"),
		front("a scalar of 900 kB", "a: "+strings.Repeat("x", 900_000), ""),
		front("2 MB", "a: "+strings.Repeat("x", 2<<20), "larger than 1 MiB"),
		front("20,000 inputs", "inputs:\n"+numbered(20_000, "\n", "  - {name: i#, type: string}"), ""),
		front("an enum of 60,000", "x: {enum: ["+numbered(60_000, ",", "v#")+"]}", ""),
		front("a broken tag", "0: [:!00 \xef", "UTF-8"),
		front("tags of other languages", "a: !!python/object/apply:os.system [touch hit]\nb: !!binary x", ""),
		front("tabs", "a:\n\t\tb: c", "SKILL.md"),
		front("complex keys", strings.Repeat("? ", 200)+"x", ""),
		front("many documents", strings.Repeat("---\na: b\n", 50_000), ""),
		front("no end", "a: |\n"+strings.Repeat("  x\n", 100_000), ""),
		front("100,000 comments", strings.Repeat("# x\n", 100_000), ""),
		front("escapes of escapes", `a: "`+strings.Repeat(`\\`, 200_000)+`"`, ""),
		front("numbers", "a: 1e99999999\nb: 0x"+strings.Repeat("f", 100_000)+"\nc: .inf", ""),
		in("no closing fence", skillFile, "---\nname: bad\n"+strings.Repeat("a: b\n", 50_000), "SKILL.md"),
		in("1,000 fences", skillFile, strings.Repeat("---\nname: bad\n---\n", 1_000), "SKILL.md"),
		in("a depth of indents", "bad/skill.yaml", times(2_000, "", func(i int) string { return strings.Repeat(" ", i%1200) + "a:\n" }), ""),
	}
}

func hostileMarkdown() []hostile {
	return []hostile{
		body("100,000 backticks", strings.Repeat("`", 100_000)+"x", ""),
		body("backticks of all lengths", times(600, " ", func(i int) string { return strings.Repeat("`", i+1) }), ""),
		body("100,000 <!--", strings.Repeat("<!--", 100_000), ""),
		body("200,000 [", strings.Repeat("[", 200_000)+"](", ""),
		body("100,000 ![", strings.Repeat("![", 100_000), ""),
		body("50,000 emphases", strings.Repeat("*a **b ", 50_000), ""),
		body("50,000 _", strings.Repeat("_a__", 20_000), ""),
		body("100,000 >", strings.Repeat(">", 100_000)+" x", ""),
		body("quotes in lists", strings.Repeat("> - ", 20_000)+"x", ""),
		body("10,000 list items in one another", times(2_000, "", func(i int) string { return strings.Repeat(" ", 2*(i%500)) + "- x\n" }), ""),
		body("50,000 definitions", numbered(50_000, "\n", "[r#]: x#.md"), ""),
		body("50,000 references", "[r]: x.md\n"+strings.Repeat("[r][r] ", 50_000), ""),
		body("20,000 links to nothing", numbered(20_000, "\n", "[x](gone#.md)"), "gone"),
		body("a link with 100,000 parentheses", "[x]("+strings.Repeat("(", 100_000)+")", ""),
		body("a link of 1 MB", "[x]("+strings.Repeat("a", 1<<20)+".md)", ""),
		body("links upward", "[x]("+strings.Repeat("../", 20_000)+"etc/passwd)", ""),
		body("a table of 5,000 columns", strings.Repeat("|a", 5_000)+"|\n"+strings.Repeat("|-", 5_000)+"|\n"+strings.Repeat(strings.Repeat("|b", 5_000)+"|\n", 5), ""),
		body("100,000 entities", strings.Repeat("&amp;&#x41;", 100_000), ""),
		body("100,000 autolinks", strings.Repeat("<http://a.b>", 50_000), ""),
		body("200,000 <", strings.Repeat("<a ", 100_000), ""),
		body("CDATA and instructions", strings.Repeat("<![CDATA[<?", 50_000), ""),
		body("50,000 headings", strings.Repeat("# x\n", 50_000), ""),
		body("50,000 fences", strings.Repeat("```\n", 50_000), ""),
		body("50,000 fences in one another", times(400, "\n", func(i int) string { return strings.Repeat("`", 3+i) }), ""),
		body("tags of hidden text", strings.Repeat("\U000e0041", 100_000), "hidden"),
		body("zero-width characters", "a"+times(53, "", func(int) string { return "b\u200b" }), "zero-width"),
		body("fillers of Hangul", strings.Repeat("\u3164", 60)+" "+strings.Repeat("\u115f\u1160", 30)+" "+strings.Repeat("\uffa0", 60), "blank"),
		body("100,000 fillers between letters", strings.Repeat("a\u3164", 100_000), "blank"),
		body("100,000 runs of blank braille", strings.Repeat(strings.Repeat("\u2800", 4)+" ", 100_000), ""),
		body("marks of direction", strings.Repeat("\u202ea\u2066b", 20_000), "SKILL.md"),
		body("20,000 paths", numbered(20_000, " ", "`scripts/x#.py`"), ""),
		body("20,000 calls", numbered(20_000, " ", "mcp__s#__t#"), ""),
	}
}
