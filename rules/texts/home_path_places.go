package texts

import (
	"net/netip"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// inTwoForms reports whether the line that a path stands in has it a second time in another form, with hyphens, or in another
// cell of its row, or the text as another shell writes it: it shows what becomes of paths ("/home/kim/x", "-home-kim-x").
func inTwoForms(f *skill.File, at int) bool {
	src := f.Source()
	if at > len(src) || !document.IsMarkdown(f.Path) {
		return false
	}
	row, from := skilltext.LineAt(src, at)
	if m := driveHome.FindStringSubmatch(row[at-from:]); m != nil && strings.Contains(string(src), "/"+strings.ToLower(m[1])+"/Users/"+m[2]) {
		return true // as another shell writes it
	}
	if hyphened := notLetters.ReplaceAllString(strings.TrimRight(belowHomePath.FindString(row[at-from:]), ".:"), "-"); strings.Contains(row, hyphened) {
		return true
	}
	if !strings.HasPrefix(strings.TrimSpace(row), "|") {
		return false
	}
	plain := func(cell string) string {
		return strings.Map(func(r rune) rune {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return -1
			}
			return unicode.ToLower(r)
		}, cell)
	}
	column, alike := strings.Count(row[:at-from], "|"), 0
	cells := strings.Split(row, "|")
	for _, cell := range cells {
		if plain(cell) == plain(cells[column]) {
			alike++
		}
	}
	return alike > 1
}

// driveHome matches a home on a drive: C:\Users\kim.
var driveHome = regexp.MustCompile(`^([A-Za-z]):[\\/]{1,2}Users[\\/]{1,2}([\w.-]+)`)

// notLetters matches what a hyphen stands for where a path is made a name.
var notLetters = regexp.MustCompile(`[^A-Za-z0-9]`)

// reachesElsewhere reports whether a text, or the SKILL.md above it, reaches an account of that name, in small letters, on
// another machine, or its home there: what it says of the home of one is how things are there.
func reachesElsewhere(p *lint.Pass, f *skill.File, name string) bool {
	texts := []*skill.File{f}
	if m := p.ManifestAt(path.Join(paths.SkillFolder(p, f.Path), "SKILL.md")); m != nil {
		texts = append(texts, m.File)
	}
	return slices.ContainsFunc(texts, func(text *skill.File) bool {
		_, reaches := slices.BinarySearch(*accountsElsewhere.Of(text), name)
		return reaches
	})
}

// accountsElsewhere are the accounts on other machines that a text reaches, or whose homes it names there, in small letters
// and sorted.
var accountsElsewhere = document.Part[[]string]{Name: "accounts elsewhere", Find: func(_ string, src []byte) *[]string {
	var accounts []string
	for line := range atSign.Lines(src) {
		for _, m := range accountAt.FindAllSubmatchIndex(line, -1) {
			host := string(line[m[4]:m[5]])
			_, err := netip.ParseAddr(host)
			if err == nil || strings.HasSuffix(host, ".local") || remoteShell.Match(line[:m[2]]) {
				accounts = append(accounts, strings.ToLower(string(line[m[2]:m[3]])))
			}
		}
	}
	for _, m := range accountSaid.FindAllSubmatch(src, -1) {
		accounts = append(accounts, strings.ToLower(string(m[1])))
	}
	for _, m := range homeElsewhere.FindAllSubmatch(src, -1) {
		if !labels[string(m[1])] {
			accounts = append(accounts, strings.ToLower(string(m[2])))
		}
	}
	for _, m := range mountedHome.FindAllSubmatch(src, -1) {
		accounts = append(accounts, strings.ToLower(string(m[1])))
	}
	slices.Sort(accounts)
	accounts = slices.Compact(accounts)
	return &accounts
}}

// atSign stands in every line that names an account at a machine.
var atSign = rare.WordOf("@")

var (
	// accountAt matches an account at a machine, which may be the address of a person.
	accountAt = regexp.MustCompile(`(?:^|[^\w.@/-])([\w-]+(?:\.[\w-]+)*)@([\w-]+(?:\.[\w-]+)*)`)
	// accountSaid matches a label with the account that a server is worked on with: "Deploy user: `kim`".
	accountSaid = regexp.MustCompile(`(?i)\b(?:deploy(?:ment)?|ssh|service|remote|server|vps) user\W{1,8}([\w.-]*\w)`)
	// homeElsewhere matches a home behind the name, in small letters, of the machine or the volume that it is on: "studio:/home/kim".
	homeElsewhere = regexp.MustCompile("(?:^|[\\s\"'`(=])([a-z][a-z0-9_.-]+):/(?:home|Users)/([\\w.-]+)")
	// mountedHome matches a home in a container, at which something is mounted: -v "${CACHE}:/home/kim/.cache".
	mountedHome = regexp.MustCompile(`(?:-v|--volume)[ =]["']?[^\s"':]+:/(?:home|Users)/([\w.-]+)`)
	// remoteShell matches the beginning of a command that works on another machine.
	remoteShell = regexp.MustCompile(`\b(?:ssh|scp|sftp|rsync|mosh)\b[^|;&\n]*$`)
)

// labels are words with which a path is labelled.
var labels = map[string]bool{"file": true, "path": true, "dir": true, "directory": true, "folder": true, "cwd": true, "root": true, "home": true, "workdir": true, "workspace": true, "repo": true, "project": true, "location": true, "base": true, "source": true, "target": true, "output": true, "input": true, "at": true, "in": true}

// forAgents reports whether an agent reads a text of Markdown: it lies in the folder of a skill and is no page for
// people, or a host loads it.
func forAgents(p *lint.Pass, file string) bool {
	if paths.SkillFolder(p, file) != "" {
		return !readme.MatchString(path.Base(file))
	}
	return p.ComponentAt(file) != nil || len(hosts.InProject(file, nil)) > 0
}

// readme matches the names of pages for people.
var readme = regexp.MustCompile(`(?i)^(?:readme|contributing)(?:[._-]|$)`)

// rowsOf are the endings of files that hold rows of data.
var rowsOf = map[string]bool{".csv": true, ".tsv": true}

// evaluations are the names of folders with data of evaluations.
var evaluations = []string{"evals", "eval", "benchmarks", "benchmark"}

// forEvals reports whether a file of a skill is data of evaluations, or an example of
// a configuration.
func forEvals(p *lint.Pass, file string) bool {
	inside := strings.TrimPrefix(file, paths.SkillFolder(p, file)+"/")
	return slices.ContainsFunc(strings.Split(path.Dir(inside), "/"), func(part string) bool { return slices.Contains(evaluations, part) }) ||
		exampleName.MatchString(path.Base(inside))
}

// exampleName matches the names of examples: config.example.json, example-input.md, report_example.md.
var exampleName = regexp.MustCompile(`[._-]example\.|^(?:example|sample|demo)[._-]`)

// outOfUse reports whether the homes in a file are no matter: it tells of the past, is for
// tests, is what a host keeps on one machine or a program writes for one, or rows of data.
func outOfUse(p *lint.Pass, f *skill.File) bool {
	return paths.Historical(p, f.Path) || forEvals(p, f.Path) || paths.IsTest(f.Path) || hosts.IsState(f.Path) || rowsOf[path.Ext(f.Path)] ||
		!document.IsMarkdown(f.Path) && (inOutput.MatchString(f.Path) || generatedHead.Match(f.Source()[:min(len(f.Source()), headReach)]))
}

// inOutput matches the paths of what a program wrote once: output/api/result.json.
var inOutput = regexp.MustCompile(`(?i)(?:^|/)(?:outputs?|results?)/(?:[^/]+/)*[^/]+\.(?:json|ya?ml|txt|log|xml|html)$`)

// generatedHead matches a comment at the head of a file that says that a program writes it.
var generatedHead = regexp.MustCompile(`(?im)^\s*(?:#|//|;|/\*|<!--|--)[^\n]*\bgenerated (?:from|by|with)\b`)

// headReach is how much of a file is its head, in bytes.
const headReach = 400

// opens reports whether a path into a home is one to follow: it goes on below
// that home, and is no comment of code, no example of how a path is written in another
// way, and nothing that a program makes up to test itself.
func opens(f *skill.File, start, end int) bool {
	src := f.Source()
	if end > len(src) || !belowHome.Match(src[end:min(len(src), end+homeReach)]) {
		return false
	}
	line, from := skilltext.LineAt(src, start)
	if mountedAt.MatchString(line[:start-from]) || route.MatchString(line[:start-from]) {
		return false
	}
	if document.IsMarkdown(f.Path) {
		return !rewritten.MatchString(line[end-from:]) && !elided.MatchString(line[end-from:])
	}
	return !placeholderText.MatchString(line[:start-from]) && !bySetting.MatchString(line[:start-from]) && !comment.MatchString(line) && !((elfTest.In(src) || elfTests.In(src)) && selfTest.Match(src[:start])) && !skilltext.IsCandidate(src, start, end)
}

// homeReach is how much of a path is looked at, in bytes.
const homeReach = 200

var (
	// belowHome matches what stands in a home.
	belowHome = regexp.MustCompile(`^[/\\]+[\w.~%$@-]`)
	// mountedAt matches what stands before the place in a container at which something is mounted.
	mountedAt = regexp.MustCompile(`[/}][^\s:"'\x60]*[^\s:"'\x60H]:$`)
	// route matches the method of HTTP before the path of a service.
	route = regexp.MustCompile("\\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\\b[\\s|`*\"']*$")
	// rewritten matches what stands behind a path that is shown in another form.
	rewritten = regexp.MustCompile("^[^\\s`]*`?\\s*(?:→|->|=>|⇒)")
	// elided matches a path of which a part is left out: it shows what such paths look like.
	elided = regexp.MustCompile("^[^\\s`\"']*/(?:\\.\\.\\.|…)")
	// placeholderText matches what stands before a path that an empty field of a form shows.
	placeholderText = regexp.MustCompile(`(?i)\bplaceholder\s*[=:]\s*\{?["'\x60][^"'\x60]*$`)
	// bySetting matches code before a path that a variable of the environment takes the place of.
	bySetting = regexp.MustCompile(`\bprocess\.env\b|\bgetenv\(|\benviron\b|\bENV(?:\[|\.fetch\()|\$\{\w+:[-=]`)
	// selfTest matches the head of a function in which a program tests itself.
	selfTest          = regexp.MustCompile(`(?im)^\s*(?:async )?(?:def|function) +_*(?:run_?)?self_?test|^\s*_*(?:run_?)?self_?test *\(\) *\{`)
	elfTest, elfTests = rare.WordOf("elf_t"), rare.WordOf("elft") // one of them is in each
)
