package plugins

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// plainAgents reports texts of agents without a frontmatter, which their host does not load for that: all of a
// folder at once. Where another text leads to one by its path they are read so.
func plainAgents(p *lint.Pass) {
	var found folding.Batches[string]
	files := map[string][]string{} // by the folder
	for _, c := range p.Components() {
		if c.Kind != hosts.Agent || c.HasFrontmatter || !document.IsMarkdown(c.Path) || isPage(c.Path) || paths.Historical(p, c.Path) {
			continue
		}
		forms, known := loading.OwnForms(c)
		if !known || slices.ContainsFunc(forms, func(of hostform.Form) bool { return !of.Absent.Lost() }) {
			continue
		}
		src := c.Source()
		if _, behind := manifest.BehindFrontmatter(c.File); behind || !addressed.Match(src[:min(len(src), addressReach)]) {
			continue // of a frontmatter further down manifest-syntax speaks
		}
		dir := path.Dir(c.Path)
		files[dir] = append(files[dir], c.Path)
		found.Add(dir, lint.Span(c.Pos(0), c.Pos(len(document.FirstLine(src))), "%s: it has no frontmatter; begin it with a name and a description", lostIn(forms[0].Host, forms[0].Absent, c.Kind)))
	}
	for _, dir := range found.Causes {
		if !anyNamed(p, files[dir]) {
			p.Folding(folding.Gathered("agent beside it has none", "agents beside it have none")).ReportAs(lint.Warning, found.Of[dir]...)
		}
	}
}

var openedFolders skill.MemoBy[string, bool]

// openedByCommand reports whether a command of the project opens the agents of a folder by the names that it is called with,
// and takes their text: .claude/agents/[agent-name].md.
func openedByCommand(p *lint.Pass, dir string) bool {
	return openedFolders.Of(p.Workspace, dir, func() bool {
		var words []string
		for _, begin := range []string{"[", "<", "{", "$"} {
			words = append(words, dir+"/"+begin)
		}
		return slices.ContainsFunc(p.Whole().Components(), func(c *skill.Component) bool {
			return c.Kind == hosts.Command && c.Known() && len(*skilltext.WordsHeld.Of(c.File, &words)) > 0
		})
	})
}

// isPage reports whether a file has the name of a page about its folder, of a plan, or one in capitals: index.md,
// pipeline_plan.md, WORKFLOWS.md.
func isPage(file string) bool {
	stem := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return loading.IsIndex(file) || ofPlan.MatchString(stem) || stem == strings.ToUpper(stem)
}

// ofPlan matches the name of a page on what is to be done.
var ofPlan = regexp.MustCompile(`(?i)[_-](?:plan|roadmap|proposal)$`)

// addressed matches words by which a text tells an agent who it is, or its title.
var addressed = regexp.MustCompile(`(?i)\byou(?: are|['’]re) (?:an? |the |operating |responsible )|\bact as (?:an? |the )|\beres (?:un|el|la)\b|\bvocê é\b|\bdu bist\b|\b(?:tu es|vous êtes)\b|あなたは|你是|당신은|^\s*# [^\n]*\bagent\b`)

// addressReach is how far into a text such words stand, in bytes.
const addressReach = 600
