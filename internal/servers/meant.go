package servers

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

// called are the defined servers by what their tools may be named under, in small letters.
type called struct {
	servers map[string][]int // in Defined
	longest int              // of these names, in bytes
}

var byName skill.Memo[called]

// Meant returns the defined servers that a name may mean, by their key or the name in full, in any case. They are in
// the order of Defined.
func Meant(ws *skill.Workspace, name mcp.Name) []*Server {
	defined := Defined(ws)
	by := byName.Of(ws, func() called {
		c := called{servers: map[string][]int{}}
		for i := range defined {
			for _, n := range slices.Compact([]string{strings.ToLower(defined[i].Name()), strings.ToLower(defined[i].FullServer())}) {
				c.servers[n] = append(c.servers[n], i)
				c.longest = max(c.longest, len(n))
			}
		}
		return c
	})
	var found []int
	rest := strings.ToLower(name.Rest)
	for end := 1; end <= min(len(rest), by.longest); end++ {
		if end == len(rest) || strings.HasPrefix(rest[end:], name.Between) {
			found = append(found, by.servers[rest[:end]]...)
		}
	}
	slices.Sort(found)
	var meant []*Server
	for _, i := range slices.Compact(found) {
		meant = append(meant, &defined[i])
	}
	return meant
}
