package resolve

import (
	"slices"
	"strings"
)

// tsPaths are the paths of a tsconfig.json, found by the texts around their
// stars: not each pattern is tried on each specifier.
type tsPaths struct {
	targets  map[tsPattern][]string // paths of the tree, with at most one *
	prefixes []int                  // lengths of what stands before stars, the longest first
	suffixes []int                  // lengths of what stands after them, in order of appearance
}

// A tsPattern is a name, or what stands before and after its star.
type tsPattern struct {
	before, after string
	star          bool
}

func (p *tsPaths) add(pattern string, targets []string) {
	before, after, star := strings.Cut(pattern, "*")
	key := tsPattern{before, after, star}
	if _, had := p.targets[key]; had {
		return // the first counts
	}
	p.targets[key] = targets
	if !star {
		return
	}
	if i, had := slices.BinarySearchFunc(p.prefixes, len(before), func(a, b int) int { return b - a }); !had {
		p.prefixes = slices.Insert(p.prefixes, i, len(before))
	}
	if !slices.Contains(p.suffixes, len(after)) {
		p.suffixes = append(p.suffixes, len(after))
	}
}

// match returns the targets of the most specific pattern, and what its star
// stands for: a name itself, or else the longest text before a star.
func (p *tsPaths) match(specifier string) (targets []string, matched string) {
	if targets, ok := p.targets[tsPattern{before: specifier}]; ok {
		return targets, ""
	}
	for _, before := range p.prefixes {
		for _, after := range p.suffixes {
			if before+after > len(specifier) {
				continue
			}
			end := len(specifier) - after
			if targets, ok := p.targets[tsPattern{specifier[:before], specifier[end:], true}]; ok {
				return targets, specifier[before:end]
			}
		}
	}
	return nil, ""
}
