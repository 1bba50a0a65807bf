package hosts

// An Effect is what becomes of something in a host.
type Effect string

const (
	Loads    Effect = "loads"    // nothing is lost
	Ignored  Effect = "ignored"  // the value alone counts for nothing
	Replaced Effect = "replaced" // the host takes something else in its place
	Cut      Effect = "cut"      // the end is lost
	Hidden   Effect = "hidden"   // loaded, but the model never sees it
	Empty    Effect = "empty"    // loaded as if the frontmatter said nothing
	Refused  Effect = "refused"  // this file is not loaded
	Plugin   Effect = "plugin"   // the whole plugin is not loaded
	Start    Effect = "start"    // the host does not start
)

// Lost reports whether the component is not there for the model afterwards.
func (e Effect) Lost() bool { return e == Refused || e == Plugin || e == Start }
