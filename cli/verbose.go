package cli

import (
	"bufio"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// tell writes what a run read: the root, the configuration, the base, and every
// file, with the dialect of a manifest and what was left out.
func (s *session) tell(out io.Writer, f *checkFlags, ws *skill.Workspace) error {
	w := bufio.NewWriter(out)
	line := func(format string, args ...any) { fmt.Fprintln(w, visible(fmt.Sprintf(format, args...))) }
	line("root: %s", s.root.Name())
	config := "none, the defaults count"
	switch e, ok := ws.Tree.Lookup(lint.ConfigName); {
	case f.config != "":
		config = f.config
	case f.configFromBase:
		config = "that of " + s.base.name
	case ok && e.Kind == skill.Regular:
		config = lint.ConfigName
	}
	line("configuration: %s", config)
	if s.base != nil {
		line("base: %s", s.base.name)
	}
	dialects := map[string]string{}
	for _, m := range ws.Manifests {
		dialects[m.File.Path] = m.Dialect.Name
	}
	for _, file := range ws.Files() {
		if name := dialects[file.Path]; name != "" {
			line("read %s (%s)", file.Path, name)
		} else {
			line("read %s", file.Path)
		}
	}
	for _, e := range ws.Tree.Entries() {
		if e.Kind == skill.Pruned {
			line("left out %s", e.Path)
		}
	}
	return w.Flush()
}
