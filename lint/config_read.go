package lint

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/skill"
)

// LoadConfig reads the configuration at the root of fsys; without one it
// returns the defaults. known are the rules that it may name. Every fault is
// an error: a misspelt rule that is silently ignored would be a pass.
func LoadConfig(fsys fs.FS, known []*Rule) (*Config, error) {
	c := DefaultConfig()
	r := &configReader{fsys: fsys, texts: fsys, known: known, c: c}
	err := r.file(ConfigName)
	if errors.Is(err, fs.ErrNotExist) && len(r.reading) == 0 {
		return c, nil
	}
	return c, err
}

// LoadConfigFile reads a configuration that may be anywhere on disk, in place of
// the one at the root of fsys. What it extends is found from its folder, and
// lies below; other paths in it are those of fsys. A file that does not exist
// is an error.
func LoadConfigFile(fsys fs.FS, file string, known []*Rule) (*Config, error) {
	c, dir := DefaultConfig(), filepath.Dir(file)
	r := &configReader{fsys: fsys, texts: os.DirFS(dir), known: known, c: c}
	err := r.file(filepath.Base(file))
	if wrong := (*ConfigError)(nil); errors.As(err, &wrong) {
		wrong.Position.Filename = filepath.Join(dir, wrong.Position.Filename)
	} else if unread := (*fs.PathError)(nil); errors.As(err, &unread) {
		unread.Path = filepath.Join(dir, unread.Path)
	}
	for part, at := range c.Origins {
		at.Filename = filepath.Join(dir, at.Filename)
		c.Origins[part] = at
	}
	return c, err
}

// A configReader reads a configuration and those that it extends.
type configReader struct {
	fsys    fs.FS // the workspace
	texts   fs.FS // where the configuration and what it extends are
	known   []*Rule
	c       *Config
	fset    *token.FileSet
	reading []string // the files that are being read, one extending the next
}

// file reads one file into the configuration, after what it extends.
func (r *configReader) file(name string) error {
	src, err := limit.ReadFS(r.texts, name, limit.Config)
	if err != nil {
		return err
	}
	outer := r.fset
	r.fset = token.NewFileSet()
	r.reading = append(r.reading, name)
	defer func() { r.fset, r.reading = outer, r.reading[:len(r.reading)-1] }()
	root, problem := skill.ParseData(r.fset, name, src)
	if problem != nil {
		return &ConfigError{r.fset.Position(problem.Pos), problem.Message}
	}
	return r.read(root)
}

func (r *configReader) fail(n *skill.Node, format string, args ...any) error {
	return &ConfigError{r.fset.Position(n.Pos), fmt.Sprintf(format, args...)}
}

// A configKey is a key of the file.
type configKey struct {
	name  string
	also  string // another spelling that is accepted
	read  func(r *configReader, key, v *skill.Node) error
	parts func(r *configReader) int // of a list: how many items there are so far
	named bool                      // each of its keys has a place of its own
	early bool                      // what others name is read before them
}

// configKeys are the keys of the file, in the order of the documentation.
// extends is read first, by extends.
var configKeys = []configKey{
	{name: "extends"},
	{name: "version", read: (*configReader).version},
	{name: "rules", named: true, read: func(r *configReader, _, v *skill.Node) error { return r.rules(v, r.c.Rules) }},
	{name: "policies", early: true, parts: func(r *configReader) int { return len(r.c.Policies) }, read: (*configReader).policies},
	{name: "overrides", parts: func(r *configReader) int { return len(r.c.Overrides) }, read: (*configReader).overrides},
	{name: "suppress", parts: func(r *configReader) int { return len(r.c.Suppress) }, read: (*configReader).suppress},
	{name: "ignore", read: func(r *configReader, key, v *skill.Node) error { return r.globs(key, v, &r.c.Ignore) }},
	{name: "include", read: func(r *configReader, key, v *skill.Node) error { return r.globs(key, v, &r.c.Include) }},
	{name: "core_tools", read: func(r *configReader, key, v *skill.Node) error { return r.strings(key, v, &r.c.CoreTools) }},
	{name: "phase", read: (*configReader).phase},
	{name: "platform_code", read: (*configReader).platformCode},
	{name: "deprecation_days", read: (*configReader).deprecationDays},
	{name: "known_skills", read: func(r *configReader, key, v *skill.Node) error { return r.globs(key, v, &r.c.KnownSkills) }},
	{name: "dialects", named: true, read: (*configReader).dialects},
	{name: "registries", parts: func(r *configReader) int { return len(r.c.Registries) }, read: (*configReader).registries},
	{name: "hosts", read: (*configReader).hosts},
	{name: "targets", read: (*configReader).targets},
	{name: "require_declared", also: "require-declared", read: (*configReader).requireDeclared},
	{name: "python", read: (*configReader).python},
	{name: "calls", read: func(r *configReader, key, v *skill.Node) error { return r.calls(key, v, &r.c.Calls) }},
	{name: "handlers", read: func(r *configReader, key, v *skill.Node) error { return r.calls(key, v, &r.c.Handlers) }},
	{name: "mcp", read: (*configReader).mcp},
	{name: "sources", parts: func(r *configReader) int { return len(r.c.Sources) }, read: func(r *configReader, key, v *skill.Node) error { return r.sources(key, v, &r.c.Sources) }},
	{name: "consumers", parts: func(r *configReader) int { return len(r.c.Consumers) }, read: func(r *configReader, key, v *skill.Node) error { return r.sources(key, v, &r.c.Consumers) }},
	{name: "baseline", read: (*configReader).baseline},
	{name: "fail_on", read: (*configReader).failOn},
	{name: "format", read: (*configReader).format},
}

func (r *configReader) read(root *skill.Node) error {
	if root == nil {
		return nil
	}
	if root.Kind != skill.Map {
		return r.fail(root, "the configuration is %s, expected a map", root.Kind)
	}
	if base := root.Get("extends"); base != nil {
		if err := r.extends(base); err != nil {
			return err
		}
	}
	for _, early := range []bool{true, false} {
		for _, m := range root.Members {
			if err := r.entry(m.Key, m.Value, early); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry reads one entry, when it is its turn, and notes where it comes from.
func (r *configReader) entry(key, v *skill.Node, early bool) error {
	i := slices.IndexFunc(configKeys, func(k configKey) bool { return k.name == key.Text || k.also != "" && k.also == key.Text })
	if i < 0 {
		var names []string
		for _, k := range configKeys {
			names = append(names, k.name)
		}
		return r.fail(key, "unknown key %q%s; known are %s", key.Text, NewSpeller(names).DidYouMean(key.Text), strings.Join(names, ", "))
	}
	k := configKeys[i]
	if k.early != early {
		return nil
	}
	before := 0
	if k.parts != nil {
		before = k.parts(r)
	}
	if k.read != nil {
		if err := k.read(r, key, v); err != nil {
			return err
		}
	}
	note := func(name string, n *skill.Node) { r.c.Origins[name] = r.fset.Position(n.Pos) }
	switch {
	case k.named:
		for _, m := range v.Members {
			note(key.Text+"."+m.Key.Text, m.Key)
		}
	case k.parts != nil:
		for i, m := range v.Members {
			note(fmt.Sprintf("%s[%d]", key.Text, before+i), m.Value)
		}
	case k.name == "require_declared":
		note("rules.undeclared-skill", key)
	default:
		note(key.Text, key)
	}
	return nil
}

// extends reads the file that this one builds on; what follows overrides it.
func (r *configReader) extends(v *skill.Node) error {
	name := path.Join(path.Dir(r.reading[len(r.reading)-1]), v.Str())
	if v.Str() == "" || !fs.ValidPath(name) {
		return r.fail(v, "extends is %q, expected the path of a file of this workspace", v.Text)
	}
	if slices.Contains(r.reading, name) {
		return r.fail(v, "%s extends itself", name)
	}
	if err := r.file(name); errors.Is(err, fs.ErrNotExist) {
		return r.fail(v, "extends names %q, which does not exist", name)
	} else if err != nil {
		return err
	}
	return nil
}

// requireDeclared switches a rule on that is off.
func (r *configReader) requireDeclared(_, v *skill.Node) error {
	if v.Kind != skill.Bool {
		return r.fail(v, "require_declared is %s, expected true or false", v.Kind)
	}
	if _, explicit := r.c.Rules["undeclared-skill"]; v.True() && !explicit {
		r.c.Rules["undeclared-skill"] = Warning
	}
	return nil
}

func (r *configReader) phase(_, v *skill.Node) error {
	r.c.Phase = Phase(v.Str())
	if !slices.Contains([]Phase{Compat, Enforce, Closed}, r.c.Phase) {
		return r.fail(v, `phase is %q, expected "compat", "enforce" or "closed"`, v.Text)
	}
	return nil
}

// platformCodes are the values of platform_code.
var platformCodes = map[string]Severity{"note": Note, "deny": Error, "allow": Off}

// PlatformCodeWord is PlatformCode as the configuration has it.
func (c *Config) PlatformCodeWord() string {
	for word, severity := range platformCodes {
		if severity == c.PlatformCode {
			return word
		}
	}
	return ""
}

func (r *configReader) platformCode(_, v *skill.Node) error {
	severity, known := platformCodes[v.Str()]
	if !known {
		return r.fail(v, `platform_code is %q, expected "note", "deny" or "allow"`, v.Text)
	}
	r.c.PlatformCode = severity
	return nil
}

func (r *configReader) deprecationDays(_, v *skill.Node) error {
	n, err := strconv.Atoi(v.Text)
	if err != nil || v.Kind != skill.Number || n < 0 {
		return r.fail(v, "deprecation_days is %q, expected a number of days", v.Text)
	}
	r.c.DeprecationDays = n
	return nil
}

func (r *configReader) strings(key, v *skill.Node, into *[]string) error {
	if v.Kind != skill.List {
		return r.fail(v, "%s is %s, expected a list", key.Text, v.Kind)
	}
	var list []string
	for _, item := range v.Members {
		if item.Value.Str() == "" {
			return r.fail(item.Value, "%s contains %s, expected text", key.Text, item.Value.Kind)
		}
		list = append(list, item.Value.Text)
	}
	*into = list
	return nil
}

func (r *configReader) globs(key, v *skill.Node, into *[]string) error {
	var list []string
	if err := r.strings(key, v, &list); err != nil {
		return err
	}
	if len(list) > limit.Globs {
		return r.fail(v, "%d globs, of which there may be %d: each is tried on each path; write wider ones", len(list), limit.Globs)
	}
	for i, g := range list {
		if !doublestar.ValidatePattern(g) {
			return r.fail(v.Members[i].Value, "%q is not a glob", g)
		}
	}
	*into = list
	return nil
}
