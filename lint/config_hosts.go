package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/skill"
)

func (r *configReader) hosts(key, v *skill.Node) error {
	var names []string
	err := r.strings(key, v, &names)
	if err != nil {
		return err
	}
	for i, name := range names {
		if _, err := KnownHosts(name); err != nil {
			return r.fail(v.Members[i].Value, "%v", err)
		}
	}
	r.c.Hosts, err = KnownHosts(names...)
	return err
}

// KnownHosts returns the names of hosts as the model has them, each once; the
// error names one that is none, and lists those that are.
func KnownHosts(names ...string) ([]string, error) {
	var known []string
	for _, name := range names {
		h := hosts.Of(name)
		if h == nil {
			return nil, fmt.Errorf("unknown host %q%s; known are %s", name, NewSpeller(hosts.Names()).DidYouMean(name), strings.Join(hosts.Names(), ", "))
		}
		if !slices.Contains(known, h.Name) {
			known = append(known, h.Name)
		}
	}
	return known, nil
}
