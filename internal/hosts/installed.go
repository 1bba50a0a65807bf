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
// host, since several read such a folder, or since the installer skills is run, which serves many.
func InstalledBy(src []byte) (loads []Load, anyHost bool) {
	for _, m := range skillFolders().FindAllSubmatch(src, -1) {
		l := loadsByFolder()[strings.ReplaceAll(string(m[1]), `\`, "/")]
		if l.Host == nil {
			return nil, true
		}
		loads = append(loads, l)
	}
	for _, m := range homeFolders().FindAllSubmatch(src, -1) {
		if l := loadsByFolder()[strings.ReplaceAll(string(m[1]), `\`, "/")+"/skills"]; l.Host != nil && skillsWord.Match(src) {
			loads = append(loads, l)
		}
	}
	return loads, installerSkills.Match(src)
}

// skillsWord matches the name of a folder of skills that stands alone.
var skillsWord = regexp.MustCompile(`(?:^|[^\w./-])skills(?:[^\w-]|$)`)

var installerSkills = regexp.MustCompile(`\bskills(?:@[\w.]+)? (?:add|install)\b`)

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
	return regexp.MustCompile(`(?:~|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)[/\\](` + strings.Join(folders, "|") + `)/?["'}\s]`)
})

// skillFolders matches those folders in a text.
var skillFolders = sync.OnceValue(func() *regexp.Regexp {
	var folders []string
	for _, folder := range slices.Sorted(maps.Keys(loadsByFolder())) {
		folders = append(folders, strings.ReplaceAll(regexp.QuoteMeta(folder), "/", `[/\\]`))
	}
	return regexp.MustCompile(`(?:^|[^\w.-])(` + strings.Join(folders, "|") + `)\b`)
})
