package tree

import (
	"path"
	"strings"
)

// maxAliases is how many links to one path are followed back.
const maxAliases = 16

// Aliases returns the further paths that symbolic links give to a path, or to a folder around it: skills/pack/SKILL.md is
// .claude/skills/pack/SKILL.md, too, where .claude/skills leads to skills. Links to links count, links to the root do not.
func (t *Tree) Aliases(p string) (list []string) {
	t.linking.Do(func() {
		t.links = map[string][]string{}
		for _, e := range t.entries {
			if e.Kind != Symlink {
				continue
			}
			if real, kind := t.Resolve(e.Path); (kind == Dir || kind == Regular) && real != "." && len(t.links[real]) < maxAliases {
				t.links[real] = append(t.links[real], e.Path)
			}
		}
	})
	if len(t.links) == 0 {
		return nil
	}
	for at := p; at != "." && at != "/"; at = Parent(at) {
		for _, link := range t.links[at] {
			list = append(list, path.Join(link, strings.TrimPrefix(p, at)))
		}
	}
	return list
}
