package tree

import (
	"io/fs"
	"path"
	"strings"
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
	segments []string // "**" stands for any number of directories
	negate   bool
	dirOnly  bool
}

// maxIgnoreFile bounds a .gitignore that is read.
const maxIgnoreFile = 1 << 20

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
	p.segments = strings.Split(line, "/")
	if !anchored {
		p.segments = append([]string{"**"}, p.segments...)
	}
	return p, true
}

// match reports whether git would ignore a path whose parents it does not
// ignore: the last pattern that matches decides, the deepest file first.
func (g *gitIgnore) match(p string, dir bool) bool {
	for level := g; level != nil; level = level.parent {
		rel := p
		if level.dir != "." {
			rel = strings.TrimPrefix(p, level.dir+"/")
		}
		segments := strings.Split(rel, "/")
		for i := len(level.patterns) - 1; i >= 0; i-- {
			if pat := level.patterns[i]; (dir || !pat.dirOnly) && matchSegments(pat.segments, segments) {
				return !pat.negate
			}
		}
	}
	return false
}

// matchSegments goes back to the last "**" only, which is enough for globs
// and linear in practice. A "**" at the end needs one segment at least.
func matchSegments(pattern, segments []string) bool {
	i, j, star, mark := 0, 0, -1, 0
	for j < len(segments) {
		switch {
		case i < len(pattern) && pattern[i] == "**":
			if i == len(pattern)-1 {
				return true
			}
			star, mark = i, j
			i++
		case i < len(pattern) && matchSegment(pattern[i], segments[j]):
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

func matchSegment(pattern, segment string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, "[!", "[^"), segment)
	return ok && err == nil
}
