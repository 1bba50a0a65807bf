package template

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxSteps is how many steps a pipeline may have.
const MaxSteps = 1000

// A Pipeline is the declarative body of a function: steps that call other functions, and what is made of
// their results. It is safe for concurrent use once parsed.
type Pipeline struct {
	Steps []PipelineStep // as written
	// Order has the index of each step after those of the steps that it waits for; nil when they wait
	// for each other.
	Order  []int
	Output *Document // outputMapping; nil: the output of the last step is the pipeline's
}

// A PipelineStep is one step. What could not be read is nil or empty, and has its Problem.
type PipelineStep struct {
	Name, Skill string
	Input       *Document
	Condition   *Condition // nil: always
	Foreach     *Template  // gives an array, each element of which is "item" for one call; nil: one call
	// A try of the step that takes longer than Timeout has failed; 0: it may take as long as the call. A step
	// that fails is tried Retry times more, the first time after RetryDelay, then after twice as long each.
	Timeout, RetryDelay time.Duration
	Retry               int
	MaxConcurrency      int // how many calls of foreach may be under way at once; 0: no bound of its own
	// ContinueOnError says that a call which fails gives {"_error": message, "_failed": true}, and the run goes on.
	ContinueOnError bool
	// After are the steps that this one waits for by itself: those of `depends`, or all that are written
	// before it. A step reads what these and the steps that they wait for gave.
	After   []int
	Depends bool // After is as written

	pointer string
	before  stepSet // the steps that have run when this one does
}

// A stepSet has a bit for each step, by its index.
type stepSet []uint64

func (s stepSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s stepSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s stepSet) addAll(more stepSet) {
	for i, w := range more {
		s[i] |= w
	}
}

// ParsePipeline reads `pipeline` and `outputMapping` of a skill.json, as decoded from JSON. Pointers of
// problems begin at the manifest's root. What only types tell is left to Check.
func ParsePipeline(manifest map[string]any) (*Pipeline, []Problem) {
	r := pipelineReader{p: &Pipeline{}, names: map[string]int{}}
	steps, ok := manifest["pipeline"].([]any)
	switch {
	case !ok || len(steps) == 0:
		r.fault(Form, "/pipeline", "there is no list of steps")
	case len(steps) > MaxSteps:
		r.fault(Form, "/pipeline", "the pipeline has %d steps, more than %d", len(steps), MaxSteps)
		steps = nil
	}
	for i, s := range steps {
		r.step("/pipeline/"+strconv.Itoa(i), s)
	}
	for i, s := range steps {
		r.depends(i, s)
	}
	r.order()
	if v, given := manifest["outputMapping"]; given {
		if _, ok := v.(map[string]any); !ok {
			r.fault(Form, "/outputMapping", "outputMapping is no object")
		}
		r.p.Output = compileAt(v, "/outputMapping")
	}
	return r.p, r.problems
}

type pipelineReader struct {
	p        *Pipeline
	names    map[string]int // of the first step of that name
	problems []Problem
}

func (r *pipelineReader) fault(class Class, pointer, format string, args ...any) *Problem {
	r.problems = append(r.problems, Problem{Class: class, Pointer: pointer, Message: fmt.Sprintf(format, args...)})
	return &r.problems[len(r.problems)-1]
}

func compileAt(v any, pointer string) *Document {
	d := &Document{}
	d.root = d.compile(v, pointer, 0)
	return d
}

// step reads all of a step but what it waits for.
func (r *pipelineReader) step(pointer string, v any) {
	s := PipelineStep{pointer: pointer}
	object, ok := v.(map[string]any)
	if !ok {
		r.fault(Form, pointer, "the step is no object")
	}
	text := func(key string, needed bool) string {
		v, given := object[key]
		word, ok := v.(string)
		if given && !ok || needed && word == "" {
			r.fault(Form, pointer+"/"+key, "%s has to be a text", key)
		}
		return word
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch key {
		case "step", "skill", "input", "condition", "foreach", "depends", "timeout", "retry", "retryDelay", "maxConcurrency", "continueOnError":
		default:
			r.fault(Form, pointer+"/"+escapePointer(key), "%q is no key of a step", shorten(key))
		}
	}
	s.Name, s.Skill = text("step", true), text("skill", true)
	switch input, given := object["input"]; input.(type) {
	case map[string]any:
		s.Input = compileAt(input, pointer+"/input")
	default:
		if given {
			r.fault(Form, pointer+"/input", "input has to be an object")
		}
		s.Input = compileAt(map[string]any{}, pointer+"/input")
	}
	if condition := text("condition", false); object["condition"] != nil {
		s.Condition = ParseCondition(condition)
	}
	if foreach := text("foreach", false); object["foreach"] != nil {
		s.Foreach = Parse(foreach)
	}
	s.Timeout = time.Duration(r.count(object, pointer, "timeout", 0)) * time.Millisecond
	s.Retry = r.count(object, pointer, "retry", 0)
	s.RetryDelay = time.Duration(r.count(object, pointer, "retryDelay", 1000)) * time.Millisecond
	s.MaxConcurrency = r.count(object, pointer, "maxConcurrency", 0)
	if v, given := object["continueOnError"]; given {
		if s.ContinueOnError, ok = v.(bool); !ok {
			r.fault(Form, pointer+"/continueOnError", "continueOnError has to be true or false")
		}
	}
	i := len(r.p.Steps)
	if first, again := r.names[s.Name]; again {
		p := r.fault(Reference, pointer+"/step", "two steps have the name %q", s.Name)
		p.Other = r.p.Steps[first].pointer + "/step"
	} else if s.Name != "" {
		r.names[s.Name] = i
	}
	r.p.Steps = append(r.p.Steps, s)
}

// maxCount bounds the numbers of a step: a day in milliseconds.
const maxCount = 86_400_000

// count reads a number of a step; without it, otherwise.
func (r *pipelineReader) count(object map[string]any, pointer, key string, otherwise int) int {
	v, given := object[key]
	if !given {
		return otherwise
	}
	text, _ := numberText(v)
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < 0 || n > maxCount || n != math.Trunc(n) {
		r.fault(Form, pointer+"/"+key, "%s has to be a whole number from 0 to %d", key, maxCount)
		return otherwise
	}
	return int(n)
}

// depends reads what a step waits for.
func (r *pipelineReader) depends(i int, v any) {
	s := &r.p.Steps[i]
	object, _ := v.(map[string]any)
	written, given := object["depends"]
	if !given {
		for j := range i {
			s.After = append(s.After, j)
		}
		return
	}
	list, ok := written.([]any)
	if !ok {
		r.fault(Form, s.pointer+"/depends", "depends has to be a list of steps")
	}
	s.Depends = true
	for k, v := range list {
		pointer := s.pointer + "/depends/" + strconv.Itoa(k)
		name, ok := v.(string)
		j, known := r.names[name]
		switch {
		case !ok:
			r.fault(Form, pointer, "a step is named by a text")
		case !known:
			p := r.fault(Reference, pointer, "%q is no step of this pipeline", shorten(name))
			p.Name, p.Known = name, slices.Sorted(maps.Keys(r.names))
		case j == i:
			r.fault(Cycle, pointer, "step %q waits for itself", shorten(name))
		case !slices.Contains(s.After, j):
			s.After = append(s.After, j)
		}
	}
}

// order finds an order in which the steps can run, and what has run when each does.
func (r *pipelineReader) order() {
	const untouched, open, done = 0, 1, 2
	steps := r.p.Steps
	state := make([]int, len(steps))
	var path, order []int
	var visit func(i int) bool
	visit = func(i int) bool {
		state[i] = open
		path = append(path, i)
		s := &steps[i]
		s.before = make(stepSet, len(steps)/64+1)
		for _, j := range s.After {
			if state[j] == open {
				r.cycle(path[slices.Index(path, j):])
				return false
			}
			if state[j] == untouched && !visit(j) {
				return false
			}
			s.before.add(j)
			s.before.addAll(steps[j].before)
		}
		state[i] = done
		path = path[:len(path)-1]
		order = append(order, i)
		return true
	}
	for i := range steps {
		if state[i] == untouched && !visit(i) { // one circle is told at a time
			r.unordered()
			return
		}
	}
	r.p.Order = order
}

// unordered lets each step read all others: that they have no order is told already.
func (r *pipelineReader) unordered() {
	all := make(stepSet, len(r.p.Steps)/64+1)
	for i := range r.p.Steps {
		all.add(i)
		r.p.Steps[i].before = all
	}
}

// cycle reports steps each of which waits for the next, and the last for the first, at the first
// `depends` of them: without one there is no circle.
func (r *pipelineReader) cycle(circle []int) {
	at := slices.IndexFunc(circle, func(i int) bool { return r.p.Steps[i].Depends })
	circle = slices.Concat(circle[at:], circle[:at+1])
	var names []string
	byOrder := ""
	for i, step := range circle {
		s := &r.p.Steps[step]
		names = append(names, shorten(s.Name))
		if i > 0 && i < len(circle)-1 && !s.Depends && byOrder == "" {
			byOrder = fmt.Sprintf("; %q has no depends and waits for all steps before it", shorten(s.Name))
		}
	}
	if len(names) > 12 {
		names = slices.Concat(names[:8], []string{"…"}, names[len(names)-3:])
	}
	r.fault(Cycle, r.p.Steps[circle[0]].pointer+"/depends", "the steps wait for each other: %s%s", strings.Join(names, " → "), byOrder)
}

// Reads reports whether step i reads the output of step j; len(p.Steps) as i is the outputMapping, which reads all.
func (p *Pipeline) Reads(i, j int) bool { return i == len(p.Steps) || p.Steps[i].before.has(j) }
