package lint

import (
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// mcp reads {snapshots: {server: path}, closed: true}.
func (r *configReader) mcp(_, v *skill.Node) error {
	known := []string{"snapshots", "closed"}
	if v.Kind != skill.Map {
		return r.fail(v, "mcp is %s, expected a map with snapshots or closed", v.Kind)
	}
	for _, m := range v.Members {
		switch m.Key.Text {
		case "snapshots":
			if err := r.snapshots(m.Value); err != nil {
				return err
			}
		case "closed":
			if m.Value.Kind != skill.Bool {
				return r.fail(m.Value, "closed is %s, expected true or false", m.Value.Kind)
			}
			if _, explicit := r.c.Rules["unknown-mcp-server"]; m.Value.True() && !explicit {
				r.c.Rules["unknown-mcp-server"] = Warning
			}
		default:
			return r.fail(m.Key, "unknown key %q in mcp%s; known are %s", m.Key.Text, NewSpeller(known).DidYouMean(m.Key.Text), strings.Join(known, ", "))
		}
	}
	return nil
}

// snapshots reads a map from server to the file or folder of its tools.
func (r *configReader) snapshots(v *skill.Node) error {
	if v.Kind != skill.Map {
		return r.fail(v, "snapshots is %s, expected a map from server to path", v.Kind)
	}
	r.c.Snapshots = map[string]string{}
	for _, m := range v.Members {
		at := path.Clean(m.Value.Str())
		switch _, err := fs.Stat(r.fsys, at); {
		case m.Key.Text == "" || m.Value.Str() == "":
			return r.fail(m.Value, "a snapshot needs the server's name and a path")
		case at == "." || !fs.ValidPath(at):
			return r.fail(m.Value, "snapshot %q is outside of the workspace, or all of it", m.Value.Text)
		case err != nil:
			return r.fail(m.Value, "snapshot %q does not exist", m.Value.Text)
		case r.c.Snapshots[at] != "":
			return r.fail(m.Value, "snapshot %q is that of server %q already", m.Value.Text, r.c.Snapshots[at])
		}
		r.c.Snapshots[at] = m.Key.Text
	}
	return nil
}
