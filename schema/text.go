package schema

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/regex"
)

const maxText16 = 1 << 16 // longest string that a witness may have

// string: lengths alone are arithmetic; patterns are a product of regular languages; formats are tried on samples.
func (e *engine) string(c *cube) (outcome, *Value) {
	accept := func(s string) truth {
		v := stringValue(s)
		if !longer(s, c.min) || longer(s, c.max+1) || e.inOut(c, v) {
			return no
		}
		all := yes
		for _, f := range c.texts {
			all = min(all, e.t.holds(f, v))
		}
		return all
	}
	if len(c.texts) == 0 {
		if c.min > maxText16 {
			return e.give(ReasonWitness)
		}
		if c.max == 0 {
			if accept("") == yes {
				return found, emptyString
			}
			return empty, nil
		}
		if s, ok := e.plainString(c, accept); ok {
			return found, stringValue(s)
		}
		return e.give(ReasonFuel)
	}
	return e.patterns(c, accept)
}

// plainString is the shortest string within the lengths that no set excludes, letters first.
func (e *engine) plainString(c *cube, accept func(string) truth) (string, bool) {
	s := strings.Repeat("a", int(c.min))
	if accept(s) == yes {
		return s, true
	}
	head := s
	if c.min > 0 {
		head = s[:len(s)-1]
	}
	excluded := 0
	for _, f := range c.out {
		excluded += len(e.t.at(f).set.list)
	}
	for i := 0; i <= excluded && e.spend(1); i++ {
		// More candidates than exclusions: a last letter, or a last code point from beyond the letters.
		r := 'a' + rune(i)
		if i >= 26 {
			r = 0x4e00 + rune(i-26)
		}
		if t := head + string(r); accept(t) == yes {
			return t, true
		}
	}
	return "", false
}

// sampleStrings are tried where a format decides.
func (e *engine) sampled(c *cube, accept func(string) truth) (string, bool) {
	for _, f := range c.texts {
		if name, ok := strings.CutPrefix(e.t.at(f).text, "format "); ok && f&1 == 0 {
			for _, s := range formatSamples[name] {
				if accept(s) == yes {
					return s, true
				}
			}
		}
	}
	for _, s := range allSamples {
		if accept(s) == yes {
			return s, true
		}
	}
	return "", false
}

var formatSamples = map[string][]string{
	"date-time":             {"2024-01-31T10:00:00Z"},
	"date":                  {"2024-01-31"},
	"time":                  {"10:00:00Z"},
	"duration":              {"P1D"},
	"email":                 {"a@b.co"},
	"idn-email":             {"a@b.co", "ä@b.co", "실례@실례.테스트"},
	"hostname":              {"a", "a.b", "example.com"},
	"idn-hostname":          {"a", "ä.de"},
	"ipv4":                  {"1.2.3.4"},
	"ipv6":                  {"::1"},
	"uri":                   {"http://a.b/c", "a:"},
	"uri-reference":         {"", "a", "/a", "#a"},
	"iri":                   {"http://ä.b/c"},
	"iri-reference":         {"", "ä"},
	"uri-template":          {"", "a", "{a}"},
	"uuid":                  {"123e4567-e89b-12d3-a456-426614174000"},
	"json-pointer":          {"", "/a"},
	"relative-json-pointer": {"1", "0/a", "0#"},
	"regex":                 {"", "a", "(a)", "{", "\\{"},
}

var allSamples = func() []string {
	list := []string{"", "a", "A", "0", "-", " ", "(", "{", "[", "\\", "%", "\n", "é", "a b", "aaaaaaaaaa"}
	var names []string
	for name := range formatSamples {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list = append(list, formatSamples[name]...)
	}
	return list
}()

// patterns decides a cube with pattern or format literals: the product of the languages, emptied of excluded strings.
// Literals without a language (formats, unsupported patterns) can only shrink it.
func (e *engine) patterns(c *cube, accept func(string) truth) (outcome, *Value) {
	if e.regex == nil {
		e.regex = regex.NewTable()
	}
	rt := e.regex
	most := -1
	if c.max < maxCount {
		most = int(c.max)
	}
	langs := []regex.Lang{rt.Length(int(c.min), most)}
	why := Reason("")
	for _, f := range c.texts {
		x := e.t.at(f)
		if x.op != opMatch {
			why = ReasonFormat
			continue
		}
		l, err := rt.Pattern(x.text)
		if err != nil {
			if why == "" {
				why = ReasonRegex
			}
			continue
		}
		if f&1 == 1 {
			l = rt.Complement(l)
		}
		langs = append(langs, l)
	}
	excluded := 0
	for _, f := range c.out {
		excluded += len(e.t.at(f).set.list)
	}
	if excluded <= 32 {
		for _, f := range c.out {
			for _, v := range e.t.at(f).set.list {
				if v.kind == String {
					langs = append(langs, rt.Complement(rt.Literal(v.str)))
				}
			}
		}
		excluded = 0
	}
	l := rt.Intersect(langs...)
	if s, o := e.shortest(l); o != found {
		return o, nil
	} else if accept(s) == yes {
		return found, stringValue(s)
	}
	if why != "" {
		if s, ok := e.sampled(c, accept); ok {
			return found, stringValue(s)
		}
		excluded += 32
	}
	members, err := e.members(l, excluded+1)
	for _, s := range members {
		if accept(s) == yes {
			return found, stringValue(s)
		}
	}
	if err == nil && len(members) <= excluded {
		// These are all, unless some are too long to write.
		n, err := e.count(l, excluded+1)
		if err == nil && n == len(members) && why == "" {
			return empty, nil
		}
	}
	if why == "" {
		why = ReasonFuel
	}
	return e.give(why)
}

// regexShare is how many steps of a regular language cost one of the search.
const regexShare = 1

// withRegex runs a question about a language on what is left of the budget.
func (e *engine) withRegex(f func(*regex.Fuel) error) error {
	if e.dead {
		return regex.ErrFuel
	}
	left := (e.fuel - e.used) * regexShare
	fuel := regex.Fuel{Steps: left}
	err := f(&fuel)
	e.spend(1 + (left-fuel.Steps)/regexShare)
	return err
}

// shortest is a shortest member; any other, if that one takes most of the budget.
func (e *engine) shortest(l regex.Lang) (string, outcome) {
	var s string
	var ok bool
	err := e.withRegex(func(f *regex.Fuel) (err error) {
		rest := f.Steps / 2
		f.Steps -= rest
		s, ok, err = e.regex.Shortest(l, f)
		f.Steps += rest
		if err != regex.ErrFuel {
			return err
		}
		if s, ok, err = e.regex.Some(l, f); err == nil && !ok {
			err = regex.ErrFuel
		}
		return err
	})
	switch {
	case err == regex.ErrTooLong:
		e.give(ReasonWitness)
		return "", stuck
	case err != nil:
		e.give(ReasonFuel)
		return "", stuck
	case !ok:
		return "", empty
	}
	return s, found
}

func (e *engine) members(l regex.Lang, n int) (list []string, err error) {
	err = e.withRegex(func(f *regex.Fuel) (err error) { list, err = e.regex.Enumerate(l, n, f); return err })
	return list, err
}

func (e *engine) count(l regex.Lang, most int) (n int, err error) {
	err = e.withRegex(func(f *regex.Fuel) (err error) { n, err = e.regex.Count(l, most, f); return err })
	return n, err
}
