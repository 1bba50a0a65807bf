// Package paths says what a path means: where it leads, whether it stands for another
// one, and what the folders that it goes through are for.
package paths

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// ElsewhereIn reports whether a file below a folder has a path that ends in
// another one, or is what that one is made of: config.txt.example, or config.example.txt where
// git ignores config.txt.
func ElsewhereIn(p *lint.Pass, dir, target string) bool {
	tail := "/" + path.Clean(strings.TrimLeft(target, "./"))
	return slices.ContainsFunc(p.Tree.Below(dir), func(e skill.Entry) bool {
		at := "/" + e.Path
		made := MadeOf(at)
		return strings.HasSuffix(at, tail) || strings.HasSuffix(made, tail) && (path.Ext(made) != path.Ext(at) || p.Tree.Ignored(made[1:]))
	})
}

// MadeOf is the path of what is made of a file, by its name, "" for a file that stands for itself.
func MadeOf(p string) string {
	ext := path.Ext(p)
	stem := strings.TrimSuffix(p, ext)
	switch mark := path.Ext(stem); {
	case madeOf[ext]:
		return stem
	case marks[mark]:
		return strings.TrimSuffix(stem, mark) + ext
	}
	return ""
}

// marks are what stands before the ending of such a file.
var marks = map[string]bool{".example": true, ".sample": true, ".template": true}

// madeOf are endings of files of which others are made.
var madeOf = map[string]bool{".example": true, ".sample": true, ".template": true, ".tmpl": true, ".tpl": true, ".j2": true, ".dist": true, ".txt": true}

// placeholder matches a segment of a path, in small letters, that stands for
// another one by how it begins or as a whole.
var placeholder = regexp.MustCompile(`^(?:(?:your|my|some|new|the|any|this)[-_ ]|example[-_]|(?:your|path|to|foo|xxx+)$|` +
	`(?:[a-z]{1,2}|xxx+|yyy+|foo|bar|baz|foobar|qux|example\d*|sample|demo|test|files?|file\d|path|script|helpers?|topic|template|page|doc|document|link|url|image|img|something|whatever|thing|one|two|other|another|relevant|specific)\.\w+$|\d+\.(?:png|jpe?g|gif|webp|mp4)$)`)

// IsPlaceholder reports whether a path stands for others.
func IsPlaceholder(target string) bool {
	if strings.ContainsAny(target, "{}<>[]$*|\\…") || strings.Contains(target, "...") || ofRange.MatchString(target) {
		return true
	}
	return slices.ContainsFunc(strings.Split(target, "/"), isNumbered) || slices.ContainsFunc(strings.Split(strings.ToLower(target), "/"), isPlaceholderSegment)
}

// ofRange matches a range of files: states/s0..s4.md.
var ofRange = regexp.MustCompile(`\d\.\.[A-Za-z]*\d`)

// isNumbered reports whether a file's name has an N where others have a number: phaseN.sh.
func isNumbered(s string) bool {
	stem, more := strings.CutSuffix(strings.TrimSuffix(s, path.Ext(s)), "N")
	return more && path.Ext(s) != "" && stem != "" && stem[len(stem)-1] >= 'a' && stem[len(stem)-1] <= 'z'
}

func isPlaceholderSegment(s string) bool {
	if placeholder.MatchString(s) || strings.Contains(s, "yyyy") || strings.Contains(s, "xxx") || strings.Contains(s, "nnn") || slices.ContainsFunc(strings.FieldsFunc(s, notOfWord), standsForNumber) {
		return true
	}
	ext := path.Ext(s)
	stem := strings.TrimSuffix(s, ext)
	return len(ext) > 1 && !strings.ContainsFunc(ext[1:], notOfWord) && (strings.HasSuffix(stem, "name") || strings.HasSuffix(stem, "-example") || strings.HasSuffix(stem, "_example"))
}

// standsForNumber reports whether a word of a path stands for a number: stage-YYY, phase-n.
func standsForNumber(word string) bool { return word == "n" || word == "yyy" || word == "zzz" }

// notOfWord reports whether a character is no letter, digit or '_' of ASCII.
func notOfWord(r rune) bool {
	return !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
}

// LocalTarget returns the path that a link's destination names, and whether
// it is one that has to be there.
func LocalTarget(dest string) (string, bool) {
	if strings.ContainsAny(dest, "{}<>$*|\\") || strings.HasPrefix(strings.TrimPrefix(dest, "@"), "~") || strings.HasPrefix(strings.TrimPrefix(dest, "@"), "/") || strings.HasPrefix(dest, "#") {
		return "", false // @~/x.md is how some hosts take a file in
	}
	dest, _, _ = strings.Cut(dest, "#")
	dest, _, _ = strings.Cut(dest, "?")
	if u, err := url.Parse(dest); dest == "" || err != nil || u.Scheme != "" || u.Host != "" {
		return "", false
	}
	if plain, err := url.PathUnescape(dest); err == nil {
		dest = plain
	}
	// A lone word is a placeholder for an address; so is path/to/….
	if !strings.ContainsAny(dest, "./") || IsPlaceholder(dest) {
		return "", false
	}
	return dest, true
}

// GoesUp reports whether a relative path goes above where it starts.
func GoesUp(p string) bool {
	p = path.Clean(p)
	return p == ".." || strings.HasPrefix(p, "../")
}

// Escapes says how a path, relative to a folder, leaves it; "" when it stays.
func Escapes(p *lint.Pass, dir, target string) string {
	windows := strings.Contains(target, `\`) || len(target) > 1 && target[1] == ':'
	switch {
	case path.IsAbs(target) || windows && (target[0] == '\\' || target[1] == ':'):
		return "is absolute, expected a path inside of the package"
	case GoesUp(target) || windows && GoesUp(strings.ReplaceAll(target, `\`, "/")):
		return "points out of the package"
	}
	if real, kind := p.Tree.Resolve(path.Join(dir, target)); kind != skill.Absent && !Inside(dir, real) {
		return "points out of the package through a symbolic link"
	}
	return ""
}

// Inside reports whether a path is in a folder, by segments.
func Inside(dir, p string) bool {
	return dir == "." && !GoesUp(p) && !path.IsAbs(p) || p == dir || strings.HasPrefix(p, dir+"/")
}

// EscapesUp reports whether rule path-escape speaks of a path.
func EscapesUp(p string) bool {
	return path.IsAbs(p) || GoesUp(p) || strings.HasPrefix(p, "~") || strings.Contains(p, `\`)
}

// IsInstruction reports whether a path is that of a file which an agent reads
// or runs.
func IsInstruction(target string) bool {
	switch strings.ToLower(path.Ext(target)) {
	case ".md", ".py", ".sh", ".js", ".mjs", ".ts", ".json", ".yaml", ".yml", ".txt", ".sql", ".rb", ".ps1":
		return true
	}
	return false
}

// IsInstaller reports whether a file has the name of a program that installs what is beside it.
func IsInstaller(p string) bool { return installer.MatchString(path.Base(p)) }

var installer = regexp.MustCompile(`(?i)^(?:install|setup|bootstrap)(?:[-_]\w+)*\.(?:sh|bash|py|js|mjs|ps1)$`)

// HasScheme reports whether a text is no path but an address: https://…, github:owner/name.
func HasScheme(text string) bool { return scheme.MatchString(text) }

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:`)
