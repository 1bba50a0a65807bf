package graph

import (
	"cmp"
	"slices"
)

// A Layout says where everything in a drawing stands, in pixels from the top
// left. Nodes that edges connect stand together, in layers: what a node needs
// is below it, except where a cycle must lead up again. Each group has a panel,
// and so have connected nodes of several groups. Wide layers wrap and tall ones
// fold, so that thousands of nodes remain a page. It is deterministic and takes
// O(n log n) time. It does not look for the fewest crossings.
type Layout struct {
	Width, Height int
	Boxes         []Point // top left corner of each node, BoxWidth × BoxHeight
	Panels        []Panel
	Wires         []Wire
}

// The size of every node.
const (
	BoxWidth  = 200
	BoxHeight = 40
)

const (
	columnGap = 20 // between boxes
	layerGap  = 48 // between layers, for wires
	rowGap    = 14 // between rows of one layer
	padding   = 16 // within a panel
	titleRoom = 24 // above the boxes of a panel
	panelGap  = 24
)

// A Point is a place on the drawing.
type Point struct{ X, Y int }

// A Panel frames nodes that belong together.
type Panel struct {
	Point
	Width, Height int
	Group         string // "" for nodes without a group, or of several
	Nodes         []int
}

// A Wire stands for all edges from one node to another. It is a curve through
// its points that is vertical at each of them; from a node to itself it has
// two points on the right side of the box.
type Wire struct {
	Edges  []int
	Points []Point
}

// Arrange makes the layout of a graph.
func Arrange(g *Graph) *Layout {
	l := &Layout{Boxes: make([]Point, len(g.Nodes))}
	bends := map[[2]int32][]Point{} // of each wire, from the origin of its block
	var mixed [][]block
	grouped := map[string][]block{}
	layers := g.layers()
	for _, nodes := range g.connected() {
		if len(nodes) == 1 {
			continue
		}
		b := newSheet(g, nodes, layers).block(l.Boxes, bends)
		if group, same := g.commonGroup(nodes); same {
			grouped[group] = append(grouped[group], b)
		} else {
			mixed = append(mixed, []block{b})
		}
	}
	names, members := g.groups()
	for _, name := range names {
		if b := g.unconnected(members[name], l.Boxes); b.nodes != nil {
			grouped[name] = append(grouped[name], b)
		}
	}
	origin := make([]Point, len(g.Nodes)) // of each node's block
	for _, blocks := range mixed {
		l.frame("", blocks, origin)
	}
	for _, name := range names {
		if grouped[name] != nil {
			l.frame(name, grouped[name], origin)
		}
	}
	l.place(origin)
	for e := 0; e < len(g.Edges); {
		from, to := g.Ends(e)
		w := Wire{}
		for ; e < len(g.Edges) && int(g.from[e]) == from && int(g.to[e]) == to; e++ {
			w.Edges = append(w.Edges, e)
		}
		w.Points = l.route(from, to, bends[[2]int32{int32(from), int32(to)}], origin[from])
		l.Wires = append(l.Wires, w)
	}
	return l
}

// A block is a set of nodes with their places relative to its top left corner.
type block struct {
	nodes []int32
	size  Point
}

// connected returns the nodes that edges of any kind connect, the largest
// part first, each by ID.
func (g *Graph) connected() [][]int32 {
	part := make([]int32, len(g.Nodes))
	for n := range part {
		part[n] = int32(n)
	}
	root := func(n int32) int32 {
		for part[n] != n {
			part[n] = part[part[n]]
			n = part[n]
		}
		return n
	}
	for e := range g.Edges {
		a, b := root(g.from[e]), root(g.to[e])
		part[max(a, b)] = min(a, b)
	}
	members := make([][]int32, len(g.Nodes))
	for n := range int32(len(g.Nodes)) {
		members[root(n)] = append(members[root(n)], n)
	}
	members = slices.DeleteFunc(members, func(m []int32) bool { return m == nil })
	slices.SortStableFunc(members, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	return members
}

func (g *Graph) commonGroup(nodes []int32) (group string, same bool) {
	group = g.Nodes[nodes[0]].Group
	for _, n := range nodes {
		if g.Nodes[n].Group != group {
			return "", false
		}
	}
	return group, true
}

// unconnected makes a grid of those nodes that no edge connects to another.
func (g *Graph) unconnected(nodes []int, boxes []Point) (b block) {
	for _, n := range nodes {
		if g.alone(int32(n)) {
			b.nodes = append(b.nodes, int32(n))
		}
	}
	columns := columnsFor(len(b.nodes))
	for i, n := range b.nodes {
		boxes[n] = Point{i % columns * (BoxWidth + columnGap), i / columns * (BoxHeight + rowGap)}
		b.size.X = max(b.size.X, boxes[n].X+BoxWidth)
		b.size.Y = max(b.size.Y, boxes[n].Y+BoxHeight)
	}
	return b
}

func (g *Graph) alone(n int32) bool {
	for e := g.out[n]; e < g.out[n+1]; e++ {
		if g.to[e] != n {
			return false
		}
	}
	for _, e := range g.into[g.in[n]:g.in[n+1]] {
		if g.from[e] != n {
			return false
		}
	}
	return true
}

// columnsFor is how many boxes stand side by side when n of them make a page:
// boxes are some four times as wide as high.
func columnsFor(n int) int {
	columns := 1
	for columns*columns*10 < n*6 {
		columns++
	}
	return columns
}

// frame makes a panel of blocks; their origins are relative to it.
func (l *Layout) frame(group string, blocks []block, origin []Point) {
	p := Panel{Group: group}
	sizes := make([]Point, len(blocks))
	for i, b := range blocks {
		sizes[i] = b.size
	}
	places, size := pack(sizes, 2*columnGap)
	inner := Point{padding, padding}
	if group != "" {
		inner.Y += titleRoom
	}
	for i, b := range blocks {
		for _, n := range b.nodes {
			origin[n] = Point{inner.X + places[i].X, inner.Y + places[i].Y}
			p.Nodes = append(p.Nodes, int(n))
		}
	}
	p.Width, p.Height = size.X+2*padding, size.Y+inner.Y+padding
	slices.Sort(p.Nodes)
	l.Panels = append(l.Panels, p)
}

// place makes all places absolute.
func (l *Layout) place(origin []Point) {
	sizes := make([]Point, len(l.Panels))
	for i, p := range l.Panels {
		sizes[i] = Point{p.Width, p.Height}
	}
	places, size := pack(sizes, panelGap)
	l.Width, l.Height = size.X, size.Y
	for i := range l.Panels {
		p := &l.Panels[i]
		p.Point = places[i]
		for _, n := range p.Nodes {
			origin[n].X += p.X
			origin[n].Y += p.Y
			l.Boxes[n].X += origin[n].X
			l.Boxes[n].Y += origin[n].Y
		}
	}
}

// pack puts rectangles on shelves, from left to right and from top to bottom,
// on a page that is wider than high.
func pack(sizes []Point, gap int) (places []Point, size Point) {
	area, width := 0, 0
	for _, s := range sizes {
		area += (s.X + gap) * (s.Y + gap)
		width = max(width, s.X)
	}
	width = max(width, isqrt(area*3/2))
	at, shelf := Point{}, 0
	for _, s := range sizes {
		if at.X > 0 && at.X+s.X > width {
			at, shelf = Point{0, at.Y + shelf + gap}, 0
		}
		places = append(places, at)
		size = Point{max(size.X, at.X+s.X), max(size.Y, at.Y+s.Y)}
		at.X += s.X + gap
		shelf = max(shelf, s.Y)
	}
	return places, size
}

// isqrt is the integer square root: whole numbers are the same on every
// processor.
func isqrt(n int) int {
	root := n
	for next := (n + 1) / 2; next < root; next = (root + n/root) / 2 {
		root = next
	}
	return root
}

// route leads from the bottom of one box to the top of the other, or, where
// the other is not below, from the top to its bottom.
func (l *Layout) route(from, to int, bends []Point, origin Point) []Point {
	a, b := l.Boxes[from], l.Boxes[to]
	if from == to {
		return []Point{{a.X + BoxWidth, a.Y + BoxHeight/4}, {a.X + BoxWidth, a.Y + BoxHeight*3/4}}
	}
	start, end := Point{a.X + BoxWidth/2, a.Y + BoxHeight}, Point{b.X + BoxWidth/2, b.Y}
	switch {
	case a.Y == b.Y:
		end.Y += BoxHeight
	case a.Y > b.Y: // beside the wire of the opposite edge
		start.X, start.Y = start.X+columnGap/2, start.Y-BoxHeight
		end.X, end.Y = end.X+columnGap/2, end.Y+BoxHeight
	}
	points := []Point{start}
	for _, bend := range bends {
		points = append(points, Point{origin.X + bend.X, origin.Y + bend.Y})
	}
	return append(points, end)
}
