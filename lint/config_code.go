package lint

import (
	"github.com/skilllint/skilllint/internal/code"
	"path"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// python reads {roots: […]}.
func (r *configReader) python(_, v *skill.Node) error {
	if v.Kind != skill.Map {
		return r.fail(v, "python is %s, expected a map with roots", v.Kind)
	}
	for _, m := range v.Members {
		if m.Key.Text != "roots" {
			return r.fail(m.Key, "unknown key %q in python; known is roots", m.Key.Text)
		}
		var roots []string
		err := r.strings(m.Key, m.Value, &roots)
		if err != nil {
			return err
		}
		for i, root := range roots {
			clean := path.Clean(root)
			if path.IsAbs(clean) || clean == ".." || strings.HasPrefix(clean, "../") {
				return r.fail(m.Value.Members[i].Value, "root %q is outside of the workspace", root)
			}
		}
		r.c.PythonRoots = roots
	}
	return nil
}

// calls reads patterns of calls, which add to the default ones.
func (r *configReader) calls(key, v *skill.Node, into *[]string) error {
	var patterns []string
	err := r.strings(key, v, &patterns)
	if err != nil {
		return err
	}
	for i, p := range patterns {
		if _, err := code.ParseCall(p); err != nil {
			return r.fail(v.Members[i].Value, "%v", err)
		}
	}
	*into = patterns
	return nil
}
