package lint

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// ConfigName is the file that configures a workspace, at its root.
const ConfigName = ".skilllint.yaml"

// A Phase is a preset of severities for a migration to contracts.
type Phase string

const (
	Compat  Phase = "compat"  // groups B and C are warnings, so are legacy keys
	Enforce Phase = "enforce" // the default: legacy keys are warnings
	Closed  Phase = "closed"  // legacy keys are errors
)

// A Config is what the user decided, in .skilllint.yaml.
type Config struct {
	Version         string              // the release whose rules and severities count, "0.2"; "" for this one
	Rules           map[string]Severity // explicit severities; they win over the phase
	Ignore          []string            // globs of paths that are not read
	Include         []string            // globs of paths that are judged although nobody loads them
	CoreTools       []string            // tools of the reserved provider "core"
	Phase           Phase
	PlatformCode    Severity          // of code outside of skills that imports the inside of one; Off when it may
	DeprecationDays int               // the shortest window of a deprecation
	KnownSkills     []string          // globs of skills that the host brings
	Dialects        []Spoken          // dialects of some files; the last that matches wins
	PythonRoots     []string          // folders in which absolute imports of Python begin
	Calls           []string          // patterns of calls through a registry or gateway, besides code.DefaultCalls
	Handlers        []string          // patterns of what registers the handlers of tools, besides code.DefaultHandlers
	Overrides       []Override        // severities for some paths; the last that matches wins
	Suppress        []Suppression     // silenced findings in files that hold no comments
	Policies        []Policy          // rules of the user's
	Registries      []Registry        // in the order in which skills are looked for
	Snapshots       map[string]string // path → MCP server whose tools are recorded there
	Hosts           []string          // programs that the skills have to load in, of internal/hosts, each once
	Targets         []string          // runtimes that cli skills are made for, of manifest.Targets
	Sources         []sources.Source  // repositories that provide skills, in the order in which they count
	Consumers       []sources.Source  // repositories that use the skills here

	Inert bool     // judge what nobody loads, too
	Named []string // paths that were asked for; inside of a folder that nobody loads they are judged

	Baseline string // the file of findings that do not count, relative to the root; "" for none
	FailOn   string // the lowest severity that fails a run, or "never"; "" for the command's default
	Format   string // of the report on standard output; "" for the command's default

	// Origins are the places of what is no default: of keys, of single rules
	// and dialects ("rules.skill-name"), and of items ("suppress[0]").
	Origins map[string]token.Position
}

// A Spoken is the dialect that the files of a glob speak.
type Spoken struct{ Glob, Dialect string }

// An Override sets severities below some paths.
type Override struct {
	Paths []string // globs
	Rules map[string]Severity
}

// A Suppression silences one rule in the files that a glob matches.
type Suppression struct {
	Rule, Path, Reason string

	start, end int // bytes in the configuration
}

// DefaultConfig is the configuration of a workspace without a file.
func DefaultConfig() *Config {
	return &Config{Rules: map[string]Severity{}, Origins: map[string]token.Position{}, CoreTools: []string{"read", "save", "show"}, Phase: Enforce, PlatformCode: Note, DeprecationDays: 30}
}

// A ConfigError is a fault in the configuration, with its place.
type ConfigError struct {
	Position token.Position
	Msg      string
}

func (e *ConfigError) Error() string { return fmt.Sprintf("%s: %s", e.Position, e.Msg) }

// LoadOptions are what the configuration says about reading a workspace.
func (c *Config) LoadOptions() skill.Options {
	return skill.Options{
		Code:      skill.CodeOptions{PythonRoots: c.PythonRoots, Calls: slices.Concat(code.DefaultCalls, c.Calls), Handlers: slices.Concat(code.DefaultHandlers, c.Handlers)},
		Snapshots: c.Snapshots,
		Core:      c.CoreTools,
		Ignore:    func(p string) bool { return matchAny(c.Ignore, p) },
		Judge:     c.judges,
		Dialect: func(p string) *skill.Dialect {
			for _, spoken := range slices.Backward(c.Dialects) {
				if matchGlob(spoken.Glob, p) {
					return manifest.Dialects[slices.IndexFunc(manifest.Dialects, func(d *skill.Dialect) bool { return d.Name == spoken.Dialect })]
				}
			}
			if c.registry(p) != nil {
				return skill.Registry
			}
			return nil
		},
	}
}

// judges reports whether a file in a folder that nobody loads is to be judged.
func (c *Config) judges(folder, p string) bool {
	below := func(dir, p string) bool { return p == dir || strings.HasPrefix(p, dir+"/") }
	return c.Inert || matchAny(c.Include, p) ||
		slices.ContainsFunc(c.Named, func(named string) bool { return below(folder, named) && below(named, p) })
}

// KnownSkill reports whether the host brings a skill of that name.
func (c *Config) KnownSkill(name string) bool { return matchAny(c.KnownSkills, name) }

// CoreTool reports whether a tool belongs to the reserved provider "core".
func (c *Config) CoreTool(name string) bool { return slices.Contains(c.CoreTools, name) }

func matchAny(globs []string, p string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return matchGlob(g, p) })
}

// matchGlob matches a path; a glob without a slash matches a name anywhere,
// and a directory stands for all below it.
func matchGlob(glob, p string) bool {
	glob = strings.TrimSuffix(glob, "/")
	for q := p; q != "."; q = path.Dir(q) {
		if doublestar.MatchUnvalidated(glob, q) || !strings.Contains(glob, "/") && doublestar.MatchUnvalidated(glob, path.Base(q)) {
			return true
		}
		if !strings.Contains(q, "/") {
			break
		}
	}
	return false
}

// explicit returns the severity that the configuration gives a rule in a
// file, by its own name or else by its former one.
func (c *Config) explicit(rule *Rule, file string) (Severity, bool) {
	for _, name := range rule.names() {
		s, ok := c.Rules[name]
		for _, o := range c.Overrides {
			if here, set := o.Rules[name]; set && file != "" && matchAny(o.Paths, file) {
				s, ok = here, true
			}
		}
		if ok {
			return s, true
		}
	}
	return Off, false
}

// off reports whether a rule need not run at all.
func (c *Config) off(rule *Rule) bool {
	for _, o := range c.Overrides {
		for _, name := range rule.names() {
			if o.Rules[name] != Off {
				return false
			}
		}
	}
	if s, ok := c.explicit(rule, ""); ok {
		return s == Off
	}
	return rule.At(c.Version) == Off
}

// apply gives every finding its severity and drops those that are off.
func (c *Config) apply(ws *skill.Workspace, findings []Finding) []Finding {
	kept := findings[:0]
	for _, f := range findings {
		if f.Rule == internalError {
			kept = append(kept, f)
			continue
		}
		name := ws.Fset.Position(f.Pos).Filename
		if file := ws.FileAt(f.Pos); file != nil {
			name = file.Path // in a base a place's own name begins with the revision
		}
		explicit, ok := c.explicit(f.Rule, name)
		if was := f.Rule.At(c.Version); was < f.Rule.Severity {
			f.Severity = min(f.Severity, was)
		}
		switch {
		case ok:
			f.Severity = explicit
		case f.Rule.Legacy && c.Phase == Closed:
			f.Severity = Error
		case c.Phase == Compat && (f.Rule.Group == "B" || f.Rule.Group == "C"):
			f.Severity = min(f.Severity, Warning)
		}
		if f.Severity != Off {
			kept = append(kept, f)
		}
	}
	return kept
}

// Enable switches rules on that are off, as warnings: somebody asked for them
// by name.
func (c *Config) Enable(known []*Rule, asked func(rule string) bool) {
	for _, r := range known {
		if !asked(r.Name) {
			continue
		}
		if s, set := c.explicit(r, ""); set && s == Off || !set && r.At(c.Version) == Off {
			c.Rules[r.Name] = Warning
		}
	}
}
