package skill

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// Installed says for which hosts a collection is installed.
type Installed struct {
	Loads []hosts.Load // the ways of the hosts into whose folders of skills it is put
	Any   bool         // for any host, by an installer that serves many or a folder that several read; Loads is empty then
	Other bool         // for a host that is not known, too, into whose folder it is put
	Heads bool         // what installs it writes the frontmatters
}

var installedFor MemoBy[string, Installed]

// InstalledFor returns for which hosts the collection that a path is in is installed, as its README, its
// Makefile or an installer has their folders of skills (~/.claude/skills).
func (ws *Workspace) InstalledFor(p string) Installed {
	collection := ws.Collection(p)
	return installedFor.Of(ws, collection, func() (installed Installed) {
		others := ws.lockedSources()
		for _, e := range ws.Tree.Below(collection) {
			inside := strings.TrimPrefix(e.Path, strings.TrimPrefix(collection+"/", "./"))
			if e.Kind != Regular || !installing.MatchString(inside) {
				continue
			}
			loan, err := ws.files.Borrow(e.Path, largestProgram)
			if err == nil {
				named, anyHost, other := hosts.InstalledBy(loan.Src, others)
				installed.Any, installed.Other = installed.Any || anyHost, installed.Other || other
				installed.Heads = installed.Heads || headWritten.Match(loan.Src) && !document.IsMarkdown(e.Path)
				for _, l := range named {
					if !slices.ContainsFunc(installed.Loads, func(o hosts.Load) bool { return o.Host == l.Host }) {
						installed.Loads = append(installed.Loads, l)
					}
				}
			}
			loan.Return()
		}
		if installed.Any {
			installed.Loads, installed.Other = nil, false
		}
		return installed
	})
}

// headWritten matches the line of a program that writes the name in a frontmatter: echo "name: $name".
var headWritten = regexp.MustCompile("(?m)^[^#\\n]*[\"'`]name: (?:\\$\\{?|\\{)\\w")

// installing matches the paths of what installs a collection, or says how.
var installing = regexp.MustCompile(`(?i)^(?:README[^/]*\.md|(?:[^/]*[-_])?INSTALL[^/]*|Makefile|justfile|(?:(?:scripts?|bin)/)?[^/]*(?:install|setup|link|sync|deploy)[^/]*\.(?:sh|bash|zsh|ps1|py|js|mjs|ts))$`)

// Claimed reports whether a file is no host's, or the repository shows who loads it or copies it from there: its collection
// holds contracts, a plugin has it, a host or an installer looks for it there, the collection says how it is installed, or it was asked for.
func (ws *Workspace) Claimed(p string) bool {
	m := ws.ManifestAt(p)
	ws = ws.Whole()
	top, _, _ := strings.Cut(p, "/")
	if ws.HoldsContracts(p) || ws.standing.Judged(top, p) || m != nil && m.Root == nil && contractKeys.Match(m.Head()) {
		return true
	}
	if _, plugin := ws.pluginReaders(p); len(ws.installed[plugin]) > 0 {
		return true
	}
	isSkill := isSkillMD(p)
	if isSkill {
		p = path.Join(path.Dir(p), "SKILL.md") // to a file system that ignores case
	}
	loads := hosts.InProject(p, ws.isThere)
	if !isSkill && len(loads) == 0 || hosts.TakenFrom(p, ws.isThere) || slices.ContainsFunc(loads, func(l hosts.Load) bool {
		return len(l.Folder.Marks) > 0 || l.Folder.Folder == "." || l.Root == "." || ws.HoldsPackage(l.Root)
	}) {
		return true // no host's file, or one that is taken from there
	}
	installed := ws.InstalledFor(p)
	return installed.Any || len(installed.Loads) > 0
}

// contractKeys matches the keys of a contract in a manifest that cannot be read.
var contractKeys = regexp.MustCompile(`(?m)^(?:exports|imports):`)

// HoldsPackage reports whether a folder is the root of a package of code, or of a repository.
func (ws *Workspace) HoldsPackage(dir string) bool {
	return slices.ContainsFunc(packageFiles, func(name string) bool { return ws.isThere(path.Join(dir, name)) })
}

// packageFiles are the files in such a root.
var packageFiles = []string{"package.json", "go.mod", "pyproject.toml", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "composer.json", "Gemfile", "mix.exs", ".git"}

var lockedNames Memo[map[string][]string]

// originPages are the pages on where a skill was copied from, with the revision, that collections of such skills keep beside SKILL.md.
var originPages = []string{"SYNC.md", "SOURCE.md", "UPSTREAM.md", "PROVENANCE.md"}

// IsFetched reports whether the skill in a folder, or the one around it, was fetched from elsewhere, by a skills-lock.json above
// that has its name, by the mark of the installer, by the page on its origin, or by its own word (metadata.generatedBy, installer, a remark that names
// the script which writes it, where that is not here): what it lacks is its authors' to mend. None is where all is to be judged.
func (ws *Workspace) IsFetched(dir string) bool {
	whole := ws.Whole()
	for at := dir; ; at = tree.Parent(at) {
		if whole.isThere(path.Join(at, "SKILL.md")) && whole.broughtTo(at) {
			return !ws.standing.Judged(at, dir)
		}
		if at == "." || at == "/" {
			return false
		}
	}
}

// broughtTo reports whether something marks the skill in a folder as one from elsewhere.
func (ws *Workspace) broughtTo(dir string) bool {
	return ws.isLocked(dir) || hosts.IsFetched(dir, ws.holdsKey) || ws.generated(ws.ManifestAt(path.Join(dir, "SKILL.md"))) ||
		slices.ContainsFunc(originPages, func(page string) bool { return ws.isThere(path.Join(dir, page)) })
}

// holdsKey reports whether a file is there and has a key of JSON, "" for any file.
func (ws *Workspace) holdsKey(file, key string) bool {
	if f := ws.file(file); key != "" {
		return f != nil && f.Known() && bytes.Contains(f.Source(), []byte(`"`+key+`"`))
	}
	return ws.isThere(file)
}

// isLocked reports whether a skills-lock.json has the skill in a folder below it, wherever it was moved to,
// from another place than the repository itself.
func (ws *Workspace) isLocked(dir string) bool {
	locks := lockedNames.Of(ws, func() map[string][]string {
		locks := map[string][]string{}
		for _, m := range ws.Manifests {
			if m.Dialect != SkillsLock {
				continue
			}
			for _, e := range m.Root.Get("skills").Entries() {
				if e.Value.Get("source").Str() != "" && e.Value.Get("sourceType").Str() != "local" {
					locks[e.Key.Text] = append(locks[e.Key.Text], path.Dir(m.Path))
				}
			}
		}
		return locks
	})
	return slices.ContainsFunc(locks[path.Base(dir)], func(at string) bool { return tree.Holds(at, dir) })
}

var keptFiles Memo[map[string]bool]

// IsKept reports whether a file is as an installer wrote it, which keeps the SHA-256 of its files in the manifest of a folder
// of its own: .claude/gsd-file-manifest.json, _bmad/_config/files-manifest.csv. The next version replaces it.
func (ws *Workspace) IsKept(f *File) bool {
	kept := keptFiles.Of(ws.Whole(), ws.Whole().sumsKept)
	if len(kept) == 0 {
		return false
	}
	sum := sha256.Sum256(f.Source())
	return kept[hex.EncodeToString(sum[:])] && !ws.standing.Judged(path.Dir(f.Path), f.Path)
}

// sumsKept are those of all such files.
func (ws *Workspace) sumsKept() map[string]bool {
	kept := map[string]bool{}
	for _, e := range ws.Tree.Entries() {
		if e.Kind != Regular || !fileManifest.MatchString(e.Path) {
			continue
		}
		loan, err := ws.files.Borrow(e.Path, largestProgram)
		if err == nil {
			for _, m := range sumListed.FindAllSubmatch(loan.Src, -1) {
				kept[string(m[1])] = true
			}
		}
		loan.Return()
	}
	return kept
}

var (
	// fileManifest matches the paths of such manifests.
	fileManifest = regexp.MustCompile(`(?:^|/)[._][^/]+/(?:[^/]+/)*(?:[^/]*[-_.])?manifest\.(?:json|csv)$`)
	// sumListed matches a SHA-256 in them.
	sumListed = regexp.MustCompile(`"([0-9a-f]{64})"`)
)

// lockedSources are the repositories that skills come from by a skills-lock.json.
func (ws *Workspace) lockedSources() (sources []string) {
	for _, m := range ws.Manifests {
		if m.Dialect == SkillsLock {
			for _, e := range m.Root.Get("skills").Entries() {
				sources = append(sources, e.Value.Get("source").Str())
			}
		}
	}
	return sources
}

// generated reports whether a program that a project uses, or an installer, has written a skill, as it says itself.
func (ws *Workspace) generated(m *Manifest) bool {
	if m == nil {
		return false
	}
	by := *writtenBy.Of(m.File)
	return *managed.Of(m.File) || m.Root.Get("metadata").Get("generatedBy").Str() != "" || m.Root.Get("installer").Str() != "" || by != "" && !ws.isThere(by)
}

// writtenBy is the script that writes a text, by a remark at its head that it is not to be edited, "" without one.
var writtenBy = document.Part[string]{Name: "written by", Find: func(_ string, src []byte) *string {
	by := ""
	if _, _, body, _, _ := document.SplitFrontmatter(src); body <= len(src) {
		if m := writtenRemark.FindSubmatch(src[body:min(len(src), body+headOfText)]); m != nil {
			by = string(m[1])
		}
	}
	return &by
}}

// managed tells a text that an installer marks as its own at its head, to write it anew.
var managed = document.Part[bool]{Name: "managed", Find: func(_ string, src []byte) *bool {
	_, _, body, _, _ := document.SplitFrontmatter(src)
	is := body <= len(src) && managedRemark.Match(src[body:min(len(src), body+headOfText)])
	return &is
}}

// managedRemark matches such a mark: that of typeui.sh, and of others of its form, and that of agentskill.sh.
var managedRemark = regexp.MustCompile(`^\s*(?:<!-- *[A-Z0-9_]+_MANAGED(?:_START)? *-->|# --- agentskill\.sh ---)`)

var writtenRemark = regexp.MustCompile("(?i)^\\s*<!--[^>]*\\bgenerated\\b[^>]*\\bdo not edit\\b[^>]*`(?:[\\w-]+ +)*([\\w.-]+/[\\w./-]+\\.\\w+)`")

// headOfText is how far into a text its remark may reach, in bytes.
const headOfText = 1000

// Unlisted returns the folders of plugins that stand beside those of a marketplace and that
// none lists, sorted.
func (ws *Workspace) Unlisted(m *Marketplace) []string {
	return slices.DeleteFunc(ws.standing.Beside(m.Path), func(dir string) bool {
		loan, err := ws.files.Borrow(path.Join(dir, "README.md"), largestProgram)
		defer loan.Return()
		return err == nil && ofDraft.Match(loan.Src[:min(len(loan.Src), headOfText)])
	})
}

// ofDraft matches what the head of a README says of a plugin that is kept back.
var ofDraft = regexp.MustCompile(`(?i)\b(?:status\W{1,4}draft|not (?:yet )?(?:registered|listed|published|released|installable)|work in progress)\b`)

// Displaced reports whether each host whose folder a component lies in loads a skill of its name in its place.
func (ws *Workspace) Displaced(c *Component) bool {
	displaced := false
	for _, l := range c.Readers {
		if l.Guest {
			continue
		}
		name := strings.TrimSuffix(path.Base(c.Path), path.Ext(c.Path))
		if l.Folder.Yields != hosts.Skill || !slices.ContainsFunc(l.Host.Folders, func(f *hosts.Folder) bool {
			_, is := ws.Tree.Lookup(path.Join(l.Root, f.Folder, name, "SKILL.md"))
			return is && f.Component == hosts.Skill && f.Scope == l.Folder.Scope
		}) {
			return false
		}
		displaced = true
	}
	return displaced
}
