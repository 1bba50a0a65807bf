package schema

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// noLoader refuses every document: references are resolved inside the given documents only.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not loaded", url) }

// confirmer is a schema compiled by the other validator, once for annotated and once for asserted formats.
type confirmer struct {
	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

// lately is what was compiled last of a large document: the values that are tried around a witness have its names.
type lately struct {
	mu       sync.Mutex
	names    map[string]bool
	excerpt  bool
	formats  bool
	compiled *jsonschema.Schema
	err      error
}

func (l *lately) of(s *Schema, names map[string]bool, excerpt, formats bool) (*jsonschema.Schema, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.names == nil || l.excerpt != excerpt || l.formats != formats || !maps.Equal(l.names, names) {
		l.names, l.excerpt, l.formats = names, excerpt, formats
		l.compiled, l.err = s.compile(names, excerpt, formats)
	}
	return l.compiled, l.err
}

var drafts = [...]*jsonschema.Draft{
	Draft4: jsonschema.Draft4, Draft6: jsonschema.Draft6, Draft7: jsonschema.Draft7,
	Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020,
}

// other is the schema as jsonschema v6 sees it, or as much of it as speaks of the names. An excerpt requires no other
// members either.
func (s *Schema) other(names map[string]bool, excerpt, formats bool) (*jsonschema.Schema, error) {
	if len(s.nodes) > maxConfirm {
		return s.lately.of(s, names, excerpt, formats)
	}
	c := &s.confirm[0]
	if formats {
		c = &s.confirm[1]
	}
	c.once.Do(func() { c.compiled, c.err = s.compile(names, false, formats) })
	return c.compiled, c.err
}

func (s *Schema) compile(names map[string]bool, excerpt, formats bool) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the validator failed: %v", p)
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.DefaultDraft(drafts[s.dialect])
	c.UseRegexpEngine(func(src string) (jsonschema.Regexp, error) {
		p, err := compilePattern(src)
		if err != nil {
			return nil, err
		}
		m, err := p.engine()
		if err != nil {
			return nil, err
		}
		return v6Pattern{m, src}, nil
	})
	if formats {
		c.AssertFormat()
	} else {
		// v6 asserts formats in drafts 4 to 7 unless they are replaced.
		for name := range formatSamples {
			c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
		}
		for _, name := range [...]string{"period", "semver", "color", "unknown"} {
			c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
		}
	}
	const at = "schema:///document"
	doc, err := s.plain(names, excerpt)
	if err != nil {
		return nil, err
	}
	if err := c.AddResource(at, doc); err != nil {
		return nil, uncompiled(err)
	}
	for uri, v := range s.resources {
		if err := c.AddResource(uri, toAny(v)); err != nil {
			return nil, uncompiled(err)
		}
	}
	if compiled, err = c.Compile(at); err != nil {
		return nil, uncompiled(err)
	}
	return compiled, nil
}

// uncompiled says why v6 does not take a schema, in words that are the same in each run: which of several places its
// own error names is a matter of chance.
func uncompiled(err error) error {
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return errors.New("it asks for a document that is not given")
	}
	return errors.New("it does not compile the schema")
}

type v6Pattern struct {
	m   interface{ MatchString(string) bool }
	src string
}

func (p v6Pattern) MatchString(s string) bool { return p.m.MatchString(s) }
func (p v6Pattern) String() string            { return p.src }

// validates asks the other validator; an error means that it has no answer. With a name it is asked about an excerpt of
// the schema: what speaks of the names inside v and of that one.
func (s *Schema) validates(v *Value, about *string, formats bool) (ok bool, err error) {
	names := map[string]bool{}
	v.memberNames(names)
	if about != nil {
		names[*about] = true
	}
	c, err := s.other(names, about != nil, formats)
	if err != nil {
		return false, err
	}
	defer func() {
		if p := recover(); p != nil {
			ok, err = false, fmt.Errorf("the validator failed: %v", p)
		}
	}()
	err = c.Validate(toAny(v))
	if err == nil {
		return true, nil
	}
	var refused *jsonschema.ValidationError
	if !errors.As(err, &refused) || cyclic(refused) {
		return false, err
	}
	return false, nil
}

// cyclic finds the error that v6 gives for a reference cycle: that is no refusal.
func cyclic(err *jsonschema.ValidationError) bool {
	if _, ok := err.ErrorKind.(*kind.RefCycle); ok {
		return true
	}
	for _, c := range err.Causes {
		if cyclic(c) {
			return true
		}
	}
	return false
}

// maxJudge bounds the schemas applied to one candidate: v6 takes longer for each and cannot be stopped.
const maxJudge = 300_000

// accepts is the own evaluator's answer, and what it took; known is false when it could not tell.
func (s *Schema) accepts(v *Value, formats bool) (ok, known bool, steps int) {
	e := evaluator{schema: s, formats: formats, limit: maxJudge}
	ok = e.root(v)
	return ok, !e.unknown, e.steps
}

// splits reports whether a accepts v and b refuses it, for a reason that is not muted, by the own evaluator, and how
// many steps that took.
func (q *question) splits(v *Value) (bool, int) {
	ok, known, steps := q.a.accepts(v, q.o.AssertFormats)
	if !ok || !known {
		return false, steps
	}
	if len(q.muted) > 0 {
		return len(q.refusals(v)) > 0, 2 * steps
	}
	ok, known, more := q.b.accepts(v, q.o.AssertFormats)
	return !ok && known, steps + more
}

// confirm asks the other validator about a witness; the answer is empty when it agrees. Where the schemas are too large
// for it even when they speak of the witness alone, it is asked about the member at fault.
func (q *question) confirm(r Result) (detail string) {
	if !q.excerpts {
		var err error
		if detail, err = q.agreed(r.Witness, nil); !errors.Is(err, errTooMany) || r.Witness.kind != Object || r.Path == "" && r.Key != "required" {
			return detail
		}
		q.excerpts = true
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
	if name = pointerUnescaper.Replace(name); r.Path == "" {
		name = r.Name
	}
	part := &Value{kind: Object}
	if e := r.Witness.get(name); e != nil {
		part.names, part.elems = []string{name}, []*Value{e}
	}
	detail, _ = q.agreed(part, &name)
	return detail
}

func (q *question) agreed(v *Value, about *string) (detail string, err error) {
	ok, err := q.a.validates(v, about, q.o.AssertFormats)
	switch {
	case err != nil:
		return "jsonschema cannot judge A: " + err.Error(), err
	case !ok:
		return "jsonschema refuses " + brief(v) + " by A", nil
	}
	ok, err = q.b.validates(v, about, q.o.AssertFormats)
	switch {
	case err != nil:
		return "jsonschema cannot judge B: " + err.Error(), err
	case ok:
		return "jsonschema accepts " + brief(v) + " by B", nil
	}
	return "", nil
}
