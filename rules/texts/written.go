package texts

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// putAside reports whether the words that introduce a list say that what is in it lies elsewhere, or
// is to be removed where it is still there.
func putAside(words string) bool {
	return remarks.Elsewhere([]byte(words)) || toRemove.MatchString(words)
}

// toRemove matches what says so: "If old generated files exist, remove them".
var toRemove = regexp.MustCompile(`(?i)\b(?:old|stale|leftover|obsolete|legacy|earlier|previous)\b[^.\n]{0,80}\b(?:remove|delete|clean up)\b|\b(?:remove|delete|clean up)\b[^.\n]{0,40}\b(?:old|stale|leftover|obsolete|legacy)\b`)

// writtenByCode reports whether a file is data that a program of the skill names, which
// then writes it.
func writtenByCode(p *lint.Pass, s *skill.Skill, target string) bool {
	if !programData[strings.ToLower(path.Ext(target))] {
		return false
	}
	return slices.ContainsFunc(p.Tree.Below(s.Dir), func(e skill.Entry) bool {
		if e.Kind != skill.Regular || !scriptEnding.MatchString(e.Path) {
			return false
		}
		f := p.File(e.Path)
		return f != nil && bytes.Contains(f.Source(), []byte(path.Base(target)))
	})
}

// programData are the endings of files that programs write and append to.
var programData = map[string]bool{".jsonl": true, ".log": true, ".db": true, ".sqlite": true, ".sqlite3": true, ".csv": true, ".tsv": true, ".json": true, ".lock": true, ".pid": true}

// scriptEnding matches the endings of the programs that skills have.
var scriptEnding = regexp.MustCompile(`\.(?:py|js|mjs|cjs|ts|sh|bash|rb|ps1)$`)

// isInstalled reports whether a program of the skill that installs it names a script, which it
// then writes.
func isInstalled(p *lint.Pass, t skilltext.Page, script string) bool {
	return slices.ContainsFunc(p.Tree.Below(t.Skill.Dir), func(e skill.Entry) bool {
		if e.Kind != skill.Regular || !installer.MatchString(path.Base(e.Path)) {
			return false
		}
		f := p.File(e.Path)
		return f != nil && bytes.Contains(f.Source(), []byte(path.Base(script)))
	})
}

// installer matches the names of such programs.
var installer = regexp.MustCompile(`(?i)^(?:install|setup|bootstrap)(?:[-_]\w+)*\.(?:sh|bash|py|js|mjs|ps1)$`)
