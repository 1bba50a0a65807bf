package hosts

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"
)

// A Folder is one place in which a host looks for components.
type Folder struct {
	Scope     Scope     `json:"scope"`
	Component Component `json:"component"`
	Folder    string    `json:"folder"` // from the scope's root, "." for the root itself
	File      string    `json:"file"`   // a glob of the file's name; case counts
	Not       []string  `json:"not,omitempty"`
	Depth     [2]int    `json:"depth"` // how many folders may stand between; -1 is no limit
	// Inner is what becomes of a file below the folder of a SKILL.md, and Beside of one right in it, Loads by default.
	Inner   Effect `json:"inner,omitempty"`
	Beside  Effect `json:"beside-skill,omitempty"`
	Dotted  Effect `json:"hidden-folders,omitempty"` // what becomes of what is below a folder that begins with a dot
	Modules Effect `json:"node-modules,omitempty"`   // what becomes of what is below node_modules
	Name    string `json:"name"`                     // how its name is made, see Load.Name
	// Key is the key of a plugin's manifest that names further places, and Mode says whether
	// they add to Folder or replace it.
	Key   string `json:"key,omitempty"`
	Mode  string `json:"mode,omitempty"`  // "adds" or "replaces"
	Twice Effect `json:"twice,omitempty"` // what becomes of the second of two with one name
	// Yields is the component that is loaded in the place of one here which has its name.
	Yields Component `json:"yields,omitempty"`
	// Declared are the places of the paths in the settings of the same folder above whose
	// files are described there: agents.*.config_file. Nothing is asked of such a file.
	Declared string `json:"declared,omitempty"`
	// Marks are files of the root of which one shows that it is the host's; none where the
	// folder's own name does.
	Marks []string `json:"marks,omitempty"`
	// Guest says that the folder is another host's, which this one reads, too.
	Guest  bool     `json:"guest,omitempty"`
	Source []string `json:"source"`

	host *Host
}

// A Load is one way in which a host loads a file.
type Load struct {
	Host   *Host
	Folder *Folder
	Root   string // of the project, or of the plugin
	Rest   string // the file's path below Folder
}

// Component is what the file is loaded as.
func (l Load) Component() Component { return l.Folder.Component }

// A Files tells whether anything is at a path of the workspace: whether a host
// loads a file may depend on another one. With nil nothing else is there.
type Files func(path string) bool

// foldersIn are the folders of all hosts by their scope: hosts sorted by name, then in
// the order of their folders.
var foldersIn = sync.OnceValue(func() map[Scope][]*Folder {
	in := map[Scope][]*Folder{}
	for _, h := range All() {
		for _, f := range h.Folders {
			in[f.Scope] = append(in[f.Scope], f)
		}
	}
	return in
})

// InProject returns the ways in which hosts load a path of a repository where
// it lies, whichever folder above it the project begins in: hosts sorted by
// name, then in the order of their folders.
func InProject(p string, files Files) []Load { return loads(foldersIn()[Project], p, files) }

// TakenFrom reports whether an installer, or an upload, takes a file of a repository from where it lies.
func TakenFrom(p string, files Files) bool { return len(loads(foldersIn()[Repository], p, files)) > 0 }

// OfProjects reports whether a path is a folder in which hosts look for the skills, agents
// or commands of a project, is in one, or holds one: .claude, .claude/skills.
func OfProjects(p string) bool {
	p = "/" + p + "/"
	for _, h := range All() {
		for _, f := range h.Folders {
			if f.Scope != Project || f.Component != Skill && f.Component != Agent && f.Component != Command || !strings.HasPrefix(f.Folder, ".") || f.Folder == "." {
				continue
			}
			if strings.Contains(p, "/"+f.Folder+"/") {
				return true
			}
			for around := path.Dir(f.Folder); around != "."; around = path.Dir(around) {
				if strings.HasSuffix(p, "/"+around+"/") {
					return true
				}
			}
		}
	}
	return false
}

// OfSkill returns the ways in which hosts load a path of a skill's folder beside its SKILL.md.
func OfSkill(p string, files Files) []Load {
	return slices.DeleteFunc(loads(foldersIn()[InSkill], p, files), func(l Load) bool { return !files(path.Join(l.Root, "SKILL.md")) })
}

// In returns the ways in which the host loads a path from its folders of a
// scope. A project may begin in any folder above the path; what is looked for
// in a repository begins in its root.
func (h *Host) In(scope Scope, p string, files Files) []Load {
	return slices.DeleteFunc(loads(foldersIn()[scope], p, files), func(l Load) bool { return l.Host != h })
}

// loads are the ways in which folders load a path.
func loads(folders []*Folder, p string, files Files) (list []Load) {
	name := path.Base(p)
	for _, f := range folders {
		if !f.named(name) {
			continue
		}
		for root := range f.roots(p) {
			if l, ok := f.load(root, p, files); ok {
				list = append(list, l)
			}
		}
	}
	return list
}

// roots are the folders below which Folder would hold the path.
func (f *Folder) roots(p string) iter.Seq[string] {
	return func(yield func(string) bool) {
		switch {
		case f.Scope == Repository:
			yield(".")
			return
		case f.Folder == ".":
			if dir := path.Dir(p); f.Scope != Project || dir == "." || !strings.HasPrefix(path.Base(dir), ".") {
				yield(dir) // no project begins in a hidden folder
			}
			return
		}
		for at := 0; ; {
			i := strings.Index(p[at:], f.Folder)
			if i < 0 {
				return
			}
			at += i
			end := at + len(f.Folder)
			if (at == 0 || p[at-1] == '/') && end < len(p) && p[end] == '/' && !(f.Scope == Project && f.within(p[:at])) && !yield(cmp.Or(strings.TrimSuffix(p[:at], "/"), ".")) {
				return
			}
			at = end
		}
	}
}

// within reports whether a path leads into the hidden folder that this one is in, or is: no project begins in what is the
// host's own, as .claude/v3 does not in .claude/v3/.claude/settings.json.
func (f *Folder) within(dir string) bool {
	top, _, _ := strings.Cut(f.Folder, "/")
	return strings.HasPrefix(top, ".") && (strings.HasPrefix(dir, top+"/") || strings.Contains(dir, "/"+top+"/"))
}

// load returns how the folder below a root loads a path.
func (f *Folder) load(root, p string, files Files) (Load, bool) {
	inRoot, ok := below(root, p)
	rest, is := below(f.Folder, inRoot)
	if !ok || !is || !f.matches(rest) {
		return Load{}, false
	}
	if len(f.Marks) > 0 && (files == nil || !slices.ContainsFunc(f.Marks, func(mark string) bool { return files(path.Join(root, mark)) })) {
		return Load{}, false
	}
	if files != nil && f.ofSkill(root, rest, files) {
		return Load{}, false
	}
	return Load{f.host, f, root, rest}, true
}

// ofSkill reports whether a file is a part of the skill in whose folder it lies, and no component of its own.
func (f *Folder) ofSkill(root, rest string, files Files) bool {
	dir, isSkill := path.Dir(rest), path.Base(rest) == "SKILL.md"
	for d := dir; f.Inner == Ignored || f.Beside == Ignored && d == dir; d = path.Dir(d) {
		if !(isSkill && d == dir) && files(path.Join(root, f.Folder, d, "SKILL.md")) {
			return true
		}
		if d == "." {
			break
		}
	}
	return false
}

// below returns a path relative to a folder that holds it.
func below(dir, p string) (string, bool) {
	if dir == "." || !strings.HasPrefix(p, dir) {
		return p, dir == "."
	}
	return strings.CutPrefix(p[len(dir):], "/")
}

// named reports whether a file has a name that the host looks for.
func (f *Folder) named(base string) bool {
	is, _ := path.Match(f.File, base)
	return is && !slices.Contains(f.Not, base)
}

// matches reports whether a path below the folder has the name and the depth.
func (f *Folder) matches(rest string) bool {
	if !f.named(path.Base(rest)) {
		return false
	}
	depth := strings.Count(rest, "/")
	if depth < f.Depth[0] || f.Depth[1] >= 0 && depth > f.Depth[1] {
		return false
	}
	dir := path.Dir(rest)
	if f.Dotted == Ignored && (strings.HasPrefix(dir, ".") && dir != "." || strings.Contains(dir, "/.")) {
		return false
	}
	return f.Modules != Ignored || !strings.Contains("/"+dir+"/", "/node_modules/")
}

// FileOf is the path at which the host reads the one file of a component, from the root of a project, a
// plugin or a skill; "" where it reads none there.
func (h *Host) FileOf(scope Scope, c Component) string {
	i := slices.IndexFunc(h.Folders, func(f *Folder) bool { return f.Scope == scope && f.Component == c })
	if i < 0 {
		return ""
	}
	return path.Join(h.Folders[i].Folder, h.Folders[i].File)
}

// Treats is what the host makes of a notation in a kind of component, "" where that is not known.
func (h *Host) Treats(notation string, c Component) Effect {
	i := slices.IndexFunc(h.Body, func(f Feature) bool { return f.Name == notation && slices.Contains(f.Components, c) })
	if i < 0 {
		return ""
	}
	return h.Body[i].Effect
}

// UserFolder is the host that keeps a folder in somebody's home, such as ~/.claude: it holds the host's settings, beside a
// folder in which the host looks there. It is nil for any other folder.
func UserFolder(files Files) *Host {
	i := slices.IndexFunc(All(), func(h *Host) bool {
		return slices.ContainsFunc(h.Folders, func(settings *Folder) bool {
			return settings.Component == Settings && !settings.Guest && files(settings.File) && slices.ContainsFunc(h.Folders, func(f *Folder) bool {
				inside, is := strings.CutPrefix(f.Folder, settings.Folder+"/")
				return is && f.Scope == User && files(inside)
			})
		})
	})
	if i < 0 {
		return nil
	}
	return All()[i]
}
