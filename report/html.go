package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// maxHTMLFindings bounds the findings of a page, so that it stays readable.
const maxHTMLFindings = 5000

//go:embed html/page.tmpl
var pageTemplate string

//go:embed html/page.css
var pageStyle string

//go:embed html/page.js
var pageScript string

// page is what the template shows. Its texts have passed Visible; the
// template escapes them.
type page struct {
	Title    string
	Name     string // of the workspace
	Made     string // by which version, for which day, against which base
	Unjudged string // what was left out, and why
	Policy   string // the Content-Security-Policy
	Style    template.CSS
	Script   template.JS
	Read     string
	Summary  Summary
	Findings []pageFinding
	Left     int // findings that are left out
	Rules    []string
	Report   bool // findings are shown, not the graph alone

	Whole     pageGraph
	Groups    *pageGraph // the same by group; nil when there is one group at most
	Collapsed bool       // the groups are shown first
}

// manyNodes is how many skills the drawing of all of them can show and be read.
const manyNodes = 60

// A pageGraph is a drawing with its nodes, by their numbers there.
type pageGraph struct {
	SVG   template.HTML
	Nodes []pageNode
}

type pageFinding struct {
	ID                  string // stays the same while the line and the message do
	Severity, Rule, URL string
	File                string
	Line, Column        int
	Message             string
	Before, Marked      string // the source line, with what is at fault marked
	After               string
	Related             []pageRelated
}

type pageRelated struct {
	File    string
	Line    int
	Message string
}

// pageNode is one node of a drawing.
type pageNode struct {
	Name    string `json:"name"`
	Dir     string `json:"dir,omitempty"`     // the folder whose findings are the node's
	Members []int  `json:"members,omitempty"` // of a group: the numbers of its skills
}

var pageHTML = template.Must(template.New("page").Parse(pageTemplate))

// HTML returns one page, without anything outside of it: the findings with
// filters, and the graph of the skills.
func HTML(o Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		p := page{Title: "skilllint", Name: Visible(o.Name), Made: Visible(o.made()), Unjudged: Visible(NotJudged(ws)), Report: true, Read: Read(ws), Summary: Summarize(ws, findings)}
		rules, _ := rulesOf(findings)
		for _, r := range rules {
			p.Rules = append(p.Rules, r.Name)
		}
		sorted := worstFirst(findings)
		p.Left = max(0, len(sorted)-maxHTMLFindings)
		sorted = sorted[:len(sorted)-p.Left]
		for i, id := range lint.Fingerprints(ws, sorted) {
			finding := pageFindingOf(ws, sorted[i])
			finding.ID = "f-" + id[:16]
			p.Findings = append(p.Findings, finding)
		}
		dirs := map[string]string{}
		for _, s := range ws.Skills {
			dirs[ws.NodeID(s)] = s.Dir
		}
		return p.write(w, Drawing(ws, findings), dirs)
	}
}

// GraphPage writes a page with the graph alone.
func GraphPage(w io.Writer, g *graph.Graph) error {
	p := page{Title: "skilllint graph"}
	return p.write(w, g, nil)
}

// write writes the page with a graph; dirs are the folders of its nodes.
func (p *page) write(w io.Writer, g *graph.Graph, dirs map[string]string) error {
	var err error
	if p.Whole, err = pageGraphOf(g); err != nil {
		return err
	}
	for n, node := range g.Nodes {
		p.Whole.Nodes[n].Dir = Visible(dirs[node.ID])
	}
	if groups, members := g.Collapse(); len(groups.Nodes) > 1 && len(groups.Nodes) < len(g.Nodes) {
		drawn, err := pageGraphOf(groups)
		if err != nil {
			return err
		}
		for n := range drawn.Nodes {
			drawn.Nodes[n].Members = members[n]
		}
		p.Groups, p.Collapsed = &drawn, len(g.Nodes) > manyNodes
	}
	p.Style, p.Script = template.CSS(pageStyle), template.JS(pageScript)
	hash := sha256.Sum256([]byte(pageScript))
	p.Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
	return pageHTML.Execute(w, p)
}

// pageGraphOf draws a graph, and names its nodes.
func pageGraphOf(g *graph.Graph) (drawn pageGraph, err error) {
	var svg strings.Builder
	if err := graph.SVG(&svg, g); err != nil {
		return drawn, err
	}
	drawn.SVG = template.HTML(svg.String())
	for _, n := range g.Nodes {
		drawn.Nodes = append(drawn.Nodes, pageNode{Name: Visible(cmp.Or(n.Label, n.ID))})
	}
	return drawn, nil
}

func pageFindingOf(ws *skill.Workspace, f lint.Finding) pageFinding {
	at := locate(ws, f.Pos, f.End, runes)
	p := pageFinding{Severity: f.Severity.String(), Rule: f.Rule.Name, URL: f.URL, File: Visible(at.file), Line: at.line, Column: at.column, Message: Visible(f.Message)}
	if src := sourceAt(ws, f.Pos); len(src) > 0 && at.start <= len(src) {
		before, marked, after := around(ws, src, at)
		before, marked, after = cells(before), cells(marked), cells(after)
		before, after = crop(before, marked, after, maxExcerpt)
		p.Before, p.Marked, p.After = before, truncate(marked, 2*maxExcerpt), after
	}
	for _, r := range f.Related {
		q := locate(ws, r.Pos, r.End, runes)
		p.Related = append(p.Related, pageRelated{Visible(q.file), q.line, Visible(r.Message)})
	}
	return p
}
