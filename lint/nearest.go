package lint

import (
	"fmt"
	"hash/maphash"
	"strings"
	"unicode/utf8"
)

// A Speller finds the known word that a misspelt one was probably meant to
// be. It is built in linear time and asks only a few candidates, so that
// thousands of unknown words against thousands of known ones stay linear.
type Speller struct {
	words  []string
	folded map[string]int32 // without case, '-' and '_'
	// next chains the thirds of words that are the same, those of the first words in front, and
	// first is a hash table of where the chains begin: a third is its word's index times three
	// and which it is, plus one. No chain holds others, whatever the hashes are.
	first, next []int32
	seed        maphash.Seed
	begins      map[int]*[256]bool // how the thirds of words of that length begin
}

// NewSpeller knows these words; of equally near ones the earlier wins.
func NewSpeller(words []string) *Speller {
	size := 1
	for size < 4*len(words) { // so that a quarter stays free
		size *= 2
	}
	s := &Speller{words: words, folded: make(map[string]int32, len(words)), first: make([]int32, size), next: make([]int32, 3*len(words)), seed: maphash.MakeSeed(), begins: map[int]*[256]bool{}}
	for i := len(words) - 1; i >= 0; i-- {
		w := words[i]
		if f := fold(w); f != "" {
			s.folded[f] = int32(i)
		}
		if s.begins[len(w)] == nil {
			s.begins[len(w)] = &[256]bool{}
		}
		for part := range 3 {
			text := third(w, part)
			if text != "" {
				s.begins[len(w)][text[0]] = true
			}
			chain := s.chain(len(w), part, text)
			s.next[3*i+part], *chain = *chain, int32(3*i+part+1)
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

// third is the part-th third of a word. If two words differ by at most two edits, one third
// of the one stands in the other, shifted by at most two.
func third(w string, part int) string { return w[part*len(w)/3 : (part+1)*len(w)/3] }

// chain returns where the chain of the words of a length begins whose part-th third is a text:
// 0 there means that there are none.
func (s *Speller) chain(length, part int, text string) *int32 {
	h := maphash.String(s.seed, text) + uint64(3*length+part)*0x9e3779b97f4a7c15
	for slot := h ^ h>>32; ; slot++ {
		begin := &s.first[slot&uint64(len(s.first)-1)]
		if *begin == 0 {
			return begin
		}
		w := s.words[(*begin-1)/3]
		if of := int(*begin-1) % 3; of == part && len(w) == length && third(w, part) == text {
			return begin
		}
	}
}

// maxAlike is how many words that share a third are looked at: enough to find a neighbour, and
// bounded against adversaries.
const maxAlike = 64

// having yields the words of a length whose part-th third is a text.
func (s *Speller) having(length, part int, text string) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		at := *s.chain(length, part, text)
		for range maxAlike {
			if at == 0 || !yield((at-1)/3) {
				return
			}
			at = s.next[at-1]
		}
	}
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
	var tried map[int32]bool // made for the first one: most words are near to none
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
				for i := range s.having(n, part, w[from:from+size]) {
					if tried[i] {
						continue
					}
					if tried == nil {
						tried = map[int32]bool{}
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
