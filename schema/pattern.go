package schema

import (
	"regexp"
	"sync"
)

type pattern struct {
	src string
	m   interface{ MatchString(string) bool }
}

var patterns sync.Map

func compilePattern(src string) (*pattern, error) {
	if p, ok := patterns.Load(src); ok {
		return p.(*pattern), nil
	}
	m, err := regexp.Compile(src)
	if err != nil {
		return nil, err
	}
	p := &pattern{src, m}
	patterns.Store(src, p)
	return p, nil
}

// match reports whether the pattern matches somewhere in s; known is false when that cannot be told.
func (p *pattern) match(s string) (match, known bool) { return p.m.MatchString(s), true }
