package lint

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestNearest(t *testing.T) {
	spell := NewSpeller([]string{"zodiac", "jungastro", "user-invocable", "allowed-tools", "tool", "占星术师"})
	for word, want := range map[string]string{
		"zodiak": "zodiac", "zodac": "zodiac", "zoidac": "zodiac", "zodiacs": "zodiac", "Zodiac": "zodiac", "jungstro": "jungastro", "ungastr": "jungastro",
		"user_invocable": "user-invocable", "user-invokable": "user-invocable", "allowedTools": "allowed-tools", "tools": "tool",
		"zodiac": "", "zebra": "", "tl": "", "": "", "polo": "", "tarot": "",
	} {
		if got, ok := spell.Nearest(word); got != want && (ok || want != "") {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// TestNearestIsExhaustive compares with a search of all words, for words that
// have little in common: of those that share a third, only 64 are asked.
func TestNearestIsExhaustive(t *testing.T) {
	var words []string
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		word := make([]byte, 8+random.IntN(6))
		for i := range word {
			word[i] = byte('a' + random.IntN(26))
		}
		words = append(words, string(word))
	}
	spell := NewSpeller(words)
	for i, w := range words {
		for _, miss := range []string{w[1:], w[:3] + "x" + w[3:], w[:len(w)-1] + "qq", w[:2] + w[4:]} {
			near, ok := spell.Nearest(miss)
			best := 3
			for _, other := range words {
				best = min(best, editDistance(miss, other, 2))
			}
			if ok != (best <= 2 && best > 0) || ok && editDistance(miss, near, 2) != best {
				t.Fatalf("word %d: Nearest(%q) = %q %v, the best distance is %d", i, miss, near, ok, best)
			}
		}
	}
}

func BenchmarkSpeller(b *testing.B) {
	var words []string
	for i := range 20_000 {
		words = append(words, fmt.Sprintf("skill%d", i))
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			NewSpeller(words)
		}
	})
	spell := NewSpeller(words)
	b.Run("ask", func(b *testing.B) {
		for b.Loop() {
			spell.Nearest("skyll12345")
		}
	})
}
