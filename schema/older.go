package schema

import "fmt"

// older is the schema as draft-07, if it has no $schema and has "dependencies", which 2020-12 dropped and many validators
// know still; else the schema itself.
func (s *Schema) older() *Schema {
	s.olderOnce.Do(func() {
		s.olderRead = s
		if !s.detected || s.dialect != Draft2020 || !s.has("dependencies") {
			return
		}
		p := Parser{Dialect: Draft7, Resources: s.resources}
		if old, err := p.ParseValue(s.value); err == nil {
			s.olderRead = old
		}
	})
	return s.olderRead
}

// has reports a schema with the keyword.
func (s *Schema) has(key string) bool {
	for _, n := range s.nodes {
		if n.value.kind == Object && n.value.get(key) != nil {
			return true
		}
	}
	return false
}

// fallback says how a document without $schema is read if not as 2020-12, "" otherwise.
func (s *Schema) fallback() string {
	if s.fellTo == "" {
		return ""
	}
	return fmt.Sprintf("has no $schema and is read as %s, since as 2020-12 %s", s.dialect, s.fellTo)
}

// noted is r with what is to be known of how the documents were read.
func (q *question) noted(r Result) Result {
	for i, s := range [...]*Schema{q.a, q.b} {
		if text := s.fallback(); text != "" {
			r.Notes = append(r.Notes, "AB"[i:i+1]+" "+text)
		}
	}
	a, b := q.a.older(), q.b.older()
	if r.Verdict != Subschema || q.a == q.b || a == q.a && b == q.b {
		return r
	}
	old := &question{ctx: q.ctx, a: a, b: b, o: q.o}
	if as := old.ask(); as.Verdict == Not {
		r.Older = &as
		r.Notes = append(r.Notes, fmt.Sprintf("read as draft-07, which knows \"dependencies\", A is not below B: %s (%s)", as.Witness, as.Detail))
	}
	return r
}
