package analyzers

import (
	"crypto/sha256"
	"go/token"
	"os"
	"path/filepath"
	"sync"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// RootVariable is the environment variable that names the workspace's root,
// for a build that is started from outside of it.
const RootVariable = "SKILLLINT_ROOT"

// Root returns the root of the workspace that a folder is in: what
// SKILLLINT_ROOT says, else the nearest folder upward with .skilllint.yaml,
// else with .git, go.work, or go.mod, else the folder itself. From each folder
// of a workspace it is the same.
func Root(dir string) string {
	if root := os.Getenv(RootVariable); root != "" {
		if abs, err := filepath.Abs(root); err == nil {
			return abs
		}
	}
	for _, marker := range []string{lint.ConfigName, ".git", "go.work", "go.mod"} {
		for d := dir; ; d = filepath.Dir(d) {
			if _, err := os.Lstat(filepath.Join(d, marker)); err == nil {
				return d
			}
			if d == filepath.Dir(d) {
				break
			}
		}
	}
	return dir
}

// Known are the rules that a configuration may name: a program that adds rules
// to skilllint's sets it before its analyzers run.
var Known = rules.All

// A workspace is what was read of one root.
type workspace struct {
	*skill.Workspace
	dir    *os.Root // of which single texts are read again
	config *lint.Config
	digest [sha256.Size]byte
}

// opened keeps the last workspace of each root: an editor asks for the same
// one again and again.
var opened = struct {
	sync.Mutex
	byRoot map[string]*workspace
}{byRoot: map[string]*workspace{}}

// maxPositions bounds the FileSet of a workspace, in bytes of source: each
// version of a Go file that an editor shows is one more file in it.
const maxPositions = 256 << 20

// open reads the workspace at a root, when it has changed.
func open(root string) (*workspace, error) {
	opened.Lock()
	defer opened.Unlock()
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	w, err := load(root, dir, opened.byRoot[root])
	if err != nil || w.dir != dir {
		dir.Close()
	}
	return w, err
}

// load reads the workspace of a root, unless the last one is still as it is.
func load(root string, dir *os.Root, last *workspace) (*workspace, error) {
	config, err := lint.LoadConfig(dir.FS(), Known)
	if err != nil {
		return nil, err
	}
	opts := config.LoadOptions()
	opts.Code.Unread = true
	digest := skill.Fingerprint(dir.FS(), opts)
	if last != nil && last.digest == digest && last.Fset.Base() < maxPositions {
		return last, nil
	}
	ws, err := skill.Load(token.NewFileSet(), dir.FS(), opts)
	if err != nil {
		return nil, err
	}
	w := &workspace{ws, dir, config, digest}
	opened.byRoot[root] = w
	return w, nil
}

// Fingerprint is a digest of what the findings about the Go code below a
// folder depend on besides the code: the workspace's manifests and
// configuration. A configuration that cannot be read counts as it is.
func Fingerprint(dir string) ([sha256.Size]byte, error) {
	root := Root(dir)
	r, err := os.OpenRoot(root)
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	defer r.Close()
	opts := skill.Options{}
	if config, err := lint.LoadConfig(r.FS(), Known); err == nil {
		opts = config.LoadOptions()
	}
	digest := skill.Fingerprint(r.FS(), opts)
	return sha256.Sum256(append(digest[:], root...)), nil
}
