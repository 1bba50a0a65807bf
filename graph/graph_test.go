package graph

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	oracle "github.com/dominikbraun/graph"
)

// parse reads "a>b b~c c-d": hard, read and soft edges, by their position.
func parse(text string) *Graph {
	var nodes []Node
	var edges []Edge
	for i, word := range strings.Fields(text) {
		at := strings.IndexAny(word, ">~-")
		if at < 0 {
			nodes = append(nodes, Node{ID: word})
			continue
		}
		e := Edge{From: word[:at], To: word[at+1:], Index: i}
		switch word[at] {
		case '~':
			e.Kind = Read
		case '-':
			e.Kind = Soft
		}
		nodes = append(nodes, Node{ID: e.From}, Node{ID: e.To})
		edges = append(edges, e)
	}
	return New(nodes, edges)
}

func (g *Graph) ids(nodes []int) string {
	var ids []string
	for _, n := range nodes {
		ids = append(ids, g.Nodes[n].ID)
	}
	return strings.Join(ids, " ")
}

func TestCycles(t *testing.T) {
	for _, test := range []struct{ edges, want string }{
		{"a>b b>c", ""},
		{"a>b a>c b>d c>d", ""},                   // a diamond
		{"b>a a>b", "a b: 1 0"},                   //
		{"a-a", ""},                               // a soft or reading edge to itself is no need
		{"a~a a-a", ""},                           //
		{"a>a", "a: 0"},                           //
		{"a>a a>b b>a", "a: 0; a b: 1 2"},         // the loop does not hide the other cycle
		{"c>a a>b b>c b>a", "a b: 1 3"},           // the shortest one
		{"a>c c>a a>b b>a", "a b: 2 3"},           // equally short: the first by IDs
		{"a>d d>e e>a a>c c>e", "a c e: 3 4 2"},   //
		{"a>b b>c c>b", "b c: 1 2"},               // a only leads to it
		{"a>b b>a x>y y>x", "a b: 0 1; x y: 2 3"}, //
		{"a>b b~a c>d d-c", ""},                   // read and soft edges close none
		{"a>b a>b b~a b>a b>a", "a b: 0 3"},       // of several edges, the first hard one
		{"a10>a9 a9>a10", "a10 a9: 0 1"},          // bytewise
	} {
		g := parse(test.edges)
		var got []string
		for _, c := range g.Cycles() {
			text := g.ids(c.Nodes) + ":"
			for i, e := range c.Edges {
				if from, to := g.Ends(e); from != c.Nodes[i] || to != c.Nodes[(i+1)%len(c.Nodes)] {
					t.Errorf("%s: edge %d does not continue the path", test.edges, i)
				}
				if !g.Edges[e].Cycle {
					t.Errorf("%s: edge %d is not marked", test.edges, i)
				}
				text += " " + strconv.Itoa(g.Edges[e].Index)
			}
			got = append(got, text)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s: cycles %q, want %q", test.edges, got, test.want)
		}
	}
}

func TestOrder(t *testing.T) {
	for edges, want := range map[string]string{
		"a>b b>c":             "c b a",
		"a>b a>c b>d c>d":     "d b c a",
		"a>b b>a b>c":         "c a b",
		"z>a":                 "a z",
		"a>b b~a":             "b a",
		"a b c":               "a b c",
		"m>n n>o o>m m>x y>o": "x m n o y",
	} {
		if g := parse(edges); g.ids(g.Order()) != want {
			t.Errorf("%s: order %s, want %s", edges, g.ids(g.Order()), want)
		}
	}
}

func TestFocus(t *testing.T) {
	g := parse("a>b b>c c>d x>c y-x c>y q>z")
	for _, test := range []struct {
		depth       int
		nodes, edge string
	}{
		{0, "c", ""},
		{1, "b c d x y", "b>c c>d c>y x>c y>x"},
		{-1, "a b c d x y", "a>b b>c c>d c>y x>c y>x"},
	} {
		n, _ := g.Node("c")
		part := g.Focus(n, test.depth)
		all := make([]int, len(part.Nodes))
		var edges []string
		for i := range all {
			all[i] = i
		}
		for e, edge := range part.Edges {
			from, to := part.Ends(e)
			if part.Nodes[from].ID != edge.From || part.Nodes[to].ID != edge.To {
				t.Errorf("edge %s>%s connects other nodes", edge.From, edge.To)
			}
			edges = append(edges, edge.From+">"+edge.To)
		}
		if part.ids(all) != test.nodes || strings.Join(edges, " ") != test.edge {
			t.Errorf("depth %d: %s; %s", test.depth, part.ids(all), edges)
		}
	}
	ring := parse("a>b b>c c>d d>a")
	if part := ring.Focus(0, 1); len(part.Edges) != 2 || !part.Edges[0].Cycle || !part.Edges[1].Cycle {
		t.Errorf("focus on a ring unmarks its cycle: %+v", part.Edges)
	}
	if _, ok := g.Node("nobody"); ok {
		t.Error("an unknown node is found")
	}
}

func TestMissingAndTwice(t *testing.T) {
	g := New([]Node{{ID: "b", Label: "first"}, {ID: "a"}, {ID: "b", Label: "second"}}, []Edge{{From: "a", To: "ghost"}, {From: "", To: "a"}})
	if len(g.Nodes) != 4 || g.Nodes[2].Label != "first" || !g.Nodes[3].Missing || !g.Nodes[0].Missing || g.Nodes[1].Missing {
		t.Errorf("%+v", g.Nodes)
	}
	if empty := New(nil, nil); len(empty.Cycles()) != 0 || len(empty.Order()) != 0 {
		t.Error("an empty graph has something")
	}
}

func randomGraph(r *rand.Rand, nodes, edges int) ([]Node, []Edge) {
	var list []Node
	for i := range nodes {
		list = append(list, Node{ID: "n" + strconv.Itoa(i), Group: "g" + strconv.Itoa(i%7)})
	}
	var links []Edge
	for i := range edges {
		links = append(links, Edge{From: list[r.IntN(nodes)].ID, To: list[r.IntN(nodes)].ID, Index: i})
	}
	return list, links
}

// An independent implementation and exhaustive search agree with ours.
func TestAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 600 {
		n := 1 + r.IntN(14)
		nodes, edges := randomGraph(r, n, r.IntN(3*n))
		if round%2 == 0 { // some rounds without hope for a cycle
			edges = slices.DeleteFunc(edges, func(e Edge) bool { return e.From <= e.To })
		}
		g := New(nodes, edges)
		other := oracle.New(oracle.StringHash, oracle.Directed())
		for _, node := range nodes {
			_ = other.AddVertex(node.ID)
		}
		for _, e := range edges {
			_ = other.AddEdge(e.From, e.To)
		}
		want, err := oracle.StronglyConnectedComponents(other)
		if err != nil {
			t.Fatal(err)
		}
		var ours, theirs []string
		for _, c := range g.Components() {
			ours = append(ours, g.ids(c))
		}
		for _, c := range want {
			slices.Sort(c)
			theirs = append(theirs, strings.Join(c, " "))
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		if !slices.Equal(ours, theirs) {
			t.Fatalf("%v: components %q, want %q", edges, ours, theirs)
		}
		checkOrder(t, g)
		checkCycles(t, g, other, theirs)
		checkCounts(t, g)
	}
}

func checkOrder(t *testing.T, g *Graph) {
	t.Helper()
	place := make([]int, len(g.Nodes))
	for i, n := range g.Order() {
		place[n] = i
	}
	for e, edge := range g.Edges {
		if from, to := g.Ends(e); !edge.Cycle && place[from] <= place[to] {
			t.Fatalf("%s comes before %s, which it needs", edge.From, edge.To)
		}
	}
}

// checkCycles finds the shortest cycles by the oracle's shortest paths.
func checkCycles(t *testing.T, g *Graph, other oracle.Graph[string, string], components []string) {
	t.Helper()
	var want, got []string
	for _, component := range components {
		ids := strings.Fields(component)
		if len(ids) == 1 {
			continue
		}
		shortest := 0
		for e := range g.Edges {
			if g.Edges[e].To == ids[0] && g.Edges[e].From != ids[0] && slices.Contains(ids, g.Edges[e].From) {
				if path, err := oracle.ShortestPath(other, ids[0], g.Edges[e].From); err == nil && (shortest == 0 || len(path) < shortest) {
					shortest = len(path)
				}
			}
		}
		want = append(want, fmt.Sprint(ids[0], shortest))
	}
	for _, c := range g.Cycles() {
		if len(c.Nodes) > 1 {
			got = append(got, fmt.Sprint(g.Nodes[c.Nodes[0]].ID, len(c.Nodes)))
		}
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Fatalf("cycles %q, want %q", got, want)
	}
}

func checkCounts(t *testing.T, g *Graph) {
	t.Helper()
	needs, neededBy := g.Counts()
	for n := range g.Nodes {
		if needs[n] != len(g.Needs(n)) || neededBy[n] != len(g.NeededBy(n)) {
			t.Fatalf("%s: counts %d and %d, want %d and %d", g.Nodes[n].ID, needs[n], neededBy[n], len(g.Needs(n)), len(g.NeededBy(n)))
		}
	}
}

func TestCountsOfManyComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	checkCounts(t, New(randomGraph(r, 1500, 1600)))
}

func TestOrderOfInputIsIrrelevant(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	nodes, edges := randomGraph(r, 40, 60)
	draw := func() string {
		g := New(nodes, edges)
		var b bytes.Buffer
		for _, name := range slices.Sorted(maps.Keys(drawings)) {
			if err := drawings[name](&b, g); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	want := draw()
	for range 5 {
		r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if draw() != want {
			t.Fatal("another order of nodes and edges gives another drawing")
		}
	}
}

// A ring that recursion would not survive, and a lattice with 2^n paths.
func TestDeepAndWide(t *testing.T) {
	const n = 100_000
	var edges []Edge
	for i := range n {
		edges = append(edges, Edge{From: fmt.Sprintf("s%06d", i), To: fmt.Sprintf("s%06d", (i+1)%n)})
	}
	if cycles := New(nil, edges).Cycles(); len(cycles) != 1 || len(cycles[0].Nodes) != n {
		t.Errorf("%d cycles in a ring", len(cycles))
	}
	edges = edges[:0]
	for i := range 20_000 {
		for _, from := range []string{"a", "b"} {
			for _, to := range []string{"a", "b"} {
				edges = append(edges, Edge{From: fmt.Sprintf("%06d%s", i, from), To: fmt.Sprintf("%06d%s", i+1, to)})
			}
		}
	}
	lattice := New(nil, edges)
	if len(lattice.Cycles()) != 0 || len(lattice.Needs(0)) != 40_000 || lattice.Order()[0] != 40_000 {
		t.Error("a lattice of diamonds is not acyclic")
	}
}

func BenchmarkGraph(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	nodes, edges := randomGraph(r, 100_000, 500_000)
	b.Run("New", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			New(nodes, edges)
		}
	})
	g := New(nodes, edges)
	b.Run("Cycles", func(b *testing.B) {
		for b.Loop() {
			g.Cycles()
		}
	})
	b.Run("Order", func(b *testing.B) {
		for b.Loop() {
			g.Order()
		}
	})
	b.Run("Counts", func(b *testing.B) {
		for b.Loop() {
			g.Counts()
		}
	})
}
