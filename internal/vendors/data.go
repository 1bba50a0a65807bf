package vendors

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/toolset"
)

// A Vendor is one who serves models, or a protocol, with its targets.
type Vendor struct {
	Name    string            `yaml:"vendor" json:"vendor,omitempty"`
	Runtime string            `yaml:"runtime" json:"runtime,omitempty"` // the runtime of cli skills whose adapter names the host's tools, or ""
	Sources map[string]Source `yaml:"sources" json:"sources,omitempty"`
	Targets []*Target         `yaml:"targets" json:"targets,omitempty"`
}

// A Source is where a fact was read.
type Source struct {
	URL  string `yaml:"url" json:"url,omitempty"`
	Kind Kind   `yaml:"kind" json:"kind,omitempty"`
	Day  string `yaml:"day" json:"day,omitempty"` // on which its text was read or last changed, YYYY-MM-DD
}

// A Kind is what a source is. An issue shows what somebody met, not what is promised.
type Kind string

// The kinds of sources.
const (
	Documentation Kind = "documentation"
	Specification Kind = "specification"
	SDK           Kind = "sdk"
	Issue         Kind = "issue"
)

// A Target is one way to give tools to a model: a vendor's interface in one mode.
type Target struct {
	Name     string   `yaml:"name" json:"name,omitempty"`
	Aliases  []string `yaml:"aliases" json:"aliases,omitempty"`
	Title    string   `yaml:"title" json:"title,omitempty"`
	Form     string   `yaml:"form" json:"form,omitempty"`         // how a tool is written for it, see Marshal
	Dialect  string   `yaml:"dialect" json:"dialect,omitempty"`   // "openapi": null is said by nullable
	Strict   bool     `yaml:"strict" json:"strict,omitempty"`     // tools are marked as strict
	Enforces string   `yaml:"enforces" json:"enforces,omitempty"` // which part of a schema the vendor holds the model to
	Facts    []*Fact  `yaml:"facts" json:"facts,omitempty"`

	Vendor *Vendor `yaml:"-" json:"-"`
}

// An Effect is what happens to a tool.
type Effect string

// The effects: the request fails, or a constraint is not kept.
const (
	Refuses Effect = "refuses"
	Ignores Effect = "ignores"
)

// A Fact is one thing that a target refuses or ignores. When names the check, the other
// fields are its parameters.
type Fact struct {
	When    string   `yaml:"when" json:"when,omitempty"`
	Values  []string `yaml:"values" json:"values,omitempty"`
	Except  []string `yaml:"except" json:"except,omitempty"`
	Pattern string   `yaml:"pattern" json:"pattern,omitempty"`
	Scope   string   `yaml:"scope" json:"scope,omitempty"`
	Max     int      `yaml:"max" json:"max,omitempty"`
	Effect  Effect   `yaml:"effect" json:"effect,omitempty"`
	As      string   `yaml:"as" json:"as,omitempty"`         // how the target reads it instead
	Says    string   `yaml:"says" json:"says,omitempty"`     // the vendor's own message, shortened
	Unsure  bool     `yaml:"unsure" json:"unsure,omitempty"` // sources contradict each other, or only recommend
	Names   []string `yaml:"sources" json:"-"`

	Sources []Source `yaml:"-" json:"sources"`
	re      *regexp.Regexp
}

// Sure reports whether documentation, a specification or the vendor's own code says so.
func (f *Fact) Sure() bool {
	return !f.Unsure && slices.ContainsFunc(f.Sources, func(s Source) bool { return s.Kind != Issue })
}

//go:embed data/*.yaml
var data embed.FS

// All returns the vendors in the order of their names.
var All = sync.OnceValue(func() []*Vendor {
	vendors, err := load(data)
	if err != nil {
		panic(err) // the data are part of the program, and a test loads them
	}
	return vendors
})

func load(fsys fs.FS) ([]*Vendor, error) {
	files, err := fs.Glob(fsys, "data/*.yaml")
	if err != nil {
		return nil, err
	}
	var vendors []*Vendor
	for _, file := range files {
		src, err := fs.ReadFile(fsys, file)
		if err != nil {
			return nil, err
		}
		v := &Vendor{}
		d := yaml.NewDecoder(bytes.NewReader(src))
		d.KnownFields(true)
		if err := d.Decode(v); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := v.resolve(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		vendors = append(vendors, v)
	}
	slices.SortFunc(vendors, func(a, b *Vendor) int { return strings.Compare(a.Name, b.Name) })
	return vendors, nil
}

var day = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// resolve gives facts their sources and compiles their patterns; what is missing is an error.
func (v *Vendor) resolve() error {
	for name, s := range v.Sources {
		if s.URL == "" || !day.MatchString(s.Day) || !slices.Contains([]Kind{Documentation, Specification, SDK, Issue}, s.Kind) {
			return fmt.Errorf("source %s needs a url, a kind and a day", name)
		}
	}
	for _, t := range v.Targets {
		t.Vendor = v
		if t.Title == "" || t.Enforces == "" || !slices.Contains(toolset.Formats, t.Form) {
			return fmt.Errorf("target %s needs a title, a form and what it enforces", t.Name)
		}
		for _, f := range t.Facts {
			if titles[f.When] == "" {
				return fmt.Errorf("target %s: unknown check %q", t.Name, f.When)
			}
			if f.Effect != Refuses && f.Effect != Ignores || len(f.Names) == 0 {
				return fmt.Errorf("target %s: %s needs an effect and a source", t.Name, f.When)
			}
			for _, name := range f.Names {
				s, ok := v.Sources[name]
				if !ok {
					return fmt.Errorf("target %s: %s names the unknown source %q", t.Name, f.When, name)
				}
				f.Sources = append(f.Sources, s)
			}
			if f.Pattern != "" {
				re, err := regexp.Compile(f.Pattern)
				if err != nil {
					return fmt.Errorf("target %s: %w", t.Name, err)
				}
				f.re = re
			}
		}
	}
	return nil
}

// Names returns the names of all targets, sorted.
func Names() []string {
	var names []string
	for _, v := range All() {
		for _, t := range v.Targets {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return names
}

// TargetOf returns the target of a name or an alias, or nil.
func TargetOf(name string) *Target {
	for _, v := range All() {
		for _, t := range v.Targets {
			if t.Name == name || slices.Contains(t.Aliases, name) {
				return t
			}
		}
	}
	return nil
}

// TargetFor returns the target that a format of package toolset is for: the one of its
// name, else the first that tools are written for in it.
func TargetFor(format string) *Target {
	if t := TargetOf(format); t != nil && t.Form == format {
		return t
	}
	for _, v := range All() {
		for _, t := range v.Targets {
			if t.Form == format {
				return t
			}
		}
	}
	return nil
}
