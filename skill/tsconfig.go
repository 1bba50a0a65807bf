package skill

import (
	"cmp"
	"path"
	"slices"
	"strings"

	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

// A tsConfig is what a tsconfig.json or jsconfig.json says of modules.
type tsConfig struct {
	baseURL string    // folder, "" without
	paths   []tsAlias // the most specific first
}

// A tsAlias is one entry of paths.
type tsAlias struct {
	pattern string   // as written, with at most one *
	targets []string // paths of the tree, with at most one *
}

// tsConfig returns the configuration in a folder, nil when there is none.
func (r *resolver) tsConfig(dir string) *tsConfig {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tsConfigIn(dir)
}

func (r *resolver) tsConfigIn(dir string) *tsConfig {
	if c, known := r.tsConfigs[dir]; known {
		return c
	}
	r.tsConfigs[dir] = nil
	for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
		if target, kind := r.ws.Tree.Resolve(path.Join(dir, name)); kind == Regular {
			r.tsConfigs[dir] = r.readTSConfig(target, 0)
			break
		}
	}
	return r.tsConfigs[dir]
}

// readTSConfig reads a configuration and those that it extends. It is JSON
// with comments and trailing commas: an object literal of JavaScript.
func (r *resolver) readTSConfig(p string, depth int) *tsConfig {
	src, err := readCapped(r.fsys, p, maxManifest)
	if err != nil || depth > 8 {
		return nil
	}
	root := literalJSON(src)
	if root == nil {
		return nil
	}
	c := &tsConfig{}
	for _, base := range textsOf(root.entry("extends")) {
		if !strings.HasPrefix(base, ".") {
			continue // from a package, which is not looked into
		}
		at := path.Join(path.Dir(p), base)
		if _, kind := r.ws.Tree.Resolve(at); kind != Regular {
			at += ".json"
		}
		if inherited := r.readTSConfig(at, depth+1); inherited != nil {
			if inherited.baseURL != "" {
				c.baseURL = inherited.baseURL
			}
			if inherited.paths != nil {
				c.paths = inherited.paths
			}
		}
	}
	options := root.entry("compilerOptions")
	if options == nil {
		return c
	}
	dir := path.Dir(p)
	if base := options.entry("baseUrl"); base != nil {
		if text, ok := base.constText(); ok {
			c.baseURL = path.Join(dir, text)
		}
	}
	if paths := options.entry("paths"); paths != nil && paths.kind == mapExpr {
		c.paths = nil
		for i, key := range paths.keys {
			if key == nil {
				continue
			}
			alias := tsAlias{pattern: key.text}
			for _, target := range textsOf(paths.args[i]) {
				alias.targets = append(alias.targets, path.Join(cmp.Or(c.baseURL, dir), target))
			}
			c.paths = append(c.paths, alias)
		}
		slices.SortStableFunc(c.paths, func(a, b tsAlias) int {
			return cmp.Compare(specificity(b.pattern), specificity(a.pattern))
		})
	}
	return c
}

// specificity orders patterns: an exact one first, then by what stands before
// the star.
func specificity(pattern string) int {
	if i := strings.IndexByte(pattern, '*'); i >= 0 {
		return i
	}
	return 1 << 20
}

// literalJSON reads JSON with comments, nil when it is none.
func literalJSON(src []byte) *expr {
	file := es.Parse(es.JavaScript, append([]byte("x = "), src...))
	e := &esExtractor{extractor: &extractor{}, file: file, made: map[es.Expr]*expr{}}
	for _, a := range file.Assigns {
		if object, ok := a.Value.(*es.Object); ok {
			return e.expr(object)
		}
	}
	return nil
}

// textsOf returns the strings of a list, or a single one.
func textsOf(e *expr) []string {
	if e == nil {
		return nil
	}
	list := []*expr{e}
	if e.kind == listExpr {
		list = e.args
	}
	var texts []string
	for _, item := range list {
		if item.kind == textExpr {
			texts = append(texts, item.text)
		}
	}
	return texts
}

// aliased returns the file that a configuration's paths or baseUrl give a
// specifier.
func (r *resolver) aliased(c *tsConfig, specifier string) string {
	for _, alias := range c.paths {
		before, after, star := strings.Cut(alias.pattern, "*")
		matched := ""
		switch {
		case !star && specifier != alias.pattern:
			continue
		case star:
			if len(specifier) < len(before)+len(after) || !strings.HasPrefix(specifier, before) || !strings.HasSuffix(specifier, after) {
				continue
			}
			matched = specifier[len(before) : len(specifier)-len(after)]
		}
		for _, target := range alias.targets {
			if found := r.esFile(path.Clean(strings.Replace(target, "*", matched, 1))); found != "" {
				return found
			}
		}
		break // the most specific pattern decides
	}
	if c.baseURL != "" {
		if found := r.esFile(path.Join(c.baseURL, specifier)); found != "" {
			return found
		}
	}
	return ""
}
