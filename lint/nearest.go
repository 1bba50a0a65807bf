package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Speller finds the known word that a misspelt one was probably meant to
// be. It is built in linear time and asks only a few candidates, so that
// thousands of unknown words against thousands of known ones stay linear.
type Speller struct {
	words  []string
	pieces map[piece][]int32  // a third of a word → words
	folded map[string]int32   // without case, '-' and '_'
	begins map[int]*[256]bool // how the pieces of words of that length begin
}

// NewSpeller knows these words; of equally near ones the earlier wins.
func NewSpeller(words []string) *Speller {
	s := &Speller{words: words, pieces: map[piece][]int32{}, folded: map[string]int32{}, begins: map[int]*[256]bool{}}
	for i, w := range words {
		if f := fold(w); f != "" {
			if _, ok := s.folded[f]; !ok {
				s.folded[f] = int32(i)
			}
		}
		if s.begins[len(w)] == nil {
			s.begins[len(w)] = &[256]bool{}
		}
		for part := range 3 {
			key := piece{len(w), part, w[part*len(w)/3 : (part+1)*len(w)/3]}
			if key.text != "" {
				s.begins[len(w)][key.text[0]] = true
			}
			if list := s.pieces[key]; len(list) < 64 { // enough to find a neighbour, bounded against adversaries
				s.pieces[key] = append(list, int32(i))
			}
		}
	}
	return s
}

// fold drops what near misses differ in: case, '-', '_' and blanks.
func fold(w string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(w))
}

// A piece is the part-th third of a word of that length. If two words differ
// by at most two edits, one third of the one stands in the other, shifted by
// at most two.
type piece struct {
	length, part int
	text         string
}

// maxWord is how many bytes a word has that is looked up.
const maxWord = 128

// Nearest returns the known word that is equal to w without case, '-' and
// '_', or within two edits of it (one for words of up to five letters), and
// whether there is one. A word that is known itself is no miss.
func (s *Speller) Nearest(w string) (string, bool) {
	if len(w) > maxWord || w == "" {
		return "", false
	}
	if i, ok := s.folded[fold(w)]; ok {
		return s.words[i], s.words[i] != w
	}
	limit := 2
	switch n := utf8.RuneCountInString(w); {
	case n <= 2:
		return "", false // anything is near
	case n <= 5:
		limit = 1
	}
	best, distance := int32(-1), limit+1
	tried := map[int32]bool{}
	for n := max(1, len(w)-limit); n <= len(w)+limit; n++ {
		begins := s.begins[n]
		if begins == nil {
			continue
		}
		for part := range 3 {
			size := (part+1)*n/3 - part*n/3
			for shift := -limit; shift <= limit; shift++ {
				from := part*n/3 + shift
				if from < 0 || from+size > len(w) || size > 0 && !begins[w[from]] {
					continue
				}
				for _, i := range s.pieces[piece{n, part, w[from : from+size]}] {
					if tried[i] {
						continue
					}
					tried[i] = true
					if d := editDistance(w, s.words[i], limit); d < distance || d == distance && d <= limit && i < best {
						best, distance = i, d
					}
				}
			}
		}
	}
	if best < 0 || distance > limit || distance == 0 {
		return "", false
	}
	return s.words[best], true
}

// DidYouMean returns ` (did you mean "x"?)`, or nothing when no word is near.
func (s *Speller) DidYouMean(w string) string {
	if near, ok := s.Nearest(w); ok {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// editDistance is the Levenshtein distance of two words in bytes, with a
// swap of neighbours as one edit; above limit it is limit+1. It looks at a band
// around the diagonal, which is as wide as the limit. Neither word is much longer than maxWord.
func editDistance(a, b string, limit int) int {
	far := limit + 1
	if d := len(a) - len(b); d > limit || -d > limit {
		return far
	}
	var rows [3][maxWord + 4]int
	before, prev, cur := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		prev[j] = min(j, far)
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		cur[from-1] = far
		if from == 1 {
			cur[0] = min(i, far)
		}
		if i > 1 && to == i+limit {
			prev[to] = far // outside of the row before
		}
		least := cur[from-1]
		for j := from; j <= to; j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost, far)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
			least = min(least, cur[j])
		}
		if least > limit {
			return far
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
