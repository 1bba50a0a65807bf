package standing

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// fixtureFolders hold data of tests and evaluations.
var fixtureFolders = map[string]bool{
	"testdata": true, "test-data": true, "test_data": true, "fixture": true, "fixtures": true, "test-fixtures": true, "test_fixtures": true,
	"__fixtures__": true, "__tests__": true, "__mocks__": true, "__snapshots__": true, "test": true, "tests": true, "eval": true, "evals": true,
}

// templateFolders hold what a new skill or plugin is made of.
var templateFolders = map[string]bool{
	"_template": true, "_templates": true, ".template": true, ".templates": true, "skill-template": true, "skill_template": true, "plugin-template": true, "template-skill": true,
	"template-plugin": true, "skill-templates": true, "plugin-templates": true,
}

// snapshotFolders hold what was once.
var snapshotFolders = map[string]bool{
	"backup": true, "backups": true, "bak": true, "archive": true, "archives": true, "archived": true, "old": true, "deprecated": true,
	"attic": true, "trash": true, "disabled": true, "disable": true, "quarantine": true, "history": true, "snapshot": true, "snapshots": true, "skill-snapshot": true,
}

// setAside are the names of folders that an author keeps what is out of use in, or what came from
// elsewhere as it came, behind "_" or ".".
var setAside = map[string]bool{
	"legacy": true, "deprecated": true, "dormant": true, "retired": true, "disabled": true, "inactive": true, "unused": true, "parked": true, "shelved": true, "graveyard": true, "frozen": true,
	"raw": true, "cache": true, "tmp": true, "temp": true, "scratch": true, "imported": true, "downloads": true, "research": true, "notes": true, "inbox": true,
}

// outOfUse matches the names of folders that say that the skills in them are: legacy-skills, skills-disabled.
var outOfUse = regexp.MustCompile(`^(?:legacy|old|deprecated|disabled|retired|archived|inactive|unused|dormant|parked|removed)[-_](?:skills|agents|commands|plugins)$|^(?:skills|agents|commands|plugins)[-_](?:legacy|old|deprecated|disabled|retired|archived|archive|inactive|unused|dormant|parked|backup|removed)$`)

// ofTests matches the names of folders that hold what tests begin with, by their ends: acme-test-fixtures, cases-invalid, skills-under-test.
var ofTests = regexp.MustCompile(`[-_.](?:fixtures?|invalid|under[-_]test)$`)

// unnamed matches the names that file managers give to new folders and to copies, and that
// nobody has changed since, and those that programs count sessions by (a UUID).
var unnamed = regexp.MustCompile(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^(?:new folder|untitled folder|neuer ordner|nouveau dossier|nueva carpeta|nova pasta|nuova cartella|nieuwe map|новая папка|新建文件夹|新しいフォルダー?|새 폴더|(?:copy of|kopie von|copie de|copia de) .+|.+的副本)(?: ?\(?\d+\)?)?$`)

// toCome matches a path through a folder of what an author works on, or keeps for himself.
var toCome = regexp.MustCompile(`(?i)(?:^|/)(?:in[-_]progress|wip|drafts?|backlog|spikes?|prototypes?|experimental|incubat(?:ing|or)|unfinished|unreleased|misc|sandbox|playground|(?:skills?[-_])?(?:hidden|internal|private|personal|exported)(?:[-_]skills?)?)(?:/|$)`)

// IsToCome reports whether a path goes through a folder of what is not for users, or not yet.
func IsToCome(p string) bool { return toCome.MatchString(p) }

// IsForm reports whether a file is one that others are made of, by its name: agent.template.md, critic.header.toml.
func IsForm(p string) bool { return form.MatchString(path.Base(p)) }

var form = regexp.MustCompile(`(?i)(?:^|[-_.])template\.|\.(?:header|partial|fragment)\.`)

// versionFolders are those of a skill that keep what it was before.
var versionFolders = map[string]bool{"versions": true, "history": true, "snapshots": true, "previous": true, "old": true}

// sampleFolders are those of a skill whose files are its resources, not
// skills of their own.
var sampleFolders = map[string]bool{
	"assets": true, "asset": true, "references": true, "reference": true, "resources": true, "resource": true, "templates": true, "template": true,
	"examples": true, "example": true, "samples": true, "sample": true, "evals": true, "eval": true, "docs": true, "scripts": true, "data": true,
	"artifacts": true, "boilerplate": true, "scaffold": true, "scaffolds": true, "starter": true,
}

// copyMark matches what the name of a folder adds to that of its original.
var copyMark = regexp.MustCompile(`(?i)[-_. ](?:backup|bak|old|orig|original|archived?|copy|kopie|copia|copie|snapshots?)(?:[-_. ]?\d[-_.\d]*)?$|[-_. ](?:19|20)\d\d[-_.]?[01]\d(?:[-_.]?[0-3]\d)?(?:[-_.T]?\d{4,6})?$`)

// isTrials reports whether a folder is the one that the trials of a skill have beside it: it
// holds what each round made (x-workspace/iteration-2), and the skill as it was before.
func isTrials(t *tree.Tree, dir string) bool {
	if !strings.HasSuffix(path.Base(dir), "-workspace") || holdsManifest(t, dir) {
		return false
	}
	for _, name := range []string{"iteration-0", "iteration-1", "iteration-2", "skill-snapshot"} {
		if _, is := t.Lookup(path.Join(dir, name)); is {
			return true
		}
	}
	return false
}

// isUnpacked reports whether a folder is another repository as it was downloaded: an archive
// of a branch has its name behind the repository's.
func isUnpacked(t *tree.Tree, dir string) bool {
	name := path.Base(dir)
	if !strings.HasSuffix(name, "-main") && !strings.HasSuffix(name, "-master") {
		return false
	}
	if _, skill := t.Lookup(path.Join(dir, "SKILL.md")); skill {
		return false // hosts may load it where it lies
	}
	_, readme := t.Lookup(path.Join(dir, "README.md"))
	return readme
}

// isFrozen reports whether a page in an agent's folder says of it that it is of the past.
func isFrozen(t *tree.Tree, dir string) bool {
	if !strings.HasPrefix(path.Base(dir), ".") || dir == "." {
		return false
	}
	return slices.ContainsFunc([]string{"DEPRECATED.md", "FROZEN.md", "ARCHIVED.md"}, func(name string) bool {
		_, is := t.Lookup(path.Join(dir, name))
		return is
	})
}

// isPayload reports whether an agent's folder lies among the resources of a skill, which puts it into
// projects: scaffold/templates/.github; or right in that of one that was copied with it: gstack/.agents.
func isPayload(t *tree.Tree, dir string) bool {
	if !strings.HasPrefix(path.Base(dir), ".") || !hosts.OfProjects(dir) {
		return false
	}
	resource := false
	for at := path.Dir(dir); at != "." && at != "/"; at = path.Dir(at) {
		if _, is := t.Lookup(path.Join(at, "SKILL.md")); is {
			return resource || at == path.Dir(dir) && IsCollection(path.Dir(at)) && hosts.OfProjects(path.Base(dir))
		}
		resource = resource || sampleFolders[strings.ToLower(path.Base(at))]
	}
	return false
}

// isBrought reports whether a folder is another repository as it was brought: with its licence, its README
// and workflows, which GitHub runs in the root of a repository alone.
func isBrought(t *tree.Tree, dir string) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { _, is := t.Lookup(path.Join(dir, name)); return is })
	}
	return dir != "." && has(".github/workflows") && has("README.md") && has("LICENSE", "LICENSE.md", "LICENSE.txt") &&
		!holdsManifest(t, dir) && !IsClone(path.Base(dir)) && !IsCollection(path.Dir(dir))
}

// isHashed reports whether a folder is a state of what stands in others beside it, which a program keeps
// in a folder of its own by the digest of each: .od-skills/web-1d4fdc3996, .od-skills/web-04e8971585.
func isHashed(t *tree.Tree, dir string) bool {
	stem := digested.FindStringSubmatch(path.Base(dir))
	return stem != nil && strings.HasPrefix(path.Base(path.Dir(dir)), ".") && strings.ContainsAny(stem[2], "0123456789") && strings.ContainsAny(stem[2], "abcdef") &&
		slices.ContainsFunc(t.Children(path.Dir(dir)), func(e tree.Entry) bool {
			other := digested.FindStringSubmatch(path.Base(e.Path))
			return other != nil && other[1] == stem[1] && other[2] != stem[2]
		})
}

// digested matches a name with a digest behind it.
var digested = regexp.MustCompile(`^(.+)-([0-9a-f]{8,64})$`)

// namedInert says by its name why nobody loads a folder, "" when it does not
// tell. A skill or plugin may have any such name itself.
func namedInert(t *tree.Tree, dir string) Reason {
	name := strings.ToLower(path.Base(dir))
	plain := strings.TrimLeft(name, "._")
	switch {
	case hosts.IsInstalled(dir):
		return InstalledCopy
	case fixtureFolders[name]:
		if holdsManifest(t, dir) || !strings.Contains(name, "fixture") && IsCollection(path.Dir(dir)) {
			return "" // a skill, or a kind of skills
		}
		return Fixture
	case isTrials(t, dir):
		return Fixture
	case isFrozen(t, dir):
		return Snapshot
	case isPayload(t, dir):
		return Sample
	case isUnpacked(t, dir), isBrought(t, dir), isHashed(t, dir):
		return Snapshot
	case ofTests.MatchString(name) && !holdsManifest(t, dir):
		return Fixture
	case plain != name && setAside[plain], outOfUse.MatchString(plain) && !holdsManifest(t, dir), unnamed.MatchString(name) && !holdsManifest(t, dir):
		return Snapshot
	case plain != name && strings.Contains(plain, "upstream"):
		return Vendored
	case templateFolders[name], (name == "template" || name == "templates") && holdsManifest(t, dir) && !IsCollection(path.Dir(dir)):
		return Sample
	case strings.HasPrefix(path.Base(path.Dir(dir)), "template") && (name == "skill" || name == "plugin") && holdsManifest(t, dir):
		return Sample // what one of that kind is made of
	case (name == "output" || name == "outputs") && IsCollection(path.Dir(path.Dir(dir))) && !holdsManifest(t, dir):
		return Sample // what a skill has made
	case snapshotFolders[plain]:
		if _, skill := t.Lookup(path.Join(dir, "SKILL.md")); skill || name == "history" || plain == name && holdsManifest(t, dir) {
			return ""
		}
		return Snapshot
	case strings.HasPrefix(plain, "backup") || strings.HasPrefix(plain, "archive"):
		if rest := strings.TrimLeft(plain, "abcdefghijklmnopqrstuvwxyz"); rest != "" && !holdsManifest(t, dir) {
			return Snapshot
		}
	}
	at := copyMark.FindStringIndex(name)
	if at == nil {
		return ""
	}
	if _, skill := t.Lookup(path.Join(dir, "SKILL.md")); skill {
		return "" // hosts load it beside its original
	}
	if _, kind := t.Resolve(path.Join(path.Dir(dir), path.Base(dir)[:at[0]])); kind == tree.Dir || name[at[0]+1] > '9' && !holdsManifest(t, dir) {
		return Snapshot
	}
	return ""
}

// holdsManifest reports whether a folder is a skill or plugin itself.
func holdsManifest(t *tree.Tree, dir string) bool {
	for _, name := range []string{"SKILL.md", "skill.md", ".claude-plugin"} {
		if _, ok := t.Lookup(path.Join(dir, name)); ok {
			return true
		}
	}
	return false
}

// IsCollection reports whether a folder is one of skills or plugins, in which
// folders are kinds of them.
func IsCollection(dir string) bool {
	switch strings.ToLower(path.Base(dir)) {
	case "skills", "plugins", "skill", "plugin":
		return true
	}
	return false
}

// IsClone reports whether a folder's name is that of another repository.
func IsClone(name string) bool {
	for _, between := range []string{"--", "@", "+"} {
		if owner, repository, is := strings.Cut(name, between); is && owner != "" && repository != "" {
			return true
		}
	}
	return false
}

// specialAt returns where a path's first folder begins that may hold copies of
// what stands beside it: one of an agent, of a language, of what was built;
// -1 when there is none.
func specialAt(p string) int {
	for at := 0; at < len(p); {
		name, _, more := strings.Cut(p[at:], "/")
		switch lower := strings.ToLower(name); lower {
		case "docs", "doc", "i18n", "l10n", "locales", "locale", "translations", "translated", "dist", "build", "out":
			return at
		default:
			if strings.HasPrefix(name, ".") && name != "." || isLocale(name) {
				return at
			}
		}
		if !more {
			break
		}
		at += len(name) + 1
	}
	return -1
}

// HiddenFolder returns the part of a path up to its first folder that begins
// with a dot, where agents look for what is theirs; "" without one.
func HiddenFolder(dir string) string {
	for at := 0; at < len(dir); {
		name, _, more := strings.Cut(dir[at:], "/")
		if strings.HasPrefix(name, ".") && name != "." {
			return dir[:at+len(name)]
		}
		if !more {
			break
		}
		at += len(name) + 1
	}
	return ""
}

// locales are the languages that READMEs and skills are translated to; other
// words of two letters are names.
var locales = map[string]bool{
	"ar": true, "bn": true, "cn": true, "cs": true, "da": true, "de": true, "el": true, "en": true, "es": true, "fa": true, "fi": true, "fr": true, "he": true, "hi": true,
	"hu": true, "id": true, "it": true, "ja": true, "jp": true, "ko": true, "kr": true, "nl": true, "no": true, "pl": true, "pt": true, "ro": true, "ru": true, "sv": true,
	"th": true, "tr": true, "tw": true, "uk": true, "vi": true, "vn": true, "zh": true,
}

// isLocale reports whether a folder's name is that of a language: ja, pt-BR,
// zh_Hant.
func isLocale(name string) bool {
	base, region, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "-")
	return locales[base] && (region == "" || len(region) == 2 || region == "hans" || region == "hant")
}
