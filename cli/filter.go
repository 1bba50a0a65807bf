package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/skilllint/skilllint/lint"
)

// ruleFilter reads --select and --ignore: names of rules, or globs of them.
func (f *checkFlags) ruleFilter(rules []*lint.Rule) (func(rule string) bool, error) {
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
	}
	for _, pattern := range slices.Concat(f.selected, f.ignored) {
		matches := func(name string) bool { ok, err := path.Match(pattern, name); return ok && err == nil }
		if !slices.ContainsFunc(names, matches) {
			return nil, fmt.Errorf("unknown rule %q%s; `skilllint rules` lists them", pattern, lint.NewSpeller(names).DidYouMean(pattern))
		}
	}
	in := func(patterns []string, rule string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := path.Match(p, rule); return ok })
	}
	return func(rule string) bool {
		return (f.selected == nil || in(f.selected, rule)) && !in(f.ignored, rule)
	}, nil
}

// stdinPath returns the path from a root of the file whose text comes from
// standard input. Neither the file nor its folder need be there.
func stdinPath(root, name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	dir := existing(filepath.Dir(abs))
	below, err := filepath.Rel(dir, abs)
	if err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	file, err := filepath.Rel(root, filepath.Join(dir, below))
	if err != nil || !filepath.IsLocal(file) {
		return "", fmt.Errorf("--stdin-filename %s is outside of %s", name, root)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("--stdin-filename %s: %s is not a folder", name, dir)
	}
	return filepath.ToSlash(file), nil
}

// startOf returns the paths that the root is looked for from: those given, or
// the folder of the file that standard input holds.
func startOf(f *checkFlags, args []string) []string {
	if f.stdinFile == "" || len(args) > 0 {
		return args
	}
	abs, err := filepath.Abs(f.stdinFile)
	if err != nil {
		return args
	}
	return []string{existing(filepath.Dir(abs))}
}

// existing returns the nearest path upward that is there.
func existing(dir string) string {
	for {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
