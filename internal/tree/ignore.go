package tree

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/limit"
)

// gitIgnore is the patterns that hold in one directory: its own .gitignore
// and those of the directories above (gitignore(5)). The zero pointer
// ignores nothing.
type gitIgnore struct {
	parent   *gitIgnore
	dir      string
	patterns []ignorePattern
}

type ignorePattern struct {
	segments []segment // of the path relative to the folder
	anywhere bool      // a single segment, of the last name of a path
	negate   bool
	dirOnly  bool
}

// A segment is one name of a pattern; "**" stands for any number of folders.
type segment struct {
	text   string
	glob   bool   // has wildcards; else it is the name itself
	suffix string // of "*.log", whose only wildcard is the first
	part   string // of a glob: what each name that it matches has in it
}

func newSegment(text string) segment {
	const wild = `*?[\\`
	s := segment{text: strings.ReplaceAll(text, "[!", "[^"), glob: strings.ContainsAny(text, wild)}
	if rest, ok := strings.CutPrefix(text, "*"); ok && !strings.ContainsAny(rest, wild) {
		s.suffix = rest
	}
	if s.glob {
		s.part = literalPart(s.text)
	}
	return s
}

// literalPart returns the longest run of characters of a glob that stand for
// themselves.
func literalPart(glob string) string {
	best, from := "", 0
	for i := 0; i <= len(glob); i++ {
		if i < len(glob) && !strings.ContainsRune(`*?[\`, rune(glob[i])) {
			continue
		}
		if i-from > len(best) {
			best = glob[from:i]
		}
		switch {
		case i < len(glob) && glob[i] == '\\':
			i++
		case i < len(glob) && glob[i] == '[':
			for i++; i < len(glob) && glob[i] != ']'; i++ {
				if glob[i] == '\\' {
					i++
				}
			}
		}
		from = i + 1
	}
	return best
}

// A .gitignore that is larger, or has more patterns, is not followed: each
// pattern is tried on each name.
const (
	maxIgnoreFile     = limit.Ignore
	maxIgnorePatterns = limit.IgnorePatterns
)

func rootIgnore(fsys fs.FS) *gitIgnore {
	return (*gitIgnore)(nil).add(fsys, ".", ".git/info/exclude")
}

func (g *gitIgnore) with(fsys fs.FS, dir string) *gitIgnore {
	return g.add(fsys, dir, path.Join(dir, ".gitignore"))
}

func (g *gitIgnore) add(fsys fs.FS, dir, file string) *gitIgnore {
	src, err := ReadFile(fsys, file, maxIgnoreFile)
	if err != nil {
		return g
	}
	level := &gitIgnore{parent: g, dir: dir}
	for line := range strings.Lines(string(src)) {
		if p, ok := parseIgnore(strings.TrimRight(line, "\r\n")); ok {
			level.patterns = append(level.patterns, p)
		}
	}
	if len(level.patterns) > maxIgnorePatterns {
		return g
	}
	return level
}

func parseIgnore(line string) (p ignorePattern, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.negate, line = true, line[1:]
	}
	line, p.dirOnly = strings.CutSuffix(line, "/")
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	p.anywhere = !anchored
	for text := range strings.SplitSeq(line, "/") {
		p.segments = append(p.segments, newSegment(text))
	}
	return p, true
}

// match reports whether git would ignore a path whose parents it does not
// ignore: the last pattern that matches decides, the deepest file first.
func (g *gitIgnore) match(p string, dir bool) bool {
	by := g.decides(p, dir)
	return by != nil && !by.negate
}

// decides returns the pattern that decides of a path, nil where none matches.
func (g *gitIgnore) decides(p string, dir bool) *ignorePattern {
	base := path.Base(p)
	for level := g; level != nil; level = level.parent {
		var segments []string // of the path below the level, split when a pattern asks
		for i := len(level.patterns) - 1; i >= 0; i-- {
			pat := &level.patterns[i]
			if pat.dirOnly && !dir {
				continue
			}
			matches := false
			if pat.anywhere {
				matches = pat.segments[0].match(base)
			} else {
				if segments == nil {
					segments = strings.Split(within(level.dir, p), "/")
				}
				matches = matchSegments(pat.segments, segments)
			}
			if matches {
				return pat
			}
		}
	}
	return nil
}

// isOne reports whether a pattern is the name of one file or folder.
func (p *ignorePattern) isOne() bool { return !p.segments[len(p.segments)-1].glob }

// matchSegments goes back to the last "**" only, which is enough for globs
// and linear in practice. A "**" at the end needs one segment at least.
func matchSegments(pattern []segment, segments []string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(segments) {
		switch {
		case i < len(pattern) && pattern[i].text == "**":
			if i == len(pattern)-1 {
				return true
			}
			star, mark = i, j
			i++
		case i < len(pattern) && pattern[i].match(segments[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	return i == len(pattern)
}

func (s segment) match(name string) bool {
	switch {
	case !s.glob:
		return s.text == name
	case s.suffix != "":
		return strings.HasSuffix(name, s.suffix)
	case !strings.Contains(name, s.part):
		return false
	}
	ok, err := path.Match(s.text, name)
	return ok && err == nil
}
