package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/manifest"
)

// TargetNames returns the targets that a configuration may name: the runtimes of cli
// skills, then the vendors of models that are no runtime.
func TargetNames() []string {
	var names []string
	for _, t := range manifest.Targets {
		names = append(names, t.Name)
	}
	for _, name := range vendors.Names() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// KnownTarget returns an error with the list of all targets when name is none.
func KnownTarget(name string) error {
	if manifest.TargetOf(name) != nil || vendors.TargetOf(name) != nil {
		return nil
	}
	names := TargetNames()
	return fmt.Errorf("unknown target %q%s; known are %s", name, NewSpeller(names).DidYouMean(name), strings.Join(names, ", "))
}
