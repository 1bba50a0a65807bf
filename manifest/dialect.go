// Package manifest reads one file as a [Manifest] of a [Dialect], and lowers what
// it says to the one contract: a [Skill]. Each dialect is one value, with a JSON
// Schema of its form. Nothing here knows of the other files but that they are in
// the tree; what all manifests say together is package skill's.
package manifest

import (
	"bytes"
	_ "embed"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// A Dialect is one kind of manifest. All that is peculiar to it stands in
// its Dialect: a JSON Schema for the form, and how its words lower to the one
// contract. Rules about contracts never ask for the dialect.
type Dialect struct {
	Name string // "contract", "function", …
	Doc  string // one line: which files, what they say

	// Schema is the published JSON Schema of the document, nil when the
	// dialect's form is not checked.
	Schema []byte

	// Files reports whether a file of that path may be a manifest of the
	// dialect. Only such files are read.
	Files func(path string) bool

	// Match reports whether a file that was read speaks the dialect: files of
	// the same name belong to others too.
	Match func(m *Manifest) bool

	// Confirm reports whether a file that matched belongs to the dialect by what
	// is around it, too: the tree, and whether the Python registry of tools has one of a
	// name. It is nil for always. What the configuration pins is not asked.
	Confirm func(m *Manifest, t *tree.Tree, registered func(tool string) bool) bool

	// Versions are the places of versions in the document, for rule invalid-version.
	Versions []VersionAt

	// Lower fills in what the manifest says about its skill. It reports
	// nothing: what is misshapen is left out. A dialect without it describes
	// no skill (registries, locks).
	Lower func(m *Manifest, s *Skill)

	// Contracted says that its skills have contracts even where they export and
	// import nothing.
	Contracted bool

	// Shares says that a manifest is not what its folder is: it is one file among
	// others, or a bundle of skills.
	Shares bool

	// Beside lists further files that are read for a manifest, as
	// Workspace.File gives them: a function's body.
	Beside func(m *Manifest, t *tree.Tree) []string
}

// A Manifest is one file that speaks a dialect.
type Manifest struct {
	*document.File
	document.Data
	Dialect *Dialect
}

// mentions reports whether a file that could not be parsed has all of these
// keys: then it speaks the dialect, and what is wrong with it is a finding.
func (m *Manifest) mentions(keys ...string) bool {
	src := m.Source()
	if bytes.IndexByte(src, 0) >= 0 { // UTF-16
		src = bytes.ReplaceAll(src, []byte{0}, nil)
	}
	for _, key := range keys {
		if !bytes.Contains(src, []byte(`"`+key+`"`)) && !bytes.Contains(src, []byte("'"+key+"'")) && !bytes.Contains(src, []byte("\n"+key+":")) && !bytes.HasPrefix(src, []byte(key+":")) {
			return false
		}
	}
	return true
}

// A VersionAt says that the value at a path of keys is a version. A "*" in
// the path stands for every element of a list.
type VersionAt struct {
	Path []string
	Form VersionForm
}

// A VersionForm is how a version has to be written.
type VersionForm uint8

const (
	FullVersion   VersionForm = iota // 1.2.3, semver 2.0.0
	APIVersion                       // 1.2
	MinVersion                       // 1.2, a patch is tolerated
	PluginVersion                    // 1.2.3; hosts take any text, but then no range can be met
	VersionRange                     // ^1.2.0, as npm reads it
)

// NameOf returns a scalar's text with its place, for a contract.
func NameOf(n *document.Node) contract.Name {
	if n == nil || n.Kind == document.List || n.Kind == document.Map || n.Kind == document.Null {
		return contract.Name{}
	}
	return contract.Name{Text: n.Text, Pos: n.Pos, End: n.End}
}

// NamesOf returns the strings of a list with their places; a single string
// is a list of one.
func NamesOf(n *document.Node) []contract.Name {
	if n.Is(document.String) {
		return []contract.Name{NameOf(n)}
	}
	var names []contract.Name
	for _, item := range n.Items() {
		if item.Value.Is(document.String) && item.Value.Text != "" {
			names = append(names, NameOf(item.Value))
		}
	}
	return names
}

// schemaOf returns an embedded JSON Schema as a document, nil when absent.
func schemaOf(n *document.Node) contract.Document {
	if n == nil || n.Kind == document.Null {
		return nil
	}
	return n
}

// Saying is a key that manifests share which say the same besides the skill's
// name: in their text and their description.
func (m *Manifest) Saying() string {
	key := m.Root.Get("description").Str()
	if m.Body < m.Size {
		sum := m.BodySum(m.Body)
		key += " " + string(sum[:])
	}
	return key
}
