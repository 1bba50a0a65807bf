package hosts

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Form is what a host reads of a component's frontmatter, and what it makes
// of the rest. An Effect that is empty is not known.
type Form struct {
	Keys     map[string]Key `json:"keys"`
	Unlisted Effect         `json:"unlisted,omitempty"` // a key that Keys do not have
	Broken   Effect         `json:"broken,omitempty"`   // frontmatter that cannot be parsed
	// Repairs are the faults of YAML that the host mends before it reads it again: "colon",
	// a value with a colon and a blank in it; "bracket", one that begins with a sign of YAML;
	// "signs", one with any of these anywhere, which is not in quotes as a whole; "tab".
	Repairs   []string `json:"repairs,omitempty"`
	Absent    Effect   `json:"no-frontmatter,omitempty"` // no frontmatter at all
	Unclosed  Effect   `json:"unclosed,omitempty"`       // a frontmatter without an end; Absent by default
	Duplicate Effect   `json:"duplicate-key,omitempty"`
	BOM       Effect   `json:"bom,omitempty"`    // a byte order mark before the frontmatter
	Vacant    Effect   `json:"vacant,omitempty"` // a file of JSON without anything in it
	Dashes    Effect   `json:"dashes,omitempty"` // "---" within the frontmatter, in a value or a remark
	Lists     *Listing `json:"lists,omitempty"`  // nil where it gives the text alone
	Source    []string `json:"source"`
}

// A Listing is which files of a skill a host names to the agent together with its text.
type Listing struct {
	Files  int      `json:"files"` // at most so many, and folders, besides SKILL.md
	Source []string `json:"source"`
}

// A Key is what a host makes of one key of a frontmatter.
type Key struct {
	// Effect is Loads when it is understood, and Ignored when the host is known to pass over it.
	Effect Effect `json:"effect"`
	Does   string `json:"does,omitempty"` // in a few words: what is lost where it is ignored

	Missing Effect `json:"missing,omitempty"` // without the key
	Blank   Effect `json:"blank,omitempty"`   // with no text in it

	Kinds []string `json:"kinds,omitempty"` // "string", "number", "boolean", "list", "map", "null"
	Wrong Effect   `json:"wrong,omitempty"` // any other kind

	// Usual is the value, as it is written, that the host takes without the key.
	Usual string `json:"usual,omitempty"`

	// Plain says that the host's documentation writes the value without quotes, in
	// brackets that are no list: it is the text to the end of its line.
	Plain bool `json:"plain,omitempty"`

	Max  int    `json:"max,omitempty"` // characters
	Over Effect `json:"over,omitempty"`

	Pattern  string   `json:"pattern,omitempty"` // what its text matches, RE2
	Expected string   `json:"expected,omitempty"`
	Mismatch Effect   `json:"mismatch,omitempty"`
	Reserved []string `json:"reserved,omitempty"` // words that must not be in it
	Folder   Effect   `json:"folder,omitempty"`   // a text that is not the name of the folder

	Values  []string `json:"values,omitempty"`
	Fold    bool     `json:"fold,omitempty"`    // capitals do not matter in them
	Outside Effect   `json:"outside,omitempty"` // a text that is none of Values
	Instead string   `json:"instead,omitempty"` // what to write where it is ignored, or of the wrong kind
	Source  []string `json:"source"`
}

// Form returns what the host reads of a component's frontmatter in a scope,
// and false when that is not known.
func (h *Host) Form(scope Scope, c Component) (Form, bool) {
	if scope == InPlugin {
		if form, differs := h.inPlugin[c]; differs {
			return form, true
		}
	}
	form, ok := h.Forms[string(c)]
	return form, ok
}

// pluginForms are the forms that are different in a plugin, whole.
func (h *Host) pluginForms() map[Component]Form {
	forms := map[Component]Form{}
	for name, own := range h.Forms {
		if c, ok := strings.CutPrefix(name, "plugin "); ok {
			forms[Component(c)] = own.over(h.Forms[c])
		}
	}
	return forms
}

// over is a form whose silence means what another says.
func (own Form) over(form Form) Form {
	keys := map[string]Key{}
	maps.Copy(keys, form.Keys)
	maps.Copy(keys, own.Keys)
	own.Keys = keys
	own.Unlisted = cmp.Or(own.Unlisted, form.Unlisted)
	own.Repairs = slices.Concat(own.Repairs, form.Repairs)
	own.Broken = cmp.Or(own.Broken, form.Broken)
	own.Absent = cmp.Or(own.Absent, form.Absent)
	own.Unclosed = cmp.Or(own.Unclosed, form.Unclosed)
	own.Duplicate = cmp.Or(own.Duplicate, form.Duplicate)
	own.BOM = cmp.Or(own.BOM, form.BOM)
	own.Vacant = cmp.Or(own.Vacant, form.Vacant)
	own.Dashes = cmp.Or(own.Dashes, form.Dashes)
	return own
}

// Key returns what the host makes of a key; ok is false when that is not known.
func (f Form) Key(name string) (k Key, ok bool) {
	if k, ok = f.Keys[name]; ok {
		return k, true
	}
	return Key{Effect: f.Unlisted, Source: f.Source}, f.Unlisted != ""
}

// Plain are the keys whose values are text to the end of the line, sorted.
func (f Form) Plain() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for name, k := range f.Keys {
			if k.Plain && !yield(name) {
				return
			}
		}
	})
}

// Understands reports whether the host reads a key of a component.
func (h *Host) Understands(c Component, key string) bool {
	return h.Forms[string(c)].Keys[key].Effect == Loads
}

// Takes reports whether a value of that kind is one that the host takes.
func (k Key) Takes(kind string) bool { return len(k.Kinds) == 0 || slices.Contains(k.Kinds, kind) }

// Accepts reports whether a text matches Pattern and holds no reserved word.
func (k Key) Accepts(text string) bool {
	if k.ReservedWord(text) != "" {
		return false
	}
	return k.Pattern == "" || compiled(k.Pattern).MatchString(text)
}

// ReservedWord is the first of the reserved words that a text holds, "" without one.
func (k Key) ReservedWord(text string) string {
	for _, w := range k.Reserved {
		if strings.Contains(strings.ToLower(text), w) {
			return w
		}
	}
	return ""
}

// Hooks are the form of a host's hooks.
type Hooks struct {
	Wrapper string   `json:"wrapper"`          // the key that holds the map from event to groups; "" when the events stand at the top
	Groups  bool     `json:"groups,omitempty"` // an event holds groups, each with a matcher and a list of hooks
	Alone   bool     `json:"alone,omitempty"`  // or hooks without one
	Events  []string `json:"events"`
	Event   Effect   `json:"unknown-event,omitempty"`
	Types   []string `json:"types"`
	Type    Effect   `json:"unknown-type,omitempty"` // what is lost with an entry of an unknown type
	// Guards are events of which a bad entry takes all that it stands in along.
	Guards    []string            `json:"guards,omitempty"`
	Guard     Effect              `json:"bad-guard,omitempty"`
	Required  map[string][]string `json:"required,omitempty"` // type → the keys that it needs
	Untyped   Effect              `json:"untyped,omitempty"`  // an entry without a type
	NoMatcher []string            `json:"no-matcher,omitempty"`
	If        []string            `json:"if,omitempty"`     // the events on which an entry may have `if`
	Beside    []string            `json:"beside,omitempty"` // keys beside the events that are none
	// Unread are files of a project that authors take for the place of its hooks, and that the host does
	// not read.
	Unread []string `json:"unread,omitempty"`
	// Unset are variables that authors take for what a hook is given, and that the host does not set, each with the key of the
	// input that has it.
	Unset   map[string]string `json:"unset,omitempty"`
	Answer  *Answer           `json:"answer,omitempty"`
	Timeout string            `json:"timeout,omitempty"` // what a timeout counts: "seconds", "milliseconds"; "" where that is not known
	Source  []string          `json:"source"`
}

// An Answer says what the answers of hooks must have: the host refuses all of one that has a key without another one in its value.
type Answer struct {
	Key    string   `json:"key"`
	Needs  string   `json:"needs"`
	Events []string `json:"events"` // those under which an answer may have the key
}

// A PluginForm says how a host reads the manifest of a plugin.
type PluginForm struct {
	Manifests []string `json:"manifests"`         // paths in the plugin's folder; the first that is there counts
	Guest     []string `json:"guest,omitempty"`   // those that are another host's
	Missing   Effect   `json:"missing,omitempty"` // a plugin without one
	Name      Key      `json:"name"`
	Wrong     Effect   `json:"wrong-kind,omitempty"` // a value of the wrong kind in a key of the plugin's metadata
	Entry     Effect   `json:"entry-name,omitempty"` // a name that is not the marketplace entry's
	Prefix    string   `json:"prefix,omitempty"`     // of the names of its components
	Source    []string `json:"source"`
}

// A MarketplaceForm says how a host reads a list of plugins.
type MarketplaceForm struct {
	Files       []string `json:"files"`              // places in a repository, the first that is there counts
	Nested      Effect   `json:"nested,omitempty"`   // a list inside a plugin that another one lists
	Reserved    []string `json:"reserved,omitempty"` // names that are refused in the lists of others
	ReservedFor string   `json:"reserved-for,omitempty"`
	Source      []string `json:"source"`
}

// State is what a host, or one user of it, writes on a machine.
type State struct {
	Files   []string `json:"files,omitempty"`   // names, wherever they lie
	Folders []string `json:"folders,omitempty"` // in a home, which hold the plugins that it installed
	Source  []string `json:"source"`
}

// Further is where a host's settings name further folders of skills.
type Further struct {
	Files  []string `json:"files"` // of settings, in a project, from its root
	Key    []string `json:"key"`   // the keys that lead to the list of folders
	Source []string `json:"source"`
}

// Comments are the files of JSON in which a host takes comments.
type Comments struct {
	Files  []string `json:"files"` // in a project, from its root; a name may be *.json
	Source []string `json:"source"`
}
