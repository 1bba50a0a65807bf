package texts

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
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
	if real, kind := p.Tree.Resolve(path.Join(dir, rest)); rest != "" && real != f.Path && kind == skill.Regular && !everywhere.MatchString(rest) {
		return rest, fmt.Sprintf("with a needless %q", first+"/")
	}
	return "", ""
}

// upAmiss is misplaced of a path that goes up once too often, or not often enough. The folder
// in it says that what is there is meant, or that it is instructions for agents, or that another link of the text goes
// amiss as far: any folder has a README.md. What is right in the skill that a text was copied from stays the same in both.
func upAmiss(p *lint.Pass, f *skill.File, target string) (near, slip string) {
	near, slip = upAmissBy(p, f, target)
	if slip != "" && !tellsItself(target) && !slipsOf(p, f)[slip] {
		return "", ""
	}
	return near, slip
}

// tellsItself reports whether a path that goes up says by itself what it is to lead to.
func tellsItself(target string) bool {
	below := strings.TrimLeft(target, "./")
	return strings.Contains(below, "/") || slices.Contains(paths.Instructions, below)
}

var slips skill.MemoBy[string, map[string]bool]

// slipsOf returns how far the links of a text go amiss that tell by themselves what they are to lead to.
func slipsOf(p *lint.Pass, f *skill.File) map[string]bool {
	return slips.Of(p.Workspace, f.Path, func() map[string]bool {
		of := map[string]bool{}
		for _, link := range f.Text().Links {
			target, ok := paths.LocalTarget(link.Dest)
			if target = path.Clean(target); ok && paths.GoesUp(target) && tellsItself(target) {
				if _, there := p.Tree.Lookup(path.Join(path.Dir(f.Path), target)); !there {
					_, slip := upAmissBy(p, f, target)
					of[slip] = true
				}
			}
		}
		return of
	})
}

func upAmissBy(p *lint.Pass, f *skill.File, target string) (near, slip string) {
	dir := path.Dir(f.Path)
	if original, copied, is := p.Original(f.Path); is && isFile(p, path.Join(original, strings.TrimPrefix(dir, copied), target)) {
		return "", ""
	}
	for _, try := range []struct{ near, slip string }{
		{strings.TrimPrefix(target, "../"), `with one "../" too many`},
		{"../" + target, `with one "../" too few`},
	} {
		_, kind := p.Tree.Resolve(path.Join(dir, try.near))
		if kind == skill.Dir && strings.Contains(strings.TrimLeft(try.near, "./"), "/") {
			return try.near + "/", try.slip
		}
		if kind == skill.Regular {
			return try.near, try.slip
		}
	}
	return "", ""
}

// localTarget is the path that a link of a text leads to, from the folder of the text on. One that begins as hosts take a file of the
// project in, with "@.", is from the root.
func localTarget(f *skill.File, link document.Link) (target string, ok bool) {
	target, ok = paths.LocalTarget(link.Dest)
	if rest, is := strings.CutPrefix(target, "@"); is && strings.HasPrefix(rest, ".") {
		return strings.Repeat("../", strings.Count(f.Path, "/")) + rest, ok
	}
	return target, ok
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

// ofMisnamed reports whether a path leads to the SKILL.md of a skill whose file has another name, of which rule skill-file-name speaks.
func ofMisnamed(p *lint.Pass, at string) bool {
	s := p.SkillAt(at)
	return s != nil && at == path.Join(s.Dir, "SKILL.md") && loading.Misnamed(p, s)
}
