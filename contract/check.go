package contract

import (
	"fmt"
	"time"
)

// A Code names why a call may not be made. The texts are part of the
// gateway's protocol and never change.
type Code string

// Error is the text. A code is an error so that errors.Is can look for it.
func (c Code) Error() string { return string(c) }

const (
	ToolNotFound    Code = "tool_not_found"    // nobody exports the tool
	ToolNotImported Code = "tool_not_imported" // the consumer declares no import of it
	ToolRemoved     Code = "tool_removed"      // its removal date has come
	VersionMismatch Code = "version_mismatch"  // the provider's version is not what the import asks for
)

// A Denial is a static reason against a call: it follows from the manifests
// and the date, not from the caller's subscription, quota or arguments.
type Denial struct {
	Code     Code
	Tool     string
	Consumer string
	Provider string
	// Import is the consumer's entry at fault, nil for ToolNotImported and ToolNotFound.
	Import *Import
	// Deprecation is the provider's entry, for ToolRemoved.
	Deprecation *Deprecation
}

// Error says who may not call what, and why.
func (d *Denial) Error() string {
	switch d.Code {
	case ToolNotFound:
		return fmt.Sprintf("%s: no skill exports %q", d.Consumer, d.Tool)
	case ToolRemoved:
		return fmt.Sprintf("%s: %q of %s was to be removed on %s", d.Consumer, d.Tool, d.Provider, d.Deprecation.Removal.Text)
	case VersionMismatch:
		return fmt.Sprintf("%s: needs %s %s for %q", d.Consumer, d.Provider, d.Import.Version.Text, d.Tool)
	default:
		return fmt.Sprintf("%s: does not import %q of %s", d.Consumer, d.Tool, d.Provider)
	}
}

// Core is the provider of the tools that every skill may use (read, save,
// show, or what the configuration lists). It cannot be denied.
const Core = "core"

// Registry is the provider of the tools that a Python registry holds and procedures list.
const Registry = "TOOL_REGISTRY"

// Check decides whether consumer may call a tool that provider exports, on
// the day of now (UTC). A skill may always call its own tools. It returns nil
// or the first reason against the call, in the order of the gateway.
func Check(consumer, provider *Contract, tool string, now time.Time) *Denial {
	if consumer == provider {
		return nil
	}
	deny := func(code Code, imp *Import, dep *Deprecation) *Denial {
		return &Denial{Code: code, Tool: tool, Consumer: consumer.ID.Text, Provider: provider.ID.Text, Import: imp, Deprecation: dep}
	}
	if provider.Export(tool) == nil {
		return deny(ToolNotFound, nil, provider.Deprecation(tool))
	}
	imp := consumer.importOf(provider, tool)
	if imp == nil {
		return deny(ToolNotImported, nil, nil)
	}
	if dep := provider.Deprecation(tool); dep != nil && dep.Overdue(now) {
		return deny(ToolRemoved, imp, dep)
	}
	if !imp.Accepts(provider) {
		return deny(VersionMismatch, imp, nil)
	}
	return nil
}

// importOf returns the consumer's first entry that names the tool for this
// provider, or for whoever exports it.
func (c *Contract) importOf(provider *Contract, tool string) *Import {
	for i := range c.Imports {
		imp := &c.Imports[i]
		if imp.From.Text != "" && imp.From.Text != provider.ID.Text {
			continue
		}
		for _, t := range imp.Tools {
			if t.Text == tool {
				return imp
			}
		}
	}
	return nil
}

// Accepts reports whether a provider's version is one that the import asks
// for. An import without a version accepts every provider; one with a
// version accepts none that says no version.
func (imp *Import) Accepts(provider *Contract) bool {
	if imp.Version.Text == "" {
		return true
	}
	return imp.Err == nil && provider.Provides != nil && imp.Range.Allows(provider.Provides)
}
