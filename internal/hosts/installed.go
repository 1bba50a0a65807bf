package hosts

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// InstalledBy returns the ways of the hosts whose folders of skills a text names that installs skills, or
// says how: ~/.claude/skills, .codex/skills, or "$HOME/.claude" and skills. anyHost is set where it may be any
// host, since several read such a folder, or since the installer skills is run, which serves many, and other where
// it names the folder of one that is not known: ~/.dsh/skills. What others installs counts for nothing: sources of skills,
// owner/name, that are not of the collection.
func InstalledBy(src []byte, others []string) (loads []Load, anyHost, other bool) {
	for _, m := range skillFolders().FindAllSubmatchIndex(src, -1) {
		if m[2] > m[0] && strings.IndexByte("`([", src[m[0]]) >= 0 && oneSkill.Match(src[m[3]:]) {
			continue // a link to what lies there
		}
		l := loadsByFolder()[strings.ReplaceAll(string(src[m[2]:m[3]]), `\`, "/")]
		if l.Host == nil {
			return nil, true, false
		}
		loads = append(loads, l)
	}
	for _, m := range homeFolders().FindAllSubmatch(src, -1) {
		if l := loadsByFolder()[strings.ReplaceAll(string(m[1]), `\`, "/")+"/skills"]; l.Host != nil && skillsWord.Match(src) {
			loads = append(loads, l)
		}
	}
	for _, m := range otherFolders.FindAllSubmatch(src, -1) {
		home := string(m[1])
		known := homesOfPrograms[home]
		for folder := range loadsByFolder() {
			known = known || strings.HasPrefix(folder, "."+home+"/")
		}
		other = other || !known && (len(m[2]) > 0 || skillsWord.Match(src))
	}
	runs := slices.DeleteFunc(installerSkills.FindAllSubmatch(src, -1), func(run [][]byte) bool {
		l, is := byProgram(string(run[1]))
		if is {
			loads = append(loads, l)
		}
		return is
	})
	isOther := func(run [][]byte) bool { return slices.Contains(others, string(run[2])) }
	if slices.ContainsFunc(runs, isOther) {
		runs = slices.DeleteFunc(runs, func(run [][]byte) bool { return len(run[2]) == 0 || isOther(run) }) // it is those that the text speaks of
	}
	return loads, len(runs) > 0, other
}

// oneSkill matches what stands behind a folder of skills in a link to the file of one of them: `.cursor/skills/x/SKILL.md`.
var oneSkill = regexp.MustCompile("^/[\\w.-]+/SKILL\\.md[`)\\]]")

// otherFolders matches the folder of a program in a home that holds skills, or stands at the end of a line.
var otherFolders = regexp.MustCompile(`(?m)(?:~|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)[/\\]\.([a-z][\w-]*)(?:([/\\]skills)\b|["']?[ \t]*$)`)

// homesOfPrograms are folders and files in a home that are no agent's.
var homesOfPrograms = map[string]bool{
	"config": true, "local": true, "cache": true, "ssh": true, "npm": true, "nvm": true, "cargo": true, "bun": true, "volta": true,
	"bashrc": true, "bash_profile": true, "zshrc": true, "zprofile": true, "zshenv": true, "profile": true, "gitconfig": true, "npmrc": true, "env": true,
}

// skillsWord matches the name of a folder of skills that stands alone.
var skillsWord = regexp.MustCompile(`(?:^|[^\w./-])skills(?:[^\w-]|$)`)

// installerSkills matches a run of the installer skills, with the word before it and what it installs.
var installerSkills = regexp.MustCompile(`(?:^|[^\w./-])(?:([a-z]+) +)?skills(?:@[\w.]+)? (?:add|install)\b(?: +([\w.-]+/[\w.-]*\w))?`)

// byProgram is how a host loads what its own program installs, by the name of that: gemini skills install.
func byProgram(name string) (Load, bool) {
	for _, h := range All() {
		if program, _, _ := strings.Cut(h.Name, "-"); program != name || name == "skills" {
			continue
		}
		for _, f := range h.Folders {
			if f.Component == Skill && f.Scope == User && !f.Guest {
				return Load{Host: h, Folder: f}, true
			}
		}
	}
	return Load{}, false
}

// loadsByFolder are the ways of the hosts by their folders of skills, of a user or a project: those without
// a host are of several.
var loadsByFolder = sync.OnceValue(func() map[string]Load {
	loads := map[string]Load{}
	for _, h := range All() {
		for _, f := range h.Folders {
			if f.Component != Skill || f.Guest || f.Scope != User && f.Scope != Project || !strings.HasPrefix(f.Folder, ".") || !strings.Contains(f.Folder, "/") {
				continue
			}
			if other, taken := loads[f.Folder]; taken && other.Host != h {
				loads[f.Folder] = Load{}
			} else {
				loads[f.Folder] = Load{Host: h, Folder: f}
			}
		}
	}
	return loads
})

// homeFolders matches the folders that those of users lie in, where they stand alone.
var homeFolders = sync.OnceValue(func() *regexp.Regexp {
	var folders []string
	for _, folder := range slices.Sorted(maps.Keys(loadsByFolder())) {
		if home, ok := strings.CutSuffix(folder, "/skills"); ok {
			folders = append(folders, strings.ReplaceAll(regexp.QuoteMeta(home), "/", `[/\\]`))
		}
	}
	return regexp.MustCompile(`(?:~|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)[/\\](` + strings.Join(folders, "|") + `)/?["'}\s\x60]`)
})

// skillFolders matches those folders in a text.
var skillFolders = sync.OnceValue(func() *regexp.Regexp {
	var folders []string
	for _, folder := range slices.Sorted(maps.Keys(loadsByFolder())) {
		folders = append(folders, strings.ReplaceAll(regexp.QuoteMeta(folder), "/", `[/\\]`))
	}
	return regexp.MustCompile(`(?:^|[^\w.-])(` + strings.Join(folders, "|") + `)\b`)
})
