package lint

import (
	"math/rand/v2"
	"testing"
)

// TestEditDistance compares the distance in a band with the whole table.
func TestEditDistance(t *testing.T) {
	whole := func(a, b string, limit int) int {
		rows := make([][]int, len(a)+1)
		for i := range rows {
			rows[i] = make([]int, len(b)+1)
			for j := range rows[i] {
				switch {
				case i == 0 || j == 0:
					rows[i][j] = i + j
					continue
				case a[i-1] == b[j-1]:
					rows[i][j] = rows[i-1][j-1]
				default:
					rows[i][j] = rows[i-1][j-1] + 1
				}
				rows[i][j] = min(rows[i][j], rows[i-1][j]+1, rows[i][j-1]+1)
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
				}
			}
		}
		return min(rows[len(a)][len(b)], limit+1)
	}
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		w := make([]byte, r.IntN(9))
		for i := range w {
			w[i] = "abc"[r.IntN(3)]
		}
		return string(w)
	}
	seen := [4]int{}
	for range 50_000 {
		a, b, limit := word(), word(), 1+r.IntN(2)
		got, want := editDistance(a, b, limit), whole(a, b, limit)
		if got != want {
			t.Fatalf("%q, %q, up to %d: %d, not %d", a, b, limit, got, want)
		}
		seen[got]++
	}
	if seen[0] == 0 || seen[1] == 0 || seen[2] == 0 || seen[3] == 0 {
		t.Errorf("distances met: %v", seen)
	}
}
