package paths

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// homeFiles are the names of files in a home that programs read there, without the dot before them.
var homeFiles = map[string]bool{
	"zshrc": true, "zshenv": true, "zprofile": true, "bashrc": true, "bash_profile": true, "profile": true, "gitconfig": true, "tmux.conf": true,
	"vimrc": true, "inputrc": true, "config.fish": true, "starship.toml": true, "Brewfile": true, "home.nix": true,
	"stow-local-ignore": true,
}

// enoughHomeFiles is how many of those make a repository that of somebody's home: a project may keep one or two for its
// own containers.
const enoughHomeFiles = 3

var dotfiles skill.Memo[bool]

// IsDotfiles reports whether a repository holds the files of somebody's home, whose paths are its own.
func IsDotfiles(p *lint.Pass) bool {
	whole := p.Whole()
	return dotfiles.Of(whole, func() bool {
		found := map[string]bool{}
		for _, e := range whole.Tree.Entries() {
			if name := strings.TrimPrefix(tree.WithoutAttributes(path.Base(e.Path)), "."); homeFiles[name] {
				found[name] = true
			}
		}
		return len(found) >= enoughHomeFiles
	})
}
