package rules

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/skill"
)

// wordsOf returns the distinct words of a text; of Chinese and Japanese, which
// write none apart, the pairs of neighbouring characters.
func wordsOf(text string) []string {
	words := slices.Sorted(eachWord(text))
	return slices.Compact(words)
}

// eachWord yields the words of a text in its order.
func eachWord(text string) iter.Seq[string] {
	return func(yield func(word string) bool) {
		lower := strings.ToLower(text)
		word, char := -1, -1 // where a word begins, and the character before, one that is written together
		alone := false       // that character has no neighbour so far
		for i, r := range lower + "\n" {
			in := unicode.IsLetter(r) || unicode.IsDigit(r)
			together := in && r >= firstTogether && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
			if word >= 0 && (!in || together) {
				if !yield(lower[word:i]) {
					return
				}
				word = -1
			}
			if char >= 0 && !together {
				if alone && !yield(lower[char:i]) {
					return
				}
				char = -1
			}
			switch {
			case together:
				if char >= 0 && !yield(lower[char:i+utf8.RuneLen(r)]) {
					return
				}
				char, alone = i, char < 0
			case in && word < 0:
				word = i
			}
		}
	}
}

// firstTogether is below all characters that are written together.
const firstTogether = '\u2e80'

// A described is one skill with the words of its description.
type described struct {
	*skill.Skill
	text  *skill.Node
	base  string     // of its folder, see withoutVersion
	words []int32    // distinct, the rarest first, as vocabulary numbers them
	name  []string   // the words of its name, once they are asked for
	tried *described // the last that was compared with this one
}

// A vocabulary is the words of descriptions, the rarest first.
type vocabulary []string

// differInName reports whether one of two descriptions has a word of its skill's
// name that the other has not, or that its name cuts short: that of a product or a
// place, by which an agent chooses.
func (v vocabulary) differInName(a, b *described) bool {
	own := func(s, other *described) bool {
		return slices.ContainsFunc(s.words, func(w int32) bool {
			if _, common := slices.BinarySearch(other.words, w); common {
				return false
			}
			if s.name == nil {
				s.name = wordsOf(s.ID.Text)
			}
			_, is := slices.BinarySearch(s.name, v[w])
			return is || len(v[w]) > 3 && strings.Contains(strings.Join(s.name, ""), v[w]) ||
				slices.ContainsFunc(s.name, func(short string) bool { return len(short) > 3 && strings.HasPrefix(v[w], short) })
		})
	}
	return own(a, b) || own(b, a)
}

// indexWords numbers the words of all descriptions by how rare they are.
func indexWords(list []*described) vocabulary {
	known := map[string]int32{}
	var words vocabulary
	var count []int  // of the descriptions that have a word
	var said []int32 // in one
	for _, d := range list {
		said = said[:0]
		for w := range eachWord(d.text.Text) {
			n, again := known[w]
			if !again {
				w, n = strings.Clone(w), int32(len(words)) // not all of the text
				known[w] = n
				words, count = append(words, w), append(count, 0)
			}
			said = append(said, n)
		}
		slices.Sort(said)
		d.words = slices.Clone(slices.Compact(said))
		for _, n := range d.words {
			count[n]++
		}
	}
	order := make([]int32, len(words))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(count[a], count[b]), strings.Compare(words[a], words[b]))
	})
	number, sorted := make([]int32, len(words)), make(vocabulary, len(words))
	for to, from := range order {
		number[from], sorted[to] = int32(to), words[from]
	}
	for _, d := range list {
		for i, w := range d.words {
			d.words[i] = number[w]
		}
		slices.Sort(d.words)
	}
	return sorted
}

// overlapPercent is the share of common words, of all words of two descriptions,
// from which on they are nearly the same.
const overlapPercent = 85

// fewWords is how many words a description needs to be compared by them, and
// maxCandidates how many others one is compared with at most.
const fewWords, maxCandidates = 6, 200

// matching returns the first of those that share a rare word with d which is
// nearly the same.
func (v vocabulary) matching(d *described, rare []int32, byWord map[int32][]*described) *described {
	tried := 0
	for _, w := range rare {
		for _, other := range byWord[w] {
			if other.tried == d {
				continue
			}
			if tried++; tried > maxCandidates {
				return nil
			}
			other.tried = d
			if similar(d, other) && !sameSkill(d, other) && !namesOther(d, other) && !v.differInName(d, other) {
				return other
			}
		}
	}
	return nil
}

// similar reports whether the common words are enough; it stops as soon as
// too many are not.
func similar(a, b *described) bool {
	all := len(a.words) + len(b.words)
	enough := (overlapPercent*all + 99 + overlapPercent) / (100 + overlapPercent) // of common / (all - common)
	spare := all - 2*enough
	i, j := 0, 0
	for spare >= 0 && i < len(a.words) && j < len(b.words) {
		switch x, y := a.words[i], b.words[j]; {
		case x == y:
			i++
			j++
		case x < y:
			i++
			spare--
		default:
			j++
			spare--
		}
	}
	return spare-(len(a.words)-i)-(len(b.words)-j) >= 0
}

// sameSkill reports whether two skills are one, kept in several places or versions, or
// have one name where duplicate-skill speaks of it.
func sameSkill(a, b *described) bool {
	return a.base == b.base || a.ID.Text == b.ID.Text && a.Scope == b.Scope
}

// namesOther reports whether one description tells itself from the other.
func namesOther(a, b *described) bool {
	return strings.Contains(a.text.Text, b.ID.Text) || strings.Contains(b.text.Text, a.ID.Text)
}

// wordsHeld answers which words a text holds, with indices.
var wordsHeld = document.Question[[]string, []int]{Name: "words held", Find: func(words *[]string, text []byte) *[]int {
	var held []int
	for i, w := range *words {
		if rare.Of(w).In(text) {
			held = append(held, i)
		}
	}
	return &held
}}

// matchesLine reports whether an expression matches in a line, each of which it has to have a
// word in.
func matchesLine(re *regexp.Regexp, word *rare.Word, src []byte) bool {
	for line := range word.Lines(src) {
		if re.Match(line) {
			return true
		}
	}
	return false
}
