package regex

import "slices"

// maxInstructions bounds the size of a compiled pattern. Only counted groups can reach it: a counted set is one instruction.
const maxInstructions = 20_000

// program matches a continuation by computing, place by place, at which places of the input it holds. A place needs only the values at
// the place before it in the direction of the pass, so that the time is linear in the input whatever the pattern is. Bodies of lookarounds are programs
// of their own that run first, over the whole input: from the end for what lies ahead, from the start for what lies behind.
type program struct {
	instrs []instr
	order  []int32 // dependencies at one place first
	root   int32
	sets   []set
	looks  []look
	kept   []int32 // instructions whose past values are needed
}

type look struct {
	node   nodeID
	body   *program
	behind bool
}

type instrOp uint8

const (
	instrTrue  instrOp = iota
	instrEnd           // the end of the input, or the start in a forward pass
	instrStart         // ^ and $
	instrFinish
	instrSet  // a character of set, then next
	instrRun  // min to max characters of set, then next
	instrAny  // one of kids
	instrWord // boundary, then next
	instrLook // lookaround, then next
)

type instr struct {
	op       instrOp
	set      int32 // index in program.sets, or in program.looks
	next     int32
	kids     []int32
	min, max int64
	negative bool
}

type compiler struct {
	t      *Table
	p      *program
	index  map[contID]int32
	setAt  map[setID]int32
	lookAt map[nodeID]int32
}

// compile builds the program of a continuation. It runs on the table's budget.
func (t *Table) compile(k contID) *program {
	c := &compiler{t: t, p: &program{}, index: map[contID]int32{}, setAt: map[setID]int32{}, lookAt: map[nodeID]int32{}}
	c.p.root = c.cont(k)
	c.sort()
	return c.p
}

func (c *compiler) cont(k contID) int32 {
	if i, ok := c.index[k]; ok {
		return i
	}
	i := int32(len(c.p.instrs))
	if i >= maxInstructions {
		panic(outOfFuel{})
	}
	c.index[k] = i
	c.p.instrs = append(c.p.instrs, instr{})
	in := c.instr(k)
	c.p.instrs[i] = in
	return i
}

func (c *compiler) instr(k contID) instr {
	t := c.t
	switch k {
	case contAccept:
		return instr{op: instrTrue}
	case contEnd:
		return instr{op: instrFinish, next: c.cont(contAccept)}
	case contDead:
		return instr{op: instrAny}
	}
	x, next := t.nodes.all[t.conts.all[k].node], t.conts.all[k].next
	switch x.op {
	case opSet:
		return instr{op: instrSet, set: c.set(x.set), next: c.cont(next)}
	case opAlt:
		return c.any(next, x.kids...)
	case opStart:
		return instr{op: instrStart, next: c.cont(next)}
	case opEnd:
		return instr{op: instrFinish, next: c.cont(next)}
	case opWord:
		return instr{op: instrWord, negative: x.negative, next: c.cont(next)}
	case opLook:
		return instr{op: instrLook, set: c.look(t.conts.all[k].node), negative: x.negative, next: c.cont(next)}
	}
	body := x.kids[0]
	if b := t.nodes.all[body]; b.op == opSet {
		in := instr{op: instrRun, set: c.set(b.set), next: c.cont(next), min: x.min, max: x.max}
		if !slices.Contains(c.p.kept, in.next) {
			c.p.kept = append(c.p.kept, in.next)
		}
		return in
	}
	switch {
	case x.min > 0 && t.nodes.all[body].void == maybe:
		return c.any(next,
			t.seq(t.void(body), t.rep(body, 0, less(x.max))),
			t.seq(t.consuming(body), t.rep(body, x.min-1, less(x.max))))
	case x.min > 0:
		return c.any(t.cons(t.rep(body, x.min-1, less(x.max)), next), body)
	}
	rest := t.cons(t.rep(body, 0, less(x.max)), next)
	return instr{op: instrAny, kids: []int32{c.cont(next), c.cont(t.cons(body, rest))}}
}

func (c *compiler) any(next contID, ns ...nodeID) instr {
	in := instr{op: instrAny}
	for _, n := range ns {
		in.kids = append(in.kids, c.cont(c.t.cons(n, next)))
	}
	return in
}

func (c *compiler) set(s setID) int32 {
	i, ok := c.setAt[s]
	if !ok {
		i = int32(len(c.p.sets))
		c.p.sets = append(c.p.sets, c.t.sets.all[s])
		c.setAt[s] = i
	}
	return i
}

func (c *compiler) look(n nodeID) int32 {
	if i, ok := c.lookAt[n]; ok {
		return i
	}
	x := c.t.nodes.all[n]
	body := x.kids[0]
	if x.behind {
		body = c.t.reverse(body)
	}
	l := look{node: n, body: c.t.compile(c.t.cons(body, contAccept)), behind: x.behind}
	i := int32(len(c.p.looks))
	c.p.looks = append(c.p.looks, l)
	c.lookAt[n] = i
	return i
}

// sort orders the instructions so that each follows those whose value at the same place it reads. There is no cycle, since the body of an open
// repetition consumes.
func (c *compiler) sort() {
	done := make([]bool, len(c.p.instrs))
	var visit func(i int32)
	visit = func(i int32) {
		if done[i] {
			return
		}
		done[i] = true
		in := &c.p.instrs[i]
		switch in.op {
		case instrTrue, instrSet:
		case instrAny:
			for _, k := range in.kids {
				visit(k)
			}
		case instrRun:
			if in.min == 0 {
				visit(in.next)
			}
		default:
			visit(in.next)
		}
		c.p.order = append(c.p.order, i)
	}
	for i := range c.p.instrs {
		visit(int32(i))
	}
}

// pass runs a program over the input and reports for each place, in the order of the pass, whether it holds; report ends the pass by returning false.
func (p *program) pass(input []rune, forward bool, report func(place int, holds bool) bool) {
	n := len(input)
	looks := make([][]bool, len(p.looks))
	for i, l := range p.looks {
		holds := make([]bool, n+1)
		l.body.pass(input, l.behind, func(place int, ok bool) bool { holds[place] = ok; return true })
		looks[i] = holds
	}
	cur, prev := make([]bool, len(p.instrs)), make([]bool, len(p.instrs))
	in := make([]bool, len(p.sets))
	run := make([]int64, len(p.sets)) // how many characters of the set precede this place in the pass
	kept := make(map[int32][]bool, len(p.kept))
	for _, i := range p.kept {
		kept[i] = make([]bool, n+1)
	}
	nearest := make([]int64, len(p.instrs)) // of instrRun: the last step at which next held, min steps ago or before
	for i := range nearest {
		nearest[i] = -1
	}
	for step := 0; step <= n; step++ {
		place := n - step
		if forward {
			place = step
		}
		if step > 0 {
			at := place
			if forward {
				at--
			}
			r := input[at]
			for i, s := range p.sets {
				if in[i] = s.contains(r); in[i] {
					run[i]++
				} else {
					run[i] = 0
				}
			}
		}
		for _, i := range p.order {
			x := &p.instrs[i]
			v := false
			switch x.op {
			case instrTrue:
				v = true
			case instrStart:
				v = place == 0 && cur[x.next]
			case instrFinish:
				v = place == n && cur[x.next]
			case instrSet:
				v = step > 0 && in[x.set] && prev[x.next]
			case instrRun:
				if at := int64(step) - x.min; at >= 0 && (x.min == 0 && cur[x.next] || x.min > 0 && kept[x.next][at]) {
					nearest[i] = at
				}
				v = nearest[i] >= 0 && int64(step)-nearest[i] <= min(x.max, run[x.set])
			case instrAny:
				for _, k := range x.kids {
					if cur[k] {
						v = true
						break
					}
				}
			case instrWord:
				at := (place > 0 && isWord(input[place-1])) != (place < n && isWord(input[place]))
				v = at != x.negative && cur[x.next]
			case instrLook:
				v = looks[x.set][place] != x.negative && cur[x.next]
			}
			cur[i] = v
		}
		for _, i := range p.kept {
			kept[i][step] = cur[i]
		}
		if !report(place, cur[p.root]) {
			return
		}
		cur, prev = prev, cur
	}
}

func isWord(r rune) bool { return words.contains(r) }
