package graph

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style follows the reader's colour scheme; its rules end at the drawing.
const style = `
.graph{font:12px system-ui,sans-serif;background:#fff;color:#1f2328}
.graph text{fill:currentColor}
.graph .panel rect{fill:none;stroke:#d8dee4}
.graph .panel text,.graph .legend text{font-weight:600}
.graph .node rect{fill:#f6f8fa;stroke:#8c959f}
.graph .node rect.group{stroke:none}
.graph .node .detail{font-size:10px;opacity:.75}
.graph .node.fault rect.box{stroke:` + red + `;stroke-width:2}
.graph .node.missing rect.box{stroke:` + red + `;stroke-dasharray:4 3;fill:none}
.graph .edge path{fill:none;stroke:` + ink + `;stroke-opacity:.7;marker-end:url(#graph-end)}
.graph.many .edge path{stroke-opacity:.3}
.graph .edge.read path{stroke-dasharray:6 3}
.graph .edge.soft path{stroke-dasharray:2 3}
.graph g.edge.cycle path{stroke:` + orange + `;stroke-opacity:1;stroke-width:2.5;marker-end:url(#graph-end-cycle)}
.graph g.edge.broken path{stroke:` + red + `;stroke-opacity:1;marker-end:url(#graph-end-broken)}
@media(prefers-color-scheme:dark){.graph{background:#0d1117;color:#e6edf3}
.graph .panel rect{stroke:#30363d}.graph .node rect.box{fill:#161b22}.graph .edge path{stroke:#8b949e}}
`

// palette tells groups apart, while there are no more of them than colours.
var palette = []string{"#0969da", "#1a7f37", "#8250df", "#bf8700", "#1b7c83", "#bf3989", "#57606a", "#a475f9", "#2da44e", "#54aeff"}

const legendHeight = 40

// SVG draws Arrange(g) as a self-contained picture without scripts. Elements
// of class node have the node's number as data-node; of class edge, the numbers
// of the ends as data-from and data-to. It reads on light and dark pages.
func SVG(w io.Writer, g *Graph) error {
	l := Arrange(g)
	out := bufio.NewWriter(w)
	width, height := max(l.Width, 640)+2*padding, l.Height+2*padding+legendHeight
	class := "graph"
	if len(l.Wires) > 500 {
		class += " many"
	}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" class="%s" role="img" width="%d" height="%d" viewBox="%d %d %d %d">`+"\n",
		class, width, height, -padding, -padding-legendHeight, width, height)
	summary := g.summary()
	fmt.Fprintf(out, "<title>%s</title>\n<style>%s</style>\n<defs>\n", xmlText(summary), style)
	for _, m := range [][2]string{{"graph-end", ink}, {"graph-end-cycle", orange}, {"graph-end-broken", red}} {
		fmt.Fprintf(out, `<marker id="%s" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="%s"/></marker>`+"\n", m[0], m[1])
	}
	fmt.Fprint(out, "</defs>\n")
	g.drawLegend(out, summary)
	for _, p := range l.Panels {
		fmt.Fprintf(out, `<g class="panel"><rect x="%d" y="%d" width="%d" height="%d" rx="8"/>`, p.X, p.Y, p.Width, p.Height)
		if p.Group != "" {
			fmt.Fprintf(out, `<text x="%d" y="%d">%s</text>`, p.X+padding, p.Y+titleRoom, xmlText(fit(p.Group, p.Width-2*padding)))
		}
		fmt.Fprint(out, "</g>\n")
	}
	for _, wire := range l.Wires {
		g.drawWire(out, wire)
	}
	colour := g.colours()
	for _, p := range l.Panels {
		for _, n := range p.Nodes {
			g.drawNode(out, n, l.Boxes[n], p.Group, colour[g.Nodes[n].Group])
		}
	}
	fmt.Fprint(out, "</svg>\n")
	return out.Flush()
}

func (g *Graph) summary() string {
	if g.whole != nil {
		return g.whole.summary()
	}
	broken := 0
	for _, e := range g.Edges {
		if e.Broken {
			broken++
		}
	}
	return fmt.Sprintf("%s, %s, %d broken, %s", plural(len(g.Nodes), "node"), plural(len(g.Edges), "edge"), broken, plural(len(g.Cycles()), "cycle"))
}

func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// colours gives each group one, if that tells them apart.
func (g *Graph) colours() map[string]string {
	names, _ := g.groups()
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	colour := map[string]string{}
	if 1 < len(names) && len(names) <= len(palette) {
		for i, name := range names {
			colour[name] = palette[i]
		}
	}
	return colour
}

func (g *Graph) drawLegend(out io.Writer, summary string) {
	y := -legendHeight + padding/2
	fmt.Fprintf(out, `<g class="legend"><text x="0" y="%d">%s</text>`, y, summary)
	x := 0
	for _, c := range [][2]string{{"hard", "needs"}, {"read", "reads"}, {"soft", "mentions"}, {"cycle", "cycle"}, {"broken", "broken"}} {
		fmt.Fprintf(out, `<g class="edge %s"><path d="M%d %dh32"/></g><text x="%d" y="%d">%s</text>`, c[0], x, y+16, x+38, y+20, c[1])
		x += 108
	}
	fmt.Fprint(out, "</g>\n")
}

// drawNode names the node's group where its panel does not.
func (g *Graph) drawNode(out io.Writer, n int, at Point, panel, colour string) {
	node := &g.Nodes[n]
	class := "node"
	if node.Fault {
		class += " fault"
	}
	if node.Missing {
		class += " missing"
	}
	detail := node.detail(true)
	full := node.title()
	if node.ID != full {
		full += " (" + node.ID + ")"
	}
	if node.Group != "" {
		full += " · " + node.Group
		if node.Group != panel {
			detail = strings.TrimPrefix(detail+" · "+node.Group, " · ")
		}
	}
	if more := node.detail(false); more != "" {
		full += " · " + more
	}
	fmt.Fprintf(out, `<g class="%s" data-node="%d"><title>%s</title><rect class="box" x="%d" y="%d" width="%d" height="%d" rx="5"/>`,
		class, n, xmlText(full), at.X, at.Y, BoxWidth, BoxHeight)
	if colour != "" {
		fmt.Fprintf(out, `<rect class="group" x="%d" y="%d" width="4" height="%d" style="fill:%s"/>`, at.X+3, at.Y+4, BoxHeight-8, colour)
	}
	const room = BoxWidth - 24
	baseline := at.Y + BoxHeight/2 + 4
	if detail != "" {
		baseline -= 8
		fmt.Fprintf(out, `<text class="detail" x="%d" y="%d">%s</text>`, at.X+13, baseline+16, xmlText(fit(detail, room*6/5)))
	}
	fmt.Fprintf(out, `<text x="%d" y="%d">%s</text></g>`+"\n", at.X+13, baseline, xmlText(fit(node.title(), room)))
}

func (g *Graph) drawWire(out io.Writer, wire Wire) {
	first := g.Edges[wire.Edges[0]]
	from, to := g.Ends(wire.Edges[0])
	class, labels := "edge "+first.Kind.String(), []string{}
	cycle, broken := false, false
	for _, e := range wire.Edges {
		cycle = cycle || g.Edges[e].Cycle
		broken = broken || g.Edges[e].Broken
		if label := g.Edges[e].Label; label != "" && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	if cycle {
		class += " cycle"
	}
	if broken {
		class += " broken"
	}
	title := g.Nodes[from].title() + " → " + g.Nodes[to].title()
	if len(labels) > 0 {
		title += ": " + strings.Join(labels, ", ")
	}
	fmt.Fprintf(out, `<g class="%s" data-from="%d" data-to="%d"><title>%s</title><path d="%s"/></g>`+"\n", class, from, to, xmlText(title), curve(from == to, wire.Points))
}

// curve is a path of cubic splines, vertical at every point.
func curve(loop bool, points []Point) string {
	var d strings.Builder
	fmt.Fprintf(&d, "M%d %d", points[0].X, points[0].Y)
	for i, q := range points[1:] {
		p := points[i]
		lead := (q.Y - p.Y) / 2
		switch {
		case loop:
			fmt.Fprintf(&d, "C%d %d %d %d %d %d", p.X+24, p.Y-8, q.X+24, q.Y+8, q.X, q.Y)
		case p.Y == q.Y:
			fmt.Fprintf(&d, "C%d %d %d %d %d %d", p.X, p.Y+28, q.X, q.Y+28, q.X, q.Y)
		case p.X == q.X:
			fmt.Fprintf(&d, "V%d", q.Y)
		default:
			fmt.Fprintf(&d, "C%d %d %d %d %d %d", p.X, p.Y+lead, q.X, q.Y-lead, q.X, q.Y)
		}
	}
	return d.String()
}

// fit cuts text to a width in pixels at 12 pixels a line, by the usual width
// of its characters.
func fit(text string, width int) string {
	text = visible(text)
	const ellipsis = 10
	used, cut := 0, -1
	for i, r := range text {
		w := 7
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			w = 0
		case r >= 0x1f300 && r <= 0x1faff, r >= 0xff01 && r <= 0xff60,
			unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana):
			w = 12
		case strings.ContainsRune("fijlrt.,:;'|!()[] ", r):
			w = 4
		case r < utf8.RuneSelf && unicode.IsUpper(r), r == 'm', r == 'w', r == '@':
			w = 9
		}
		if cut < 0 && used+w > width-ellipsis {
			cut = i
		}
		if used += w; used > width {
			return text[:cut] + "…"
		}
	}
	return text
}
