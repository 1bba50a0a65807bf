package schema

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

// differ is a random pair: a schema over a small vocabulary and a neighbour of it, or a tool's schema of the wild and
// the same with some mutations.
func differ(t *testing.T, seed int, tools []*Value) (a, b *Schema) {
	r := rand.New(rand.NewPCG(uint64(seed), 11))
	var doc *Value
	real := seed%2 == 0
	if real {
		doc = tools[r.IntN(len(tools))]
	} else {
		g := &generator{r: r, depth: 2 + seed%3, draft: Draft4 + Dialect(seed%5)}
		doc = mustValue(t, g.document())
	}
	a, _ = new(Parser).ParseValue(doc)
	if a == nil || len(a.faults) > 0 {
		return nil, nil
	}
	next := doc
	for range 1 + r.IntN(3) {
		n := a.nodes[r.IntN(len(a.nodes))]
		if real && n.value.kind == Object {
			if x := mutations[r.IntN(len(mutations))].apply(n.value); x != nil {
				next = replaceValue(next, n.value, x)
			}
		} else if !real {
			g := &generator{r: r, depth: 1, draft: a.dialect}
			next = replaceValue(next, n.value, mustValue(t, g.schema()))
		}
	}
	b, _ = Parse([]byte(next.String())) // a value of its own at each place
	if b == nil || len(b.faults) > 0 {
		return nil, nil
	}
	if r.IntN(2) == 0 {
		a, b = b, a
	}
	return a, b
}

// samples are values near to one that a accepts.
func samples(r *rand.Rand, a, b *Schema) []*Value {
	v := Check(context.Background(), a, falseSchema, Options{}).Witness
	if v == nil {
		return nil
	}
	leaves := []*Value{nullValue, trueValue, numValue(numZero), numValue(numOne), numValue(numOf(7)), mustNumber("0.5"), mustNumber("-3"),
		emptyString, stringValue("a"), stringValue("text"), stringValue("zzz"), emptyArray, emptyObject, arrayValue([]*Value{stringValue("a"), stringValue("a")})}
	names := []string{"limit-x", "fresh", "a"}
	for _, s := range [...]*Schema{a, b} {
		for _, n := range s.nodes {
			if n.enum != nil {
				leaves = append(leaves, n.enum.list...)
			}
			for _, p := range n.properties {
				names = append(names, p.name)
			}
		}
	}
	var change func(v *Value, depth int) *Value
	change = func(v *Value, depth int) *Value {
		switch {
		case v.kind == Object && r.IntN(3) == 0:
			return set(v, names[r.IntN(len(names))], leaves[r.IntN(len(leaves))])
		case len(v.elems) > 0 && r.IntN(4) > 0 && depth < 6:
			i := r.IntN(len(v.elems))
			return with(v, i, change(v.elems[i], depth+1))
		}
		return leaves[r.IntN(len(leaves))]
	}
	list := []*Value{v}
	for range 24 {
		list = append(list, change(list[r.IntN(len(list))], 0))
	}
	return list
}

func mustNumber(s string) *Value {
	n, _ := parseNum(s)
	return numValue(n)
}

var falseSchema = func() *Schema { s, _ := Parse([]byte("false")); return s }()

// TestDifferential compares verdicts with two validators that share no code: of a refutation both must see the witness,
// of a proof neither may find a value that A accepts and B refuses. SCHEMA_SEEDS=0:100000 asks that many pairs.
func TestDifferential(t *testing.T) {
	tools := mustValue(t, string(readGzip(t, "tools.json.gz"))).elems
	from, to := seeds(t, 1000)
	asked, unknown := [2]int{}, [2]int{}
	var verdicts [3]int
	for seed := from; seed < to; seed++ {
		a, b := differ(t, seed, tools)
		if a == nil {
			continue
		}
		kind := seed % 2
		asked[kind]++
		r := Check(context.Background(), a, b, Options{})
		verdicts[r.Verdict]++
		wrong := func(v *Value, what string) {
			t.Errorf("seed %d: %s: %s %s\n%s\n%s", seed, what, r.Verdict, v, a.value, b.value)
		}
		// agree reports that both validators say that v tells the schemas apart.
		agree := func(v *Value) (own, other bool) {
			own = a.Valid(v) && !b.Valid(v)
			x, errA := a.validates(v, nil, false)
			y, errB := b.validates(v, nil, false)
			return own, errA == nil && errB == nil && x && !y
		}
		switch r.Verdict {
		case Not:
			if own, other := agree(r.Witness); !own || !other {
				wrong(r.Witness, "no witness")
			}
		case Subschema:
			for _, v := range samples(rand.New(rand.NewPCG(uint64(seed), 3)), a, b) {
				if own, other := agree(v); own || other {
					wrong(v, "refuted")
				}
			}
		default:
			unknown[kind]++
			if r.Reason == ReasonConfirm && !strings.Contains(r.Detail, "cannot judge") {
				wrong(nil, r.Detail)
			}
		}
	}
	t.Logf("%d subschema, %d not; unknown: %d of %d pairs of tools, %d of %d random pairs", verdicts[Subschema], verdicts[Not], unknown[0], asked[0], unknown[1], asked[1])
	if unknown[0]*100 > asked[0] {
		t.Errorf("%d of %d mutated tool schemas are unknown: more than one in a hundred", unknown[0], asked[0])
	}
}
