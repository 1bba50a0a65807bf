package manifests

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

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
				s.name = skilltext.WordsOf(s.ID.Text)
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
		for w := range skilltext.EachWord(d.text.Text) {
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
	return a.base == b.base || a.ID.Text == b.ID.Text && a.Scope == b.Scope || a.Manifest().Sum == b.Manifest().Sum
}

// namesOther reports whether one description tells itself from the other.
func namesOther(a, b *described) bool {
	return strings.Contains(a.text.Text, b.ID.Text) || strings.Contains(b.text.Text, a.ID.Text)
}
