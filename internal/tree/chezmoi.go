package tree

import (
	"path"
	"regexp"
	"strings"
)

// attributes matches what chezmoi writes before the name that a file has once it is
// installed, as its reference on source state attributes lists it.
var attributes = regexp.MustCompile(`^(?:(?:create|modify|encrypted|private|readonly|empty|executable|exact|symlink)_)*(dot_)?(?:literal_)?`)

// InstalledName is the name that the file of a path gets once it is installed: chezmoi's in its
// folders, which begin with dot_, else its own.
func InstalledName(p string) string {
	if !inSource(path.Dir(p)) {
		return path.Base(p)
	}
	return WithoutAttributes(path.Base(p))
}

// InstalledPath is a path with the names that it gets once it is installed: .claude/skills for dot_claude/skills.
func InstalledPath(p string) string {
	if !inSource(p) {
		return p
	}
	names := strings.Split(p, "/")
	for i, name := range names {
		names[i] = WithoutAttributes(name)
	}
	return strings.Join(names, "/")
}

// WithoutAttributes is the name that chezmoi installs a file under: plan.md for private_plan.md.tmpl.
func WithoutAttributes(name string) string {
	m := attributes.FindStringSubmatch(name)
	rest := strings.TrimSuffix(name[len(m[0]):], ".tmpl")
	if rest == "" {
		return name
	}
	if m[1] != "" {
		rest = "." + rest
	}
	return rest
}

// inSource reports whether a path goes through a folder of chezmoi's source.
func inSource(p string) bool {
	if !strings.Contains(p, "dot_") {
		return false
	}
	for name := range strings.SplitSeq(p, "/") {
		if m := attributes.FindStringSubmatch(name); m[1] != "" {
			return true
		}
	}
	return false
}

// installedAs are the further paths that lead to a path once chezmoi has installed it, from
// every folder around it: texts name what is installed.
func installedAs(p string) (list []string) {
	if !inSource(p) {
		return nil
	}
	below := ""
	for dir := p; dir != "."; dir = Parent(dir) {
		below = path.Join(InstalledName(dir), below)
		if as := path.Join(Parent(dir), below); as != p {
			list = append(list, as)
		}
	}
	return list
}
