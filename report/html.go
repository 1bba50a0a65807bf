package report

import (
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
	Policy   string // the Content-Security-Policy
	Style    template.CSS
	Script   template.JS
	Read     string
	Summary  Summary
	Findings []pageFinding
	Left     int // findings that are left out
	Rules    []string
	Report   bool // findings are shown, not the graph alone
	Graph    template.HTML
	Nodes    []pageNode
}

type pageFinding struct {
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

// pageNode is one node of the graph, by its number there.
type pageNode struct {
	Name string `json:"name"`
	Dir  string `json:"dir"` // the folder whose findings are the node's
}

var pageHTML = template.Must(template.New("page").Parse(pageTemplate))

// HTML returns one page, without anything outside of it: the findings with
// filters, and the graph of the skills.
func HTML(Options) Format {
	return func(w io.Writer, ws *skill.Workspace, findings []lint.Finding) error {
		p := page{Title: "skilllint", Report: true, Read: Read(ws), Summary: Summarize(ws, findings)}
		rules, _ := rulesOf(findings)
		for _, r := range rules {
			p.Rules = append(p.Rules, r.Name)
		}
		for i, f := range worstFirst(findings) {
			if i == maxHTMLFindings {
				p.Left = len(findings) - i
				break
			}
			p.Findings = append(p.Findings, pageFindingOf(ws, f))
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
	var svg strings.Builder
	if err := graph.SVG(&svg, g); err != nil {
		return err
	}
	p.Style, p.Script, p.Graph = template.CSS(pageStyle), template.JS(pageScript), template.HTML(svg.String())
	for _, n := range g.Nodes {
		name := n.Label
		if name == "" {
			name = n.ID
		}
		p.Nodes = append(p.Nodes, pageNode{Visible(name), Visible(dirs[n.ID])})
	}
	hash := sha256.Sum256([]byte(pageScript))
	p.Policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(hash[:]) + "'"
	return pageHTML.Execute(w, p)
}

func pageFindingOf(ws *skill.Workspace, f lint.Finding) pageFinding {
	at := locate(ws, f.Pos, f.End, runes)
	p := pageFinding{Severity: f.Severity.String(), Rule: f.Rule.Name, URL: f.URL, File: Visible(at.file), Line: at.line, Column: at.column, Message: Visible(f.Message)}
	if src := sourceAt(ws, f.Pos); len(src) > 0 && at.start <= len(src) {
		text, from, to := around(src, at)
		before, marked, after := cells(string(text[:from])), cells(string(text[from:to])), cells(string(text[to:]))
		before, after = crop(before, marked, after, maxExcerpt)
		p.Before, p.Marked, p.After = before, truncate(marked, 2*maxExcerpt), after
	}
	for _, r := range f.Related {
		q := locate(ws, r.Pos, r.End, runes)
		p.Related = append(p.Related, pageRelated{Visible(q.file), q.line, Visible(r.Message)})
	}
	return p
}
