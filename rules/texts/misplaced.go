package texts

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

var foldersWith skill.MemoBy[string, map[string]string]

// misplaced returns the path of a file that a link misses by one folder, and what is wrong
// with the link: it lacks the folder, begins with one too many, or goes up too far.
func misplaced(p *lint.Pass, f *skill.File, target string) (near, slip string) {
	dir := path.Dir(f.Path)
	target = path.Clean(target)
	folders := foldersWith.Of(p.Workspace, dir, func() map[string]string { // by what a folder has, "" where several do
		has := map[string]string{}
		for _, e := range p.Tree.Below(dir) {
			folder, file, deeper := strings.Cut(strings.TrimPrefix(e.Path, dir+"/"), "/")
			if _, another := has[file]; another {
				folder = ""
			}
			if deeper && e.Kind == skill.Regular {
				has[file] = folder
			}
		}
		return has
	})
	if folder := folders[target]; folder != "" {
		return folder + "/" + target, fmt.Sprintf("without %q", folder+"/")
	}
	first, rest, _ := strings.Cut(target, "/")
	if first == ".." {
		return upAmiss(p, f, target)
	}
	if real, kind := p.Tree.Resolve(path.Join(dir, rest)); rest != "" && real != f.Path && kind == skill.Regular {
		return rest, fmt.Sprintf("with a needless %q", first+"/")
	}
	return "", ""
}

// upAmiss is misplaced of a path that goes up once too often, or not often enough. The folder
// in it says that the file is the one, or that it is instructions for agents: any has a README.md. What is right in the skill that a
// text was copied from stays the same in both.
func upAmiss(p *lint.Pass, f *skill.File, target string) (near, slip string) {
	dir := path.Dir(f.Path)
	original, copied, is := p.Original(f.Path)
	if below := strings.TrimLeft(target, "./"); !strings.Contains(below, "/") && !slices.Contains(paths.Instructions, below) || is && isFile(p, path.Join(original, strings.TrimPrefix(dir, copied), target)) {
		return "", ""
	}
	if less := strings.TrimPrefix(target, "../"); isFile(p, path.Join(dir, less)) {
		return less, `with one "../" too many`
	}
	if more := "../" + target; isFile(p, path.Join(dir, more)) {
		return more, `with one "../" too few`
	}
	return "", ""
}

func isFile(p *lint.Pass, at string) bool {
	_, kind := p.Tree.Resolve(at)
	return kind == skill.Regular
}

// besideWhenInstalled reports whether a link leads from the folder of a skill to that of another one which an
// installer puts beside it: here the two lie in folders of their own.
func besideWhenInstalled(p *lint.Pass, f *skill.File, target string) bool {
	rest, up := strings.CutPrefix(target, "../")
	name, inside, deeper := strings.Cut(rest, "/")
	if !up || !deeper || path.Base(f.Path) != "SKILL.md" {
		return false
	}
	installed := p.Whole().InstalledFor(f.Path)
	return (installed.Any || len(installed.Loads) > 0) && slices.ContainsFunc(p.Skills, func(s *skill.Skill) bool {
		_, is := p.Tree.Lookup(path.Join(s.Dir, inside))
		return is && path.Base(s.Dir) == name && path.Dir(s.Dir) != path.Dir(path.Dir(f.Path)) && p.Collection(s.Dir) == p.Collection(f.Path)
	})
}

// intoItself reports whether a link goes up to the root and down again by the name that the repository has in another one,
// to whose root its folders are linked. Those that begin with a point hosts find where they are.
func intoItself(p *lint.Pass, f *skill.File, target string) bool {
	return paths.GoesUp(target) && !strings.HasPrefix(f.Path, ".") && strings.Count(target, "../") == strings.Count(f.Path, "/") && fromAround(p, path.Join(path.Dir(f.Path), target))
}

// fromAround reports whether a path from the root begins with a folder that is not there, and its rest is: the repository may
// be checked out under that name in another one.
func fromAround(p *lint.Pass, at string) bool {
	name, rest, deeper := strings.Cut(at, "/")
	_, mounted := p.Tree.Lookup(name)
	_, is := p.Tree.Lookup(rest)
	return deeper && is && !mounted
}
