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

// configKeys are the keys of the file, in the order of the documentation.
var configKeys = []string{"extends", "rules", "overrides", "suppress", "ignore", "include", "core_tools", "phase", "deprecation_days", "known_skills", "dialects", "registries", "hosts", "targets", "require_declared", "python", "calls", "handlers", "mcp", "sources", "baseline", "fail_on", "format"}

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
	for _, m := range root.Members {
		before := map[string]int{"overrides": len(r.c.Overrides), "suppress": len(r.c.Suppress), "registries": len(r.c.Registries), "sources": len(r.c.Sources)}
		if err := r.entry(m.Key, m.Value); err != nil {
			return err
		}
		r.noteOrigin(m.Key, m.Value, before[m.Key.Text])
	}
	return nil
}

// noteOrigin records where the parts of an entry come from; before counts the
// items of its list that other files brought.
func (r *configReader) noteOrigin(key, v *skill.Node, before int) {
	note := func(name string, n *skill.Node) { r.c.Origins[name] = r.fset.Position(n.Pos) }
	switch key.Text {
	case "rules", "dialects":
		for _, m := range v.Members {
			note(key.Text+"."+m.Key.Text, m.Key)
		}
	case "overrides", "suppress", "registries", "sources":
		for i, m := range v.Members {
			note(fmt.Sprintf("%s[%d]", key.Text, before+i), m.Value)
		}
	case "require_declared", "require-declared":
		note("rules.undeclared-skill", key)
	default:
		note(key.Text, key)
	}
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

func (r *configReader) entry(key, v *skill.Node) (err error) {
	switch key.Text {
	case "extends":
	case "rules":
		return r.rules(v, r.c.Rules)
	case "overrides":
		return r.overrides(v)
	case "suppress":
		return r.suppress(v)
	case "ignore":
		r.c.Ignore, err = r.globs(key, v)
	case "include":
		r.c.Include, err = r.globs(key, v)
	case "core_tools":
		r.c.CoreTools, err = r.strings(key, v)
	case "known_skills":
		r.c.KnownSkills, err = r.globs(key, v)
	case "dialects":
		return r.dialects(v)
	case "registries":
		return r.registries(v)
	case "hosts":
		return r.hosts(key, v)
	case "targets":
		return r.targets(key, v)
	case "require_declared", "require-declared":
		if v.Kind != skill.Bool {
			return r.fail(v, "%s is %s, expected true or false", key.Text, v.Kind)
		}
		if _, explicit := r.c.Rules["undeclared-skill"]; v.True() && !explicit {
			r.c.Rules["undeclared-skill"] = Warning
		}
	case "python":
		return r.python(v)
	case "calls":
		return r.calls(key, v, &r.c.Calls)
	case "handlers":
		return r.calls(key, v, &r.c.Handlers)
	case "mcp":
		return r.mcp(v)
	case "sources":
		return r.sources(v)
	case "baseline":
		return r.baseline(v)
	case "fail_on":
		return r.failOn(v)
	case "format":
		return r.format(v)
	case "phase":
		r.c.Phase = Phase(v.Str())
		if !slices.Contains([]Phase{Compat, Enforce, Closed}, r.c.Phase) {
			return r.fail(v, `phase is %q, expected "compat", "enforce" or "closed"`, v.Text)
		}
	case "deprecation_days":
		n, e := strconv.Atoi(v.Text)
		if e != nil || v.Kind != skill.Number || n < 0 {
			return r.fail(v, "deprecation_days is %q, expected a number of days", v.Text)
		}
		r.c.DeprecationDays = n
	default:
		return r.fail(key, "unknown key %q%s; known are %s", key.Text, NewSpeller(configKeys).DidYouMean(key.Text), strings.Join(configKeys, ", "))
	}
	return err
}

func (r *configReader) strings(key, v *skill.Node) ([]string, error) {
	if v.Kind != skill.List {
		return nil, r.fail(v, "%s is %s, expected a list", key.Text, v.Kind)
	}
	var list []string
	for _, item := range v.Members {
		if item.Value.Str() == "" {
			return nil, r.fail(item.Value, "%s contains %s, expected text", key.Text, item.Value.Kind)
		}
		list = append(list, item.Value.Text)
	}
	return list, nil
}

func (r *configReader) globs(key, v *skill.Node) ([]string, error) {
	list, err := r.strings(key, v)
	if err != nil {
		return nil, err
	}
	if len(list) > limit.Globs {
		return nil, r.fail(v, "%d globs, of which there may be %d: each is tried on each path; write wider ones", len(list), limit.Globs)
	}
	for i, g := range list {
		if !doublestar.ValidatePattern(g) {
			return nil, r.fail(v.Members[i].Value, "%q is not a glob", g)
		}
	}
	return list, nil
}
