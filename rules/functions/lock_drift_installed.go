package functions

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// installedDrift is lock-drift for skills-lock.json. A hash that differs
// is no proof by itself: installers leave files out after hashing, count SKILL.md
// alone or other line ends, and some sources send a hash of their own. How a lock
// counts is known where others of the same source agree. Where most of a source's
// differ, their hashes were made in another way, or somebody keeps them in a form of their own.
func installedDrift(p *lint.Pass) {
	for _, m := range p.Manifests {
		if m.Dialect != skill.SkillsLock {
			continue
		}
		for _, e := range m.Root.Get("skills").Entries() {
			if paths.EscapesUp(e.Key.Text) {
				p.ReportAs(lint.Warning, lint.Span(e.Key.Pos, e.Key.End, "%q points out of the skills folder: expected the name of a folder in it", messages.Shorten(e.Key.Text)))
			}
		}
	}
	agree, others := map[countedBy]int{}, map[countedBy]int{}
	for _, l := range p.LockedSkills() {
		switch {
		case l.Err != nil:
		case l.Hash == l.Recorded.Text:
			agree[countOf(l)]++
		default:
			others[countOf(l)]++
		}
	}
	differ := p.Folding(folding.Gathered("skill differs from what was installed", "skills differ from what was installed"))
	for _, l := range p.LockedSkills() {
		if l.Err != nil || l.Hash == l.Recorded.Text || agree[countOf(l)] <= others[countOf(l)] || patched(p, l) || isLocal(l) || ofPageAlone(p, l) {
			continue
		}
		d := lint.Span(l.Recorded.Pos, l.Recorded.End, "%s differs from what was installed as %q (its hash is %s…): an update writes over what was changed here; take it out of the lock if that is meant, or install it again", l.Dir, l.Name, l.Hash[:12])
		if file := p.File(l.Dir + "/SKILL.md"); file != nil {
			d.Related = []analysis.RelatedInformation{{Pos: file.Pos(0), End: file.Pos(0), Message: "the folder's skill"}}
		}
		differ.ReportAs(lint.Note, d)
	}
}

// isLocal reports whether a skill was taken from the repository itself: it is written there.
func isLocal(l skill.LockedSkill) bool {
	return l.Manifest.Root.Get("skills").Get(l.Name).Get("sourceType").Str() == "local"
}

// ofPageAlone reports whether the hash is that of the SKILL.md alone: the installer left the other files out, such as links
// whose contents it copied.
func ofPageAlone(p *lint.Pass, l skill.LockedSkill) bool {
	page := p.File(l.Dir + "/SKILL.md")
	if page == nil || !page.Known() {
		return false
	}
	sum := sha256.Sum256(append([]byte("SKILL.md"), page.Source()...))
	return hex.EncodeToString(sum[:]) == l.Recorded.Text
}

// patched reports whether a patch of an installed skill lies beside the lock: a file of patches,
// or one in a folder of them, that is named after the skill, or whose folder is. To install
// the skill again would undo it.
func patched(p *lint.Pass, l skill.LockedSkill) bool {
	around := path.Dir(l.Manifest.Path)
	return slices.ContainsFunc(p.Tree.Below(around), func(e skill.Entry) bool {
		parts := strings.Split(strings.TrimPrefix(e.Path, around+"/"), "/")
		if ext := path.Ext(e.Path); e.Kind != skill.Regular || paths.Inside(l.Dir, e.Path) || ext != ".patch" && ext != ".diff" && !slices.Contains(parts[:len(parts)-1], "patches") {
			return false
		}
		return slices.ContainsFunc(parts, func(part string) bool {
			rest, is := strings.CutPrefix(part, l.Name)
			return is && (rest == "" || strings.ContainsAny(rest[:1], ".-+@"))
		})
	})
}

// countedBy is what hashes that were made in one way have in common.
type countedBy struct {
	lock   *skill.Manifest
	source string
}

func countOf(l skill.LockedSkill) countedBy {
	return countedBy{l.Manifest, l.Manifest.Root.Get("skills").Get(l.Name).Get("source").Str()}
}
