package resolve

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// A tsConfig is what a tsconfig.json or jsconfig.json says of modules.
type tsConfig struct {
	baseURL string // folder, "" without
	paths   tsPaths
}

// tsConfig returns the configuration in a folder, nil when there is none.
func (r *Resolver) tsConfig(dir string) *tsConfig {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tsConfigIn(dir)
}

func (r *Resolver) tsConfigIn(dir string) *tsConfig {
	if c, known := r.tsConfigs[dir]; known {
		return c
	}
	r.tsConfigs[dir] = nil
	for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
		if target, kind := r.Tree.Resolve(path.Join(dir, name)); kind == tree.Regular {
			r.tsConfigs[dir] = r.tsConfigAt(target)
			break
		}
	}
	return r.tsConfigs[dir]
}

// tsConfigAt returns the configuration in a file, which is read once; nil when
// there is none, or while it is being read: one that extends itself adds nothing.
func (r *Resolver) tsConfigAt(p string) *tsConfig {
	c, known := r.tsFiles[p]
	if !known {
		r.tsFiles[p] = nil
		c = r.readTSConfig(p)
		r.tsFiles[p] = c
	}
	return c
}

// readTSConfig reads a configuration and those that it extends. It is JSON
// with comments and trailing commas: an object literal of JavaScript.
func (r *Resolver) readTSConfig(p string) *tsConfig {
	src, err := r.Read(p)
	if err != nil {
		return nil
	}
	root := code.LooseJSON(src)
	if root == nil {
		return nil
	}
	c := &tsConfig{}
	for _, base := range textsOf(root.Get("extends")) {
		if !strings.HasPrefix(base, ".") {
			continue // from a package, which is not looked into
		}
		at := path.Join(path.Dir(p), base)
		if _, kind := r.Tree.Resolve(at); kind != tree.Regular {
			at += ".json"
		}
		if inherited := r.tsConfigAt(at); inherited != nil {
			if inherited.baseURL != "" {
				c.baseURL = inherited.baseURL
			}
			if inherited.paths.targets != nil {
				c.paths = inherited.paths
			}
		}
	}
	options := root.Get("compilerOptions")
	if options == nil {
		return c
	}
	dir := path.Dir(p)
	if base := options.Get("baseUrl"); base.Is(document.String) {
		c.baseURL = path.Join(dir, base.Text)
	}
	if paths := options.Get("paths"); paths.Is(document.Map) {
		c.paths = tsPaths{targets: map[tsPattern][]string{}}
		for _, m := range paths.Members {
			if !m.Key.Is(document.String) {
				continue
			}
			var targets []string
			for _, target := range textsOf(m.Value) {
				targets = append(targets, path.Join(cmp.Or(c.baseURL, dir), target))
			}
			c.paths.add(m.Key.Text, targets)
		}
	}
	return c
}

// textsOf returns the strings of a list, or a single one.
func textsOf(n *document.Node) []string {
	if n.Is(document.String) {
		return []string{n.Text}
	}
	var texts []string
	for _, item := range n.Items() {
		if item.Value.Is(document.String) {
			texts = append(texts, item.Value.Text)
		}
	}
	return texts
}

// aliased returns the file that a configuration's paths or baseUrl give a
// specifier.
func (r *Resolver) aliased(c *tsConfig, specifier string) string {
	targets, matched := c.paths.match(specifier)
	for _, target := range targets {
		if found := r.esFile(path.Clean(strings.Replace(target, "*", matched, 1))); found != "" {
			return found
		}
	}
	if c.baseURL != "" {
		if found := r.esFile(path.Join(c.baseURL, specifier)); found != "" {
			return found
		}
	}
	return ""
}
