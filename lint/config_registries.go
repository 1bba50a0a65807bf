package lint

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// A Registry is a registry.json of the workspace, and who may see it.
type Registry struct {
	Path    string // relative to the workspace's root
	Private bool
}

// registry returns what the configuration says about a file, or nil.
func (c *Config) registry(p string) *Registry {
	for i := range c.Registries {
		if c.Registries[i].Path == p {
			return &c.Registries[i]
		}
	}
	return nil
}

func (r *configReader) registries(_, v *skill.Node) error {
	if v.Kind != skill.List {
		return r.fail(v, "registries is %s, expected a list of maps with path and visibility", v.Kind)
	}
	for _, item := range v.Members {
		where := item.Value.Get("path")
		if where.Str() == "" {
			return r.fail(item.Value, "a registry has no path")
		}
		reg := Registry{Path: path.Clean(where.Text)}
		if path.IsAbs(reg.Path) || reg.Path == ".." || strings.HasPrefix(reg.Path, "../") {
			return r.fail(where, "registry %q is outside of the workspace", where.Text)
		}
		if _, err := fs.Stat(r.fsys, reg.Path); err != nil {
			return r.fail(where, "registry %q does not exist", where.Text)
		}
		for _, e := range item.Value.Entries() {
			switch e.Key.Text {
			case "path":
			case "visibility":
				switch e.Value.Str() {
				case "public":
				case "private":
					reg.Private = true
				default:
					return r.fail(e.Value, `visibility is %q, expected "public" or "private"`, e.Value.Text)
				}
			default:
				return r.fail(e.Key, "unknown key %q%s; known are path, visibility", e.Key.Text, NewSpeller([]string{"path", "visibility"}).DidYouMean(e.Key.Text))
			}
		}
		r.c.Registries = append(r.c.Registries, reg)
	}
	return nil
}

func (r *configReader) targets(key, v *skill.Node) error {
	var names []string
	err := r.strings(key, v, &names)
	if err != nil {
		return err
	}
	for i, name := range names {
		if err := KnownTarget(name); err != nil {
			return r.fail(v.Members[i].Value, "%v", err)
		}
	}
	r.c.Targets = names
	return nil
}
