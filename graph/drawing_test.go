package graph

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite testdata")

var drawings = map[string]func(io.Writer, *Graph) error{"graph.dot": DOT, "graph.mmd": Mermaid, "graph.json": JSON, "graph.svg": SVG}

func draw(t testing.TB, name string, g *Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := drawings[name](&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func example() *Graph {
	contract := func(version string) map[string]string {
		return map[string]string{"dialect": "contract", "version": version}
	}
	return New([]Node{
		{ID: "jungastro", Group: "astro", Attributes: contract("1.2.0")},
		{ID: "zodiac", Group: "astro", Attributes: map[string]string{"dialect": "contract", "path": "skills/astro/zodiac/SKILL.md", "version": "2.0.1"}},
		{ID: "numbers", Group: "maths", Attributes: contract("1.0.0")},
		{ID: "base", Group: "maths"},
		{ID: "占星术与十二宫图解析技能大全说明书完整版", Group: "astro", Fault: true},
		{ID: "lonely", Label: "Lonely \"skill\" <b>"},
	}, []Edge{
		{From: "jungastro", To: "zodiac", Label: "calculate_zodiac"},
		{From: "jungastro", To: "zodiac", Label: "explain_zodiac", Index: 1},
		{From: "zodiac", To: "numbers"},
		{From: "numbers", To: "zodiac"},
		{From: "jungastro", To: "ghost", Broken: true},
		{From: "jungastro", To: "numbers", Kind: Soft},
		{From: "numbers", To: "base"},
		{From: "jungastro", To: "base", Kind: Read},
		{From: "base", To: "base"},
	})
}

func TestGolden(t *testing.T) {
	for name := range drawings {
		got := draw(t, name, example())
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s differs (%v); -update rewrites it. Got:\n%s", file, err, got)
		}
	}
}

const hostile = "a\"b'c<script>alert(1)</script>&amp;\\n\x1b[31m\r\n\x00\x7f\u0085\u202e\u2066\u200b\ufeff\U000e0041\xff```%%{init}%%#quot;|]]>--> end;"

func hostileGraph(text string) *Graph {
	return New([]Node{
		{ID: text, Label: text, Group: text, Attributes: map[string]string{text: text}, Fault: true},
		{ID: text + "2", Group: text},
	}, []Edge{{From: text, To: text + "2", Label: text}, {From: text + "2", To: text + "3", Broken: true}, {From: text, To: text}})
}

// unsafe returns the first character that a terminal or browser might act on.
func unsafe(text string) (r rune, found bool) {
	for i, r := range text {
		if r == '\n' || r == '\t' {
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		if !shown(r) || r == utf8.RuneError && size == 1 {
			return r, true
		}
	}
	return 0, false
}

var (
	dotString     = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	mermaidString = regexp.MustCompile(`"[^"]*"`)
)

func checkDrawings(t *testing.T, g *Graph) {
	t.Helper()
	for name := range drawings {
		got := draw(t, name, g)
		if r, found := unsafe(got); found {
			t.Errorf("%s: %U leaves", name, r)
		}
		switch name {
		case "graph.dot":
			if rest := dotString.ReplaceAllString(got, ""); strings.ContainsAny(rest, `"\<`) || strings.Count(got, "\n") != strings.Count(rest, "\n") {
				t.Errorf("DOT strings are left open:\n%s", got)
			}
		case "graph.mmd":
			for _, s := range mermaidString.FindAllString(got, -1) {
				if strings.ContainsAny(strings.ReplaceAll(s, "<br/>", ""), "<>`%{}|\\\n") {
					t.Errorf("Mermaid string %s", s)
				}
			}
			if rest := mermaidString.ReplaceAllString(got, ""); strings.ContainsAny(rest, "\"%`") {
				t.Errorf("Mermaid strings are left open:\n%s", got)
			}
		case "graph.json":
			var doc jsonGraph
			if err := json.Unmarshal([]byte(got), &doc); err != nil {
				t.Error(err)
			}
			for i, n := range doc.Nodes {
				if n.ID != strings.ToValidUTF8(g.Nodes[i].ID, "\ufffd") && utf8.ValidString(g.Nodes[i].ID) {
					t.Errorf("JSON has the ID %q, not %q", n.ID, g.Nodes[i].ID)
				}
			}
			if strings.ContainsAny(got, "<>&") {
				t.Errorf("JSON may end a script:\n%s", got)
			}
		case "graph.svg":
			checkXML(t, got)
		}
	}
}

func checkXML(t *testing.T, text string) {
	t.Helper()
	known := map[string]bool{"svg": true, "title": true, "style": true, "defs": true, "marker": true, "path": true, "g": true, "rect": true, "text": true}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("SVG: %v", err)
			return
		}
		if start, ok := token.(xml.StartElement); ok {
			if !known[start.Name.Local] {
				t.Errorf("SVG has an element %s", start.Name.Local)
			}
			for _, a := range start.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" {
					t.Errorf("SVG has an attribute %s", a.Name.Local)
				}
			}
		}
	}
}

func TestHostileText(t *testing.T) {
	checkDrawings(t, hostileGraph(hostile))
	for name, want := range map[string]string{
		"graph.dot":  `a\"b'c<script>alert(1)</script>&amp;amp;\\n\\x1b[31m\\r\\n\\x00\\x7f\\u0085\\u202e\\u2066\\u200b\\ufeff\\U000e0041\\xff`,
		"graph.mmd":  `a#34;b#39;c#60;script#62;alert#40;1#41;#60;/script#62;#38;amp#59;#92;n#92;x1b#91;31m#92;r#92;n`,
		"graph.json": `a\"b'c\u003cscript\u003ealert(1)\u003c/script\u003e\u0026amp;\\n\u001b[31m\r\n\u0000\u007f\u0085\u202e\u2066\u200b\ufeff\udb40\udc41`,
		"graph.svg":  `a&#34;b&#39;c&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\n\x1b[31m\r\n\x00\x7f\u0085\u202e\u2066\u200b\ufeff\U000e0041\xff`,
	} {
		if got := draw(t, name, hostileGraph(hostile)); !strings.Contains(got, want) {
			t.Errorf("%s does not contain %s:\n%s", name, want, got)
		}
	}
	if got := mermaidQuote("1. first - last"); got != `"1#46; first #45; last"` {
		t.Errorf("Mermaid reads %s as a list", got)
	}
	const plain = "占星 👩\u200d🚀 café می\u200cخواهم \u3000x"
	if got := visible(plain); got != plain {
		t.Errorf("%q becomes %q", plain, got)
	}
}

func FuzzDrawings(f *testing.F) {
	f.Add(hostile)
	f.Add("plain")
	f.Add("\xed\xa0\x80\u2028\u2029\u061c")
	f.Fuzz(func(t *testing.T, text string) {
		checkDrawings(t, hostileGraph(text))
	})
}

// Boxes stay in their panels and apart from each other, panels on the page.
func checkLayout(t *testing.T, name string, g *Graph) *Layout {
	t.Helper()
	l := Arrange(g)
	inside := func(x, y, w, h int, of Panel) bool {
		return x >= of.X && y >= of.Y && x+w <= of.X+of.Width && y+h <= of.Y+of.Height
	}
	page := Panel{Width: l.Width, Height: l.Height}
	panels := 0
	for i, p := range l.Panels {
		if !inside(p.X, p.Y, p.Width, p.Height, page) {
			t.Fatalf("%s: panel %d leaves the page", name, i)
		}
		for _, q := range l.Panels[:i] {
			if p.X < q.X+q.Width && q.X < p.X+p.Width && p.Y < q.Y+q.Height && q.Y < p.Y+p.Height {
				t.Fatalf("%s: panels %+v and %+v overlap", name, p, q)
			}
		}
		for _, n := range p.Nodes {
			panels++
			if !inside(l.Boxes[n].X, l.Boxes[n].Y, BoxWidth, BoxHeight, p) {
				t.Fatalf("%s: %s leaves its panel", name, g.Nodes[n].ID)
			}
		}
	}
	if panels != len(g.Nodes) {
		t.Fatalf("%s: %d of %d nodes are drawn", name, panels, len(g.Nodes))
	}
	cells := map[Point]int{} // a box touches at most four cells of its own size
	for n, b := range l.Boxes {
		for _, c := range []Point{{0, 0}, {BoxWidth - 1, 0}, {0, BoxHeight - 1}, {BoxWidth - 1, BoxHeight - 1}} {
			cell := Point{(b.X + c.X) / BoxWidth, (b.Y + c.Y) / BoxHeight}
			if m, ok := cells[cell]; ok && m != n {
				if o := l.Boxes[m]; b.X < o.X+BoxWidth && o.X < b.X+BoxWidth && b.Y < o.Y+BoxHeight && o.Y < b.Y+BoxHeight {
					t.Fatalf("%s: %s and %s overlap", name, g.Nodes[n].ID, g.Nodes[m].ID)
				}
			}
			cells[cell] = n
		}
	}
	wired := 0
	for _, w := range l.Wires {
		wired += len(w.Edges)
	}
	if wired != len(g.Edges) {
		t.Fatalf("%s: %d of %d edges are drawn", name, wired, len(g.Edges))
	}
	return l
}

func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 200 {
		nodes, edges := randomGraph(r, 1+r.IntN(60), r.IntN(90))
		for e := range edges {
			edges[e].Kind = Kind(r.IntN(3))
		}
		checkLayout(t, fmt.Sprint("random ", i), New(nodes, edges))
	}
	var hub, chain, ring, pairs []Edge
	for i := range 2000 {
		a, b := fmt.Sprintf("s%04d", i), fmt.Sprintf("s%04d", i+1)
		hub = append(hub, Edge{From: a, To: "hub"})
		chain = append(chain, Edge{From: a, To: b})
		ring = append(ring, Edge{From: a, To: fmt.Sprintf("s%04d", (i+1)%2000), Kind: Soft})
		pairs = append(pairs, Edge{From: a, To: "of " + a})
	}
	for name, edges := range map[string][]Edge{"hub": hub, "chain": chain, "ring": ring, "pairs": pairs} {
		l := checkLayout(t, name, New(nil, edges))
		if l.Width > 3*l.Height || l.Height > 3*l.Width {
			t.Errorf("%s of 2,000 is drawn on %d × %d pixels, which is no page", name, l.Width, l.Height)
		}
	}
	nodes, edges := randomGraph(r, 2000, 6000)
	checkLayout(t, "dense", New(nodes, edges))
	if l := Arrange(New(nil, nil)); l.Width != 0 || len(l.Wires) != 0 {
		t.Error("an empty graph has something to draw")
	}
}

// What a node needs is below it, and long wires pass between the boxes.
func TestLayers(t *testing.T) {
	g := parse("a>b b>c c>d a>d e>d b-a f-c")
	l := Arrange(g)
	y := func(id string) int {
		n, _ := g.Node(id)
		return l.Boxes[n].Y
	}
	if !(y("a") < y("b") && y("b") < y("c") && y("c") < y("d") && y("e") == y("c") && y("f") == y("b")) {
		t.Errorf("layers %v", l.Boxes)
	}
	for _, w := range l.Wires {
		from, to := g.Ends(w.Edges[0])
		for _, p := range w.Points[1 : len(w.Points)-1] {
			for n, b := range l.Boxes {
				if p.X > b.X && p.X < b.X+BoxWidth && p.Y >= b.Y && p.Y <= b.Y+BoxHeight {
					t.Errorf("the wire from %s to %s runs through %s", g.Nodes[from].ID, g.Nodes[to].ID, g.Nodes[n].ID)
				}
			}
		}
	}
	if w := l.Wires[1]; len(w.Points) != 6 {
		t.Errorf("the wire from a to d has the points %v", w.Points)
	}
}

func TestFit(t *testing.T) {
	for text, want := range map[string]string{
		"short": "short", "a-rather-long-name-of-a-skill": "a-rather-long-…", "占星术与十二宫图解析技能": "占星术与十二宫…", "\x1b\x1b\x1b\x1b\x1b\x1b\x1b": `\x1b\x1b\x1b…`, "": "",
	} {
		if got := fit(text, 100); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}

func BenchmarkDrawings(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{2_000, 20_000} {
		g := New(randomGraph(r, n, n*3/2))
		for name := range drawings {
			b.Run(fmt.Sprint(name[6:], n), func(b *testing.B) {
				for b.Loop() {
					draw(b, name, g)
				}
			})
		}
	}
}
