package skill

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/hosts"
)

var installedFor MemoBy[string, []hosts.Load]

// InstalledFor returns the ways of the hosts into whose folders of a user's skills the collection that a
// path is in is installed, as its README, its Makefile or an installer has those folders. There are none where
// an installer for many hosts is named, too, and a folder that several hosts read tells of none.
func (ws *Workspace) InstalledFor(p string) []hosts.Load {
	collection := ws.Collection(p)
	return installedFor.Of(ws, collection, func() (loads []hosts.Load) {
		for _, e := range ws.Tree.Below(collection) {
			inside := strings.TrimPrefix(e.Path, strings.TrimPrefix(collection+"/", "./"))
			if e.Kind != Regular || !installing.MatchString(inside) {
				continue
			}
			loan, err := ws.files.Borrow(e.Path, largestProgram)
			if err == nil && anyInstaller.Match(loan.Src) {
				loan.Return()
				return nil
			}
			if err == nil {
				for _, m := range ofUser().FindAllSubmatch(loan.Src, -1) {
					folder := strings.ReplaceAll(string(m[1]), `\`, "/")
					if l := userLoads()[folder]; !slices.ContainsFunc(loads, func(o hosts.Load) bool { return o.Host == l.Host }) {
						loads = append(loads, l)
					}
				}
			}
			loan.Return()
		}
		return loads
	})
}

// installing matches the paths of what installs a collection, or says how.
var installing = regexp.MustCompile(`(?i)^(?:README[^/]*\.md|INSTALL[^/]*|Makefile|justfile|(?:(?:scripts?|bin)/)?[^/]*(?:install|setup|link|sync|deploy)[^/]*\.(?:sh|bash|zsh|ps1|py|js|mjs|ts))$`)

// anyInstaller matches an installer for many hosts.
var anyInstaller = regexp.MustCompile(`\bskills(?:@[\w.]+)? (?:add|install)\b`)

// userLoads are the ways of the hosts by their folders of a user's skills that are one host's alone.
var userLoads = sync.OnceValue(func() map[string]hosts.Load {
	loads, shared := map[string]hosts.Load{}, map[string]bool{}
	for _, h := range hosts.All() {
		for _, f := range h.Folders {
			if f.Scope != hosts.User || f.Component != hosts.Skill || f.Guest {
				continue
			}
			if other, taken := loads[f.Folder]; taken && other.Host != h {
				shared[f.Folder] = true
			}
			loads[f.Folder] = hosts.Load{Host: h, Folder: f}
		}
	}
	for folder := range shared {
		delete(loads, folder)
	}
	return loads
})

// ofUser matches those folders below a user's home.
var ofUser = sync.OnceValue(func() *regexp.Regexp {
	var folders []string
	for folder := range userLoads() {
		folders = append(folders, strings.ReplaceAll(regexp.QuoteMeta(folder), "/", `[/\\]`))
	}
	slices.Sort(folders)
	return regexp.MustCompile(`(?:~|\$\{?HOME\}?|\$\(HOME\)|\$env:USERPROFILE|%USERPROFILE%)[/\\](` + strings.Join(folders, "|") + `)\b`)
})

// AsInstalled is how a host loads a SKILL.md that is installed into one of its folders.
func AsInstalled(l hosts.Load, file string) hosts.Load {
	l.Rest = path.Join(path.Base(path.Dir(file)), path.Base(file))
	return l
}
