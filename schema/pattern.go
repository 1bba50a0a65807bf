package schema

import (
	"errors"
	"regexp"
	"sync"

	"github.com/skilllint/skilllint/internal/regex"
)

// pattern is a compiled regular expression of a schema. m is nil when it is valid and cannot be matched here
// (a backreference, say).
type pattern struct {
	src string
	m   *regex.Matcher

	once sync.Once
	re2  *regexp.Regexp // the same by Go's engine where that can express it
}

const maxPatterns = 1024 // kept compiled

var patterns = struct {
	sync.Mutex
	m map[string]*pattern
}{m: map[string]*pattern{}}

// compilePattern returns an error only for what is not a regular expression of ECMA-262.
func compilePattern(src string) (*pattern, error) {
	patterns.Lock()
	p := patterns.m[src]
	patterns.Unlock()
	if p != nil {
		return p, nil
	}
	m, err := regex.Compile(src)
	var unsupported *regex.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		return nil, err
	}
	p = &pattern{src: src, m: m}
	if err != nil {
		p.m = nil
	}
	patterns.Lock()
	if len(patterns.m) >= maxPatterns {
		clear(patterns.m)
	}
	patterns.m[src] = p
	patterns.Unlock()
	return p, nil
}

// match reports whether the pattern matches somewhere in s; known is false when that cannot be told.
func (p *pattern) match(s string) (match, known bool) {
	if p.m == nil {
		return false, false
	}
	return p.m.MatchString(s), true
}

// engine is the pattern for the confirming validator: by Go's regexp where possible, as a second opinion.
func (p *pattern) engine() (interface{ MatchString(string) bool }, error) {
	p.once.Do(func() {
		if text, ok := regex.Translate(p.src); ok {
			p.re2, _ = regexp.Compile(text)
		}
	})
	switch {
	case p.re2 != nil:
		return p.re2, nil
	case p.m != nil:
		return p.m, nil
	}
	return nil, errors.New("the pattern cannot be matched")
}
