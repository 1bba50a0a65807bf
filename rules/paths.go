package rules

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A skillText is a Markdown file of a skill, SKILL.md or one below it.
type skillText struct {
	*skill.File
	skill *skill.Skill
	below bool // it is not SKILL.md itself
}

var skillTextLists skill.Memo[[]skillText]

// skillTexts are the Markdown files of skills that an agent reads: those in
// templates and change logs are not for it.
func skillTexts(p *lint.Pass) []skillText {
	return skillTextLists.Of(p.Workspace, func() []skillText {
		byDir := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			if m := s.Manifest(); s.Plugin == nil && (m.Dialect == skill.Standard || m.Dialect == skill.Contract) {
				byDir[s.Dir] = s
			}
		}
		var list []skillText
		for _, f := range p.Texts() {
			s := byDir[skillFolder(p, f.Path)]
			if s == nil || !strings.EqualFold(path.Ext(f.Path), ".md") {
				continue
			}
			if m := s.Manifest(); f.Path == m.Path {
				list = append(list, skillText{m.File, s, false})
			} else if inside := strings.TrimPrefix(f.Path, s.Dir+"/"); !historical(f.Path) && !isTemplate(inside) && p.ManifestAt(f.Path) == nil {
				list = append(list, skillText{f, s, true})
			}
		}
		return list
	})
}

// isTemplate reports whether a path goes through a folder of what is copied
// elsewhere, where its links then lead.
func isTemplate(p string) bool {
	for _, part := range strings.Split(strings.ToLower(path.Dir(p)), "/") {
		switch part {
		case "template", "templates", "assets", "asset", "boilerplate", "boilerplates", "scaffold", "scaffolds", "example", "examples", "sample", "samples", "evals", "node_modules", "vendor":
			return true
		}
	}
	return strings.Contains(strings.ToLower(path.Base(p)), "template")
}

// leadsTo reports whether a path in a text of a skill leads somewhere, as a
// reader takes it: from the text, the skill, the folders around it up to the
// root.
func leadsTo(p *lint.Pass, t skillText, target string) bool {
	bases := []string{path.Dir(t.Path), t.skill.Dir}
	if !strings.HasPrefix(path.Clean(target), "..") {
		for d := t.skill.Dir; d != "."; {
			d = path.Dir(d)
			bases = append(bases, d)
		}
	}
	for _, base := range bases {
		if _, kind := p.Tree.Resolve(path.Join(base, target)); kind != skill.Absent {
			return true
		}
	}
	return false
}

// elsewhereIn reports whether a file below a folder has a path that ends in
// another one.
func elsewhereIn(p *lint.Pass, dir, target string) bool {
	tail := "/" + path.Clean(strings.TrimLeft(target, "./"))
	return slices.ContainsFunc(p.Tree.Below(dir), func(e skill.Entry) bool { return strings.HasSuffix("/"+e.Path, tail) })
}

// placeholders match a segment of a path that stands for another one.
var placeholders = regexp.MustCompile(`(?i)^(?:your|my|some|new|the|any|this)[-_ ]|^(?:x|xx|xxx+|yyy+|foo|bar|baz|foobar|qux|example\d*|sample|demo|test|name|file|files|filename|file[-_ ]?name|file\d|path|script|scripts?[-_]?name|helper|helpers|topic|template|page|doc|document|link|url|image|img|something|whatever|thing|one|two|other|another|relevant|specific)\.\w+$|[-_]?name\.\w+$|^example[-_]|[-_]example\.\w+$|^\.\.\.$|^(?:your|path|to|foo|xxx+)$|^[A-Z]{1,2}\.\w+$|^[a-z]\.\w+$|YYYY|XXX|NNN|\bN\b`)

// isPlaceholder reports whether a path stands for others.
func isPlaceholder(target string) bool {
	if strings.ContainsAny(target, "{}<>[]$*|\\…") || strings.Contains(target, "...") {
		return true
	}
	return slices.ContainsFunc(strings.Split(target, "/"), placeholders.MatchString)
}

// lineAt returns the line of a text that an offset stands in, and where it begins.
func lineAt(src []byte, at int) (string, int) {
	at = min(at, len(src))
	from := bytes.LastIndexByte(src[:at], '\n') + 1
	to := len(src)
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		to = at + i
	}
	return string(src[from:to]), from
}

// blockAt returns the block of code that holds an offset.
func blockAt(text *skill.Text, at int) (document.Block, bool) {
	i := slices.IndexFunc(text.Code, func(b document.Block) bool { return b.Start <= at && at < b.End })
	if i < 0 {
		return document.Block{}, false
	}
	return text.Code[i], true
}
