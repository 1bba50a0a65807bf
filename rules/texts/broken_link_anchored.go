package texts

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// lostAnchored are the paths in a text that lead nowhere though a variable says where they
// begin: in the folder of its skill, own, or of its plugin.
func lostAnchored(p *lint.Pass, f *skill.File, own string) (found []missingPath) {
	plugin := p.PluginAt(path.Dir(f.Path))
	if plugin != nil && isAboutSkills(pluginset.Name(plugin)) {
		plugin = nil // it may show another one's
	}
	var src []byte // read when the first path needs it
	for _, named := range f.Prose().Anchored {
		base, whose := own, "skill"
		if named.Plugin {
			if plugin == nil {
				continue
			}
			base, whose = plugin.Dir, "plugin"
		}
		target := path.Join(base, named.Path)
		if _, kind := p.Tree.Resolve(target); base == "" || kind != skill.Absent || !paths.Inside(base, target) || isRun(f, named.Start) || !ofResources(p, base, named.Path) ||
			paths.IsPlaceholder(named.Path) || paths.BuiltFolder.MatchString(named.Path) || writtenLater.MatchString(named.Path) {
			continue
		}
		if src == nil {
			src = f.Source()
		}
		if src == nil || f.Text().InCode(named.Start) || madeIn(src, named.Path) || mayBeAbsent(f, named.Path) || triedInTurn(f, named.Start) ||
			!named.Plugin && putTogether(p, own, named.Path) || skilltext.OfNothing(f, named.Start, false) || saidAbsent(src[named.End:]) || remarks.Excuses(src, named.Start, named.End) {
			continue
		}
		words, from := skilltext.LineAt(src, named.Start)
		if exampleWord.MatchString(words[:named.Start-from]) || plannedAfter.MatchString(words[named.End-from:]) || keptIn.MatchString(words[:named.Start-from]) {
			continue
		}
		d := lint.Span(f.Pos(named.Start), f.Pos(named.End), "the text names %q, which the %s does not have", named.Path, whose)
		slip := ""
		if has := func(dir string) bool {
			_, kind := p.Tree.Resolve(path.Join(dir, named.Path))
			return kind != skill.Absent
		}; !named.Plugin && plugin != nil && has(plugin.Dir) {
			slip = "that the plugin has, below ${CLAUDE_PLUGIN_ROOT}"
		} else if named.Plugin && own != "" && has(own) {
			slip = "that the skill has, below ${CLAUDE_SKILL_DIR}"
		}
		if slip != "" {
			d.Message = fmt.Sprintf("the text names %q in the folder of the %s: it is a file %s", named.Path, whose, slip)
		}
		found = append(found, missingPath{Diagnostic: d, path: target, slip: slip})
	}
	return found
}

// ofResources reports whether a path leads into a folder that skills and plugins have, or
// that this one has: some take the variable for their reader's project.
func ofResources(p *lint.Pass, base, target string) bool {
	first, _, below := strings.Cut(target, "/")
	if !below {
		return document.IsMarkdown(target)
	}
	_, kind := p.Tree.Resolve(path.Join(base, first))
	return kind == skill.Dir || resourceFolders[first]
}

// resourceFolders are folders of skills and plugins that projects hardly have.
var resourceFolders = map[string]bool{
	"reference": true, "references": true, "resources": true, "assets": true, "scripts": true, "templates": true, "prompts": true,
	"agents": true, "commands": true, "skills": true, "hooks": true,
}

// writtenLater matches what a skill or plugin writes when it runs.
var writtenLater = regexp.MustCompile(`(?i)(?:^|/)(?:[._]|(?:data|state|cache|logs?|outputs?|results?|reports?|runs?|tmp|temp|memory|history|sessions?|config|settings)/)|(?:^|/)(?:config|settings|state)\.\w+$|\.(?:log|db|sqlite3?|pid|lock|env)$`)

// isRun reports whether a path is that of a script which the text runs: rule missing-script
// speaks of it.
func isRun(f *skill.File, at int) bool {
	return slices.ContainsFunc(f.Prose().Scripts, func(s document.Script) bool { return s.Start == at })
}
