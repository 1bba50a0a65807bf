package schema

import (
	"context"

	"github.com/skilllint/skilllint/internal/regex"
)

// outcome of asking whether a formula has a value.
type outcome uint8

const (
	stuck outcome = iota // not known, for engine.reason
	empty
	found
)

// engine decides whether formulas of one table are inhabited. Its steps are deterministic.
type engine struct {
	t    *table
	ctx  context.Context
	fuel int // steps left
	used int

	reason Reason // why the first stuck question was stuck
	dead   bool   // out of fuel or time: everything is stuck from here on

	memo   map[form]*answer
	active map[form]int // questions in progress, with their depth
	open   map[form]int // answers "empty" that lean on a question in progress at that depth
	trail  []form       // the keys of open, in order
	lean   int          // the lowest depth that the current answer leans on
	regex  *regex.Table // made when first asked
}

type answer struct {
	o outcome
	v *Value
}

const (
	maxLevels = 1500 // of values inside values while building
	noLean    = 1 << 30
)

func newEngine(ctx context.Context, t *table, fuel int) *engine {
	return &engine{t: t, ctx: ctx, fuel: fuel, lean: noLean,
		memo: map[form]*answer{}, active: map[form]int{}, open: map[form]int{}}
}

// spend takes n steps; false means that the budget is gone.
func (e *engine) spend(n int) bool {
	if e.dead {
		return false
	}
	before := e.used
	e.used += n
	if e.used > e.fuel {
		e.give(ReasonFuel)
		e.dead = true
	} else if before>>10 != e.used>>10 && e.ctx.Err() != nil {
		e.give(ReasonTime)
		e.dead = true
	}
	return !e.dead
}

// give notes why a question is stuck.
func (e *engine) give(r Reason) (outcome, *Value) {
	if e.reason == "" || r == ReasonFuel || r == ReasonTime {
		e.reason = r
	}
	return stuck, nil
}

// inhabit asks for a value of f. JSON values are finite trees, so this is a least fixpoint: a question met again while
// it is in progress counts as empty for now. An answer "empty" that leans on such an assumption is kept only as long
// as the question it leans on is in progress, and becomes final with it; a value found is final at once.
func (e *engine) inhabit(f form) (outcome, *Value) {
	if f == bottom {
		return empty, nil
	}
	if a := e.memo[f]; a != nil {
		return a.o, a.v
	}
	if d, ok := e.active[f]; ok {
		e.lean = min(e.lean, d)
		return empty, nil
	}
	if d, ok := e.open[f]; ok {
		e.lean = min(e.lean, d)
		return empty, nil
	}
	if !e.spend(1) {
		return stuck, nil
	}
	depth := len(e.active)
	if depth > maxLevels {
		return e.give(ReasonFuel)
	}
	outer, mark := e.lean, len(e.trail)
	e.lean = noLean
	e.active[f] = depth
	o, v := e.anyKind(f)
	delete(e.active, f)
	lean := e.lean
	e.lean = outer
	if o != empty {
		for _, g := range e.trail[mark:] {
			delete(e.open, g)
		}
		e.trail = e.trail[:mark]
		e.memo[f] = &answer{o, v}
		return o, v
	}
	if lean < depth {
		e.lean = min(outer, lean)
		e.open[f] = lean
		e.trail = append(e.trail, f)
		return empty, nil
	}
	for _, g := range e.trail[mark:] {
		e.memo[g] = &answer{o: empty}
		delete(e.open, g)
	}
	e.trail = e.trail[:mark]
	e.memo[f] = &answer{o: empty}
	return empty, nil
}

func (e *engine) anyKind(f form) (outcome, *Value) {
	result := empty
	ks := e.t.kindsOf(f)
	for k := Null; k < numKinds; k++ {
		if ks&kinds(k) == 0 {
			continue
		}
		g := e.t.spec(f, k)
		if g == bottom {
			continue
		}
		s := &state{e: e, c: newCube(k)}
		switch o, v := s.solve(g); o {
		case found:
			return found, v
		case stuck:
			result = stuck
		}
	}
	return result, nil
}
