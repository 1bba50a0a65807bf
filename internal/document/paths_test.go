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
	wholePaths  = regexp.MustCompile("(?:^|[\\s`\"'(*:,])(?:\\./)?((?:references?|resources|assets|scripts|templates)/(?:[\\w.-]+/)*[\\w-][\\w.-]*\\.[A-Za-z][A-Za-z0-9]{0,9}|(?:\\.\\./)+(?:[\\w.-]+/)*SKILL\\.md)\\b")
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
	pieces := []string{"`", "`a.py`", "`b-c.md`", "`x.R`", "- ", "* ", "**", "+", "1. ", "## ", "#", "| ", "\n", "\n\n", " ", "\t", "word ", "references/", "reference/x.md", "scripts/a/b.sh", "./assets/i.png", "../", "../SKILL.md", "../../y/SKILL.md", "templates/t.html5", "x.tooLongAnExtension", "x.exactlyTen", "x.y-", "//", "./", "(", ":", "/", "é", "\r\n", ".", "_"}
	r := rand.New(rand.NewPCG(1, 2))
	paths, listed := 0, 0
	for range 60_000 {
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

// FuzzResourcesIn holds the scan to the form of what it returns.
func FuzzResourcesIn(f *testing.F) {
	for _, text := range []string{"见skills/draw/references/x.md.", "a/scripts/b/assets/c", "(é/templates/ü-1)", "scripts/x.py", "/assets/x", "\xff/references/b\xff", ""} {
		f.Add(text)
	}
	form := regexp.MustCompile(`^[\pL\d._-]+/(?:references?|resources|assets|scripts|templates|\.\.)(?:/[\pL\d._-]+)*$`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, named := range resourcesIn([]byte(text)) {
			if !form.MatchString(named) && !strings.HasPrefix(named, "*/") && !strings.HasSuffix(named, "/") || !strings.HasPrefix(named, "*/") && !strings.Contains(text, named) {
				t.Errorf("%q: %q", text, named)
			}
		}
	})
}

func TestResourcesIn(t *testing.T) {
	got := resourcesIn([]byte("See `skills/draw/references/x.md`, a/scripts/b/assets/c.py. scripts/y.py b/references/ x/manuscripts/z, load `<skill>/references/v/<version>.md`"))
	if want := []string{"draw/references/x.md", "a/scripts/b/assets/c.py", "b/assets/c.py", "*/references/v/*.md"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAnchoredIn(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // the paths, with + before those of the plugin
	}{
		{"Read `${CLAUDE_PLUGIN_ROOT}/references/a.md`, then $CLAUDE_SKILL_DIR/b.md.", []string{"+references/a.md", "b.md"}},
		{"@${CLAUDE_PLUGIN_ROOT}/./docs/go.md. And {baseDir}/assets/map.svg)", []string{"+docs/go.md", "assets/map.svg"}},
		{"${CLAUDE_PLUGIN_ROOT}/docs/ and ${CLAUDE_PLUGIN_ROOT}/LICENSE and ${CLAUDE_PLUGIN_ROOT}", nil},
		{"{baseDir}/references/{topic}.md {baseDir}/references/<topic>.md {baseDir}/v$V/x.md {baseDir}/a.md*", nil},
		{"${OTHER}/references/a.md, references/a.md", nil},
	} {
		var got []string
		for _, a := range anchoredIn([]byte(test.text), 0) {
			if test.text[a.Start:a.End] != a.Path {
				t.Errorf("%q: %q stands at the place of %q", test.text, test.text[a.Start:a.End], a.Path)
			}
			got = append(got, map[bool]string{true: "+"}[a.Plugin]+a.Path)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
	if got := anchoredIn([]byte("---\nx: {baseDir}/a.md\n---\n"), 23); len(got) > 0 {
		t.Errorf("before the body: %v", got)
	}
}

// FuzzAnchoredIn holds the scan to the form of what it returns.
func FuzzAnchoredIn(f *testing.F) {
	for _, text := range []string{"${CLAUDE_PLUGIN_ROOT}/a/b.md.", "{baseDir}/.//x.y/", "$CLAUDE_SKILL_DIR/é.md", "{baseDir}/{baseDir}/a.b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range anchoredIn([]byte(text), 0) {
			if text[a.Start:a.End] != a.Path || fileName([]byte(a.Path[strings.LastIndexByte(a.Path, '/')+1:])) == 0 {
				t.Errorf("%q: %+v", text, a)
			}
		}
	})
}
