package graph

import (
	"cmp"
	"slices"
)

// A sheet lays out one connected part. Its items are nodes and, in parts that
// are small enough, the bends by which wires avoid the boxes of a layer.
type sheet struct {
	g      *Graph
	nodes  []int32   // items 0 up to len(nodes)
	layer  []int32   // of each item, from 0
	up     [][]int32 // items above that wires lead to, for each item
	down   [][]int32 // items below
	rows   [][]int32 // the items of each layer, from left to right
	x      []int     // the middle of each item
	rank   []int     // its place in its layer, scaled to 0 … scale
	chains []chain   // wires with bends
	corner []Point   // of each node
	size   Point     // of all
	paged  bool      // it has too many boxes for plain layers
}

// A chain is a wire's way through the layers between its ends.
type chain struct {
	from, to int32 // nodes of the graph
	up       bool  // it leads upwards
	bends    []int32
}

const (
	sweeps    = 8
	scale     = 1 << 20
	mostBends = 2000
)

func newSheet(g *Graph, nodes []int32, layers []int32) *sheet {
	s := &sheet{g: g, nodes: nodes}
	top := layers[nodes[0]]
	for _, n := range nodes {
		top = min(top, layers[n])
	}
	item := make(map[int32]int32, len(nodes))
	for i, n := range nodes {
		item[n] = int32(i)
		s.add(layers[n] - top)
	}
	var wires [][2]int32
	bends := 0
	for i, n := range nodes {
		for e := g.out[n]; e < g.out[n+1]; e++ {
			if e > g.out[n] && g.to[e] == g.to[e-1] {
				continue
			}
			to := item[g.to[e]]
			wires = append(wires, [2]int32{int32(i), to})
			bends += max(int(s.layer[i]-s.layer[to]), int(s.layer[to]-s.layer[i]), 1) - 1
		}
	}
	s.paged = s.wraps() || s.folds()
	bend := bends <= mostBends && !s.paged
	for _, w := range wires {
		s.connect(w[0], w[1], bend)
	}
	return s
}

func (s *sheet) add(layer int32) (item int32) {
	item = int32(len(s.layer))
	s.layer = append(s.layer, layer)
	s.up, s.down = append(s.up, nil), append(s.down, nil)
	for int(layer) >= len(s.rows) {
		s.rows = append(s.rows, nil)
	}
	s.rows[layer] = append(s.rows[layer], item)
	return item
}

// connect tells both items of each other, or of the bends between them.
func (s *sheet) connect(from, to int32, bend bool) {
	a, b := from, to
	if s.layer[a] > s.layer[b] {
		a, b = b, a
	}
	if s.layer[a] == s.layer[b] {
		return
	}
	c := chain{from: s.nodes[from], to: s.nodes[to]}
	last := a
	if bend {
		for layer := s.layer[a] + 1; layer < s.layer[b]; layer++ {
			next := s.add(layer)
			c.bends = append(c.bends, next)
			s.join(last, next)
			last = next
		}
	}
	s.join(last, b)
	if c.bends != nil {
		if c.up = a != from; c.up {
			slices.Reverse(c.bends)
		}
		s.chains = append(s.chains, c)
	}
}

func (s *sheet) join(above, below int32) {
	s.down[above] = append(s.down[above], below)
	s.up[below] = append(s.up[below], above)
}

func (s *sheet) columns() int { return max(6, columnsFor(len(s.nodes))) }

// wraps reports that a layer has more boxes than stand side by side.
func (s *sheet) wraps() bool {
	return slices.ContainsFunc(s.rows, func(row []int32) bool { return len(row) > s.columns() })
}

// folds reports that there are too many layers to stand below each other.
func (s *sheet) folds() bool { return len(s.rows) > 4*s.columns() }

func (s *sheet) arrange() {
	s.rank, s.x = make([]int, len(s.layer)), make([]int, len(s.layer))
	s.corner = make([]Point, len(s.nodes))
	for _, row := range s.rows {
		slices.SortFunc(row, s.byName)
		s.number(row)
	}
	for range sweeps {
		for _, row := range s.rows[1:] {
			s.sortBy(row, s.up)
		}
		for i := len(s.rows) - 2; i >= 0; i-- {
			s.sortBy(s.rows[i], s.down)
		}
	}
	if s.paged {
		s.fold()
	} else {
		s.align()
	}
}

// byName keeps groups together; bends come last.
func (s *sheet) byName(a, b int32) int {
	nodes := int32(len(s.nodes))
	if a < nodes && b < nodes {
		if c := cmp.Compare(s.g.Nodes[s.nodes[a]].Group, s.g.Nodes[s.nodes[b]].Group); c != 0 {
			return c
		}
	}
	return cmp.Compare(a, b)
}

func (s *sheet) number(row []int32) {
	for i, item := range row {
		s.rank[item] = (2*i + 1) * (scale / 2) / len(row)
	}
}

// sortBy orders a layer by the middle of each item's neighbours, which keeps
// wires from crossing; items without any stay where they are.
func (s *sheet) sortBy(row []int32, neighbours [][]int32) {
	middle := make(map[int32]int, len(row))
	for _, item := range row {
		middle[item] = s.mean(item, neighbours, s.rank)
	}
	slices.SortFunc(row, func(a, b int32) int {
		return cmp.Or(cmp.Compare(middle[a], middle[b]), s.byName(a, b))
	})
	s.number(row)
}

func (s *sheet) mean(item int32, neighbours [][]int32, of []int) int {
	list := neighbours[item]
	if len(list) == 0 {
		return of[item]
	}
	sum := 0
	for _, other := range list {
		sum += of[other]
	}
	return sum / len(list)
}

// fold wraps layers into rows, and starts again at the top, further right,
// when the page is full.
func (s *sheet) fold() {
	columns, lines := s.columns(), 0
	widest := 0
	for _, row := range s.rows {
		lines += (len(row) + columns - 1) / columns
		widest = max(widest, min(len(row), columns))
	}
	block := widest * (BoxWidth + columnGap)
	height := lines*(BoxHeight+rowGap) + len(s.rows)*(layerGap-rowGap)
	limit := max(2*isqrt(block*height/3), 12*(BoxHeight+layerGap))
	if height < 2*block {
		limit = height
	}
	x, y := 0, 0
	for _, row := range s.rows {
		lines := (len(row) + columns - 1) / columns
		if y > 0 && y+lines*(BoxHeight+rowGap) > limit {
			x, y = x+block+layerGap, 0
		}
		perLine := (len(row) + lines - 1) / lines
		for i, item := range row {
			line := i / perLine
			inLine := min(perLine, len(row)-line*perLine)
			indent := (block - inLine*(BoxWidth+columnGap)) / 2
			s.corner[item] = Point{x + indent + i%perLine*(BoxWidth+columnGap), y + line*(BoxHeight+rowGap)}
		}
		y += lines*(BoxHeight+rowGap) - rowGap + layerGap
		s.size.Y = max(s.size.Y, y-layerGap)
	}
	s.size.X = x + block - columnGap
}

// block hands over the places of the nodes and the bends of the wires.
func (s *sheet) block(boxes []Point, bends map[[2]int32][]Point) block {
	s.arrange()
	for i, n := range s.nodes {
		boxes[n] = s.corner[i]
	}
	for _, c := range s.chains {
		for _, item := range c.bends {
			top := int(s.layer[item]) * (BoxHeight + layerGap)
			first, second := Point{s.x[item] - columnGap/2, top}, Point{s.x[item] - columnGap/2, top + BoxHeight}
			if c.up {
				first, second = second, first
			}
			bends[[2]int32{c.from, c.to}] = append(bends[[2]int32{c.from, c.to}], first, second)
		}
	}
	return block{s.nodes, s.size}
}
