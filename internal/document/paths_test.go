package document

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The looks for paths and lists find what these expressions find in the whole text.
var (
	wholePaths  = regexp.MustCompile(prosePaths.String())
	wholeListed = regexp.MustCompile("(?m)^\\s*(?:[-*+]|\\d+\\.|#{2,6}|\\|)\\s*\\**`([\\w][\\w.-]*\\.(?:py|sh|js|mjs|ts|rb|ps1|md|R|ipynb))`")
)

func wholly(re *regexp.Regexp, src []byte) []Named {
	var found []Named
	seen := map[string]bool{}
	for _, m := range re.FindAllSubmatchIndex(src, -1) {
		if name := string(src[m[2]:m[3]]); !seen[name] {
			seen[name] = true
			found = append(found, Named{Span{m[2], m[3]}, name})
		}
	}
	return found
}

func TestLooksFindWhatExpressionsFind(t *testing.T) {
	pieces := []string{"`", "`a.py`", "`b-c.md`", "`x.R`", "- ", "* ", "**", "+", "1. ", "## ", "#", "| ", "\n", "\n\n", " ", "\t", "word ", "references/", "reference/x.md", "scripts/a/b.sh", "./assets/i.png", "../", "../SKILL.md", "../../y/SKILL.md", "templates/t.html5", "(", ":", "/", "é", "\r\n", ".", "_"}
	r := rand.New(rand.NewPCG(1, 2))
	paths, listed := 0, 0
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		src := []byte(b.String())
		if got, want := prosePathsIn(src, 0), wholly(wholePaths, src); !slices.Equal(got, want) {
			t.Fatalf("paths of %q: %v, expected %v", src, got, want)
		}
		if got, want := listedIn(src, 0), wholly(wholeListed, src); !slices.Equal(got, want) {
			t.Fatalf("listed in %q: %v, expected %v", src, got, want)
		}
		paths, listed = paths+len(wholly(wholePaths, src)), listed+len(wholly(wholeListed, src))
	}
	if paths < 1000 || listed < 1000 {
		t.Errorf("%d paths and %d files of lists were found: too few to tell", paths, listed)
	}
}

// FuzzPathsIn holds the scan to the regular expression that it stands for.
func FuzzPathsIn(f *testing.F) {
	for _, text := range []string{"see draw/references/x.md.", "见draw/x.md，和 a//b/c", "https://x.io/y", "/usr/bin", "a/", "(é/ü-1)", "\xff/a/b\xff", ""} {
		f.Add(text)
	}
	pattern := regexp.MustCompile(`[\pL\d._-]+(?:/[\pL\d._-]+)+`)
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := slices.Collect(PathsIn([]byte(text))), pattern.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	})
}
