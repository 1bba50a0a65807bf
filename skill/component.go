package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
)

// A Component is a file that hosts load besides the manifests of skills: an
// agent, a command, hooks, settings, an output style, …
type Component struct {
	*File
	document.Data
	Kind    hosts.Component
	Readers []Reader // the hosts that load it, sorted by name
	Plugin  string   // the folder of the plugin that ships it; "" outside of plugins
}

// A Reader is one host's way of loading a component.
type Reader struct {
	hosts.Load
	Guest bool // the folder or manifest is another host's, which this one reads, too
}

// Scope is where the hosts look for the component.
func (c *Component) Scope() hosts.Scope { return c.Readers[0].Folder.Scope }

// Owners are the hosts whose own place the component stands in: what they make
// of it is what its author meant.
func (c *Component) Owners() []*hosts.Host {
	var owners []*hosts.Host
	for _, l := range c.Readers {
		if !l.Guest {
			owners = append(owners, l.Host)
		}
	}
	return owners
}

// An installation is a folder that a host takes for a plugin.
type installation struct {
	hosts.Manifest
	host  *hosts.Host
	at    string // where its manifest stands in the folder; "" where an entry of a marketplace stands for it
	guest bool
}

// path is where the component stands, before it is read.
func (c *Component) path() string {
	l := c.Readers[0]
	return path.Join(l.Root, l.Folder.Folder, l.Rest)
}

// add adds a way in which it is loaded, if that is one of a component, and of
// the same kind.
func (c *Component) add(l Reader) {
	kind := l.Component()
	if kind == hosts.Skill || kind == hosts.MCPFile || c.Kind != "" && c.Kind != kind {
		return
	}
	c.Kind = kind
	if !slices.ContainsFunc(c.Readers, func(have Reader) bool { return have.Host == l.Host }) {
		c.Readers = append(c.Readers, l)
	}
}

// hiddenPath reports whether a path goes through a folder that begins with a
// dot: hosts look for a project's components in such folders alone.
func hiddenPath(p string) bool { return strings.HasPrefix(p, ".") || strings.Contains(p, "/.") }
