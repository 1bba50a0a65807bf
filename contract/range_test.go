package contract

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/Masterminds/semver/v3"
)

// npmAnswers is testdata/semver.json; testdata/semver.mjs says how it is made.
type npmAnswers struct {
	Semver   string
	Versions []string
	Paired   int
	Ranges   [][]string // text; canonical, bits of Versions when valid
	Pairs    []string
}

func readNpm(t testing.TB) npmAnswers {
	t.Helper()
	data, err := os.ReadFile("testdata/semver.json")
	if err != nil {
		t.Fatal(err)
	}
	var npm npmAnswers
	if err := json.Unmarshal(data, &npm); err != nil {
		t.Fatal(err)
	}
	if len(npm.Versions) == 0 || len(npm.Ranges) < 1000 || len(npm.Pairs) != npm.Paired {
		t.Fatal("testdata/semver.json is incomplete")
	}
	return npm
}

func mustVersion(t testing.TB, text string) *semver.Version {
	t.Helper()
	v, err := ParseVersion(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustRange(t testing.TB, text string) Range {
	t.Helper()
	r, err := ParseRange(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRangesAreNpms(t *testing.T) {
	npm := readNpm(t)
	versions := make([]*semver.Version, len(npm.Versions))
	for i, text := range npm.Versions {
		versions[i] = mustVersion(t, text)
	}
	valid, oddities := 0, 0
	for _, answer := range npm.Ranges {
		r, err := ParseRange(answer[0])
		if len(answer) == 1 {
			if err == nil {
				t.Errorf("ParseRange(%q) = %s, which npm refuses", answer[0], r)
			}
			continue
		}
		valid++
		if err != nil {
			t.Errorf("ParseRange(%q): %v; npm reads %s", answer[0], err, answer[1])
			continue
		}
		if strings.Contains(answer[1]+" ", ">=0.0.0 ") { // of ">=v0.0.0"; npm itself reads it back as "*"
			oddities++
			continue
		}
		if r.String() != answer[1] {
			t.Errorf("ParseRange(%q) = %s, npm says %s", answer[0], r, answer[1])
		}
		if again := mustRange(t, r.String()); again.String() != r.String() {
			t.Errorf("%q reads back as %s", r, again)
		}
		for i, v := range versions {
			digit, _ := strconv.ParseUint(answer[2][i/4:i/4+1], 16, 8)
			if want := digit>>(i%4)&1 == 1; r.Allows(v) != want {
				t.Errorf("%q allows %s: %t, npm says %t", answer[0], v, !want, want)
			}
		}
	}
	if oddities > 3 {
		t.Errorf("%d ranges were skipped", oddities)
	}
	t.Logf("semver %s: %d ranges, %d of them valid, × %d versions", npm.Semver, len(npm.Ranges), valid, len(versions))
}

// Where npm's intersects and its own satisfies disagree, satisfies is right.
func TestRangesIntersect(t *testing.T) {
	npm := readNpm(t)
	ranges := make([]Range, npm.Paired)
	for i := range ranges {
		ranges[i] = mustRange(t, npm.Ranges[i][0])
	}
	differ := 0
	for i, row := range npm.Pairs {
		for j, answer := range row {
			a, b := ranges[i], ranges[i+j]
			shared := answer >= '2'
			if differs := answer == '1' || answer == '2'; differs {
				differ++
			}
			if a.Intersects(b) != shared || b.Intersects(a) != shared {
				t.Errorf("%q intersects %q: %t, a version of both is known: %t", a, b, !shared, shared)
			}
		}
	}
	if differ == 0 {
		t.Error("npm's intersects agrees everywhere: the comment on Intersects is out of date")
	}
	t.Logf("%d ranges in pairs; npm's intersects contradicts its satisfies in %d pairs", len(ranges), differ)
}

func TestIntersectAllowsWhatBothAllow(t *testing.T) {
	npm := readNpm(t)
	var versions []*semver.Version
	for _, text := range npm.Versions {
		versions = append(versions, mustVersion(t, text))
	}
	for i := 0; i < npm.Paired; i++ {
		a := mustRange(t, npm.Ranges[i][0])
		for j := i % 3; j < npm.Paired; j += 3 {
			b := mustRange(t, npm.Ranges[j][0])
			both := a.Intersect(b)
			again := mustRange(t, both.String())
			for _, v := range versions {
				want := a.Allows(v) && b.Allows(v)
				if both.Allows(v) != want || again.Allows(v) != want {
					t.Fatalf("%q and %q make %q; it allows %s: %t, both allow it: %t", a, b, both, v, !want, want)
				}
			}
		}
	}
}

func TestIntersectReads(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"^1.2.0", ">=1.4", ">=1.4.0 <2.0.0"},
		{"^1.2.3-beta", "*", ">=1.2.3 <2.0.0"},
		{"^1.2.3-beta", ">=1.2.3-alpha", ">=1.2.3-beta <2.0.0"},
		{"~2.1.0", "^2.0 || ^3", ">=2.1.0 <2.2.0"},
		{"*", "", "*"},
		{"1.2.3", "^1", "1.2.3"},
		{"<2", ">=2", "<0.0.0-0"},
		{">1.2.3", "<1.2.4", "<0.0.0-0"},
		{"1.2.3-b", "^1.2.3-a", "1.2.3-b"},
		{"<=1.2.0 || >0.5.0-rc", "<=1.2.0 || >0.5.0-rc", "<0.5.0||>=0.5.0-rc.0"},
	} {
		if got := mustRange(t, test.a).Intersect(mustRange(t, test.b)).String(); got != test.want {
			t.Errorf("%q and %q make %q, want %q", test.a, test.b, got, test.want)
		}
	}
}

func TestEmpty(t *testing.T) {
	for text, want := range map[string]bool{
		"*": false, ">2 <1": true, ">1.2.3 <1.2.4": true, ">1.2.3-a <1.2.3-a.0": true, ">x": true,
		">=1.2.3-a <1.2.3-b": false, "<0.0.0": true, "<=0.0.0": false, "<0.0.0-1": false, ">2 <1 || 1": false,
	} {
		if got := mustRange(t, text).Empty(); got != want {
			t.Errorf("%q is empty: %t, want %t", text, got, want)
		}
	}
	if (Range{}).Empty() || !(Range{}).Allows(mustVersion(t, "1.0.0")) || (Range{}).String() != "*" {
		t.Error("the zero Range is not *")
	}
}

func TestMinVersion(t *testing.T) {
	for _, test := range []struct{ text, want, suggestion string }{
		{"1.2", ">=1.2.0 <2.0.0", ""},
		{"1.10", ">=1.10.0 <2.0.0", ""},
		{"0.2", ">=0.2.0 <0.3.0", ""},
		{"0.0", ">=0.0.0 <0.1.0", ""},
		{"1.2.9", ">=1.2.0 <2.0.0", ""},
		{"1", "", "1.0"},
		{"v1.2", "", "1.2"},
		{"1.2.0-beta", "", "1.2"},
		{"01.2", "", "1.2"},
		{"1.2.3.4", "", ""},
		{"^1.2", "", ""},
		{"latest", "", ""},
		{"", "", ""},
	} {
		r, err := MinVersion(test.text)
		var bad *VersionError
		switch {
		case test.want != "":
			if err != nil || r.String() != test.want {
				t.Errorf("MinVersion(%q) = %s, %v, want %s", test.text, r, err, test.want)
			}
		case !errors.As(err, &bad) || bad.Text != test.text || bad.Suggestion != test.suggestion:
			t.Errorf("MinVersion(%q): %v, want the suggestion %q", test.text, err, test.suggestion)
		}
	}
	if r, _ := MinVersion("1.9"); !r.Allows(mustVersion(t, "1.10.0")) || r.Allows(mustVersion(t, "2.0.0")) {
		t.Error("versions are compared as text, or a higher major passes")
	}
}

func TestParseRangeSuggests(t *testing.T) {
	for text, want := range map[string]string{
		">=1.2,<2":     `">=1.2,<2": not a range of versions (did you mean ">=1.2 <2"?)`,
		"=>1.2":        `"=>1.2": not a range of versions (did you mean ">=1.2"?)`,
		"1.2 | 2":      `"1.2 | 2": "|" is not a comparator of versions (did you mean "1.2 || 2"?)`,
		"==1.2.3":      `"==1.2.3": not a range of versions (did you mean "=1.2.3"?)`,
		"≥ 1.2":        `"≥ 1.2": "≥" is not a comparator of versions (did you mean ">= 1.2"?)`,
		"V1.2.3":       `"V1.2.3": not a range of versions (did you mean "v1.2.3"?)`,
		"^1 or ^2":     `"^1 or ^2": "or" is not a comparator of versions (did you mean "^1 || ^2"?)`,
		"latest":       `"latest": not a range of versions`,
		"^1 || \x1b[m": `"^1 || \x1b[m": "\x1b[m" is not a comparator of versions`,
	} {
		_, err := ParseRange(text)
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// What is linear in its input takes a moment for these; what is not, minutes.
func TestLongRanges(t *testing.T) {
	union := strings.Repeat("1.2.3 || ", 100_000) + "2.0.0"
	if r := mustRange(t, union); !r.Allows(mustVersion(t, "2.0.0")) || !r.Intersects(r) {
		t.Error("a long union lost its last set")
	}
	var alternating strings.Builder
	for i := range 20_000 {
		if i > 0 {
			alternating.WriteString("||")
		}
		alternating.WriteString("~1." + strconv.Itoa(2*i))
	}
	even := mustRange(t, alternating.String())
	odd := mustRange(t, strings.NewReplacer("0||", "1||", "2||", "3||", "4||", "5||", "6||", "7||", "8||", "9||").Replace(alternating.String())+" >3")
	if even.Intersects(odd) || !even.Intersects(even) {
		t.Error("even and odd minors meet")
	}
	for _, text := range []string{
		strings.Repeat(">=1.2.3 ", 50_000), strings.Repeat("^", 400_000), strings.Repeat("1.", 200_000), strings.Repeat("= ", 200_000),
		strings.Repeat("v=", 200_000), strings.Repeat("1", 400_000), "1.2.3-" + strings.Repeat("a.", 200_000), strings.Repeat("+a", 200_000),
		strings.Repeat("*", 400_000), strings.Repeat(" ", 400_000) + "x", strings.Repeat("1 - ", 100_000), strings.Repeat("> 1 ", 100_000),
	} {
		_, err := ParseRange(text)
		if err != nil && len(err.Error()) > 2_000 {
			t.Errorf("the error for %.20q is %d bytes long", text, len(err.Error()))
		}
	}
}

func TestAllowsDoesNotAllocate(t *testing.T) {
	r := mustRange(t, "<1.0.0-alpha.1.x || ^1.2.3-beta.11 || 2.x")
	v := mustVersion(t, "1.2.3-beta.12+build")
	if n := testing.AllocsPerRun(100, func() { r.Allows(v) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzParseRange(f *testing.F) {
	npm := readNpm(f)
	for i := 0; i < len(npm.Ranges); i += 40 {
		f.Add(npm.Ranges[i][0], "1.2.3-beta.2")
	}
	f.Fuzz(func(t *testing.T, text, version string) {
		r, err := ParseRange(text)
		if err != nil {
			var bad *VersionError
			if !errors.As(err, &bad) || bad.Text != text {
				t.Fatalf("%T for %q", err, text)
			}
			if bad.Suggestion != "" {
				mustRange(t, bad.Suggestion)
			}
			return
		}
		again := mustRange(t, r.String())
		if again.String() != r.String() {
			t.Fatalf("%q reads back as %q", r, again)
		}
		v, err := ParseVersion(version)
		if err != nil {
			return
		}
		if again.Allows(v) != r.Allows(v) || r.Intersect(r).Allows(v) != r.Allows(v) || r.Allows(v) && r.Empty() {
			t.Fatalf("%q, its canonical form %q and its intersection with itself %q disagree on %s", text, again, r.Intersect(r), v)
		}
	})
}

func BenchmarkParseRange(b *testing.B) {
	for _, text := range []string{"^1.2.3", ">=1.2.0 <2.0.0 || ~3.1", strings.Repeat("~1.2.3-rc.1 || ", 10_000) + "2"} {
		b.Run(text[:6]+strconv.Itoa(len(text)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				mustRange(b, text)
			}
		})
	}
}

func BenchmarkAllows(b *testing.B) {
	r, v := mustRange(b, ">=1.2.0 <2.0.0 || ~3.1.0-rc.1"), mustVersion(b, "3.1.0-rc.2")
	b.ReportAllocs()
	for b.Loop() {
		r.Allows(v)
	}
}

func BenchmarkIntersects(b *testing.B) {
	r := mustRange(b, strings.Repeat("~1.2.3-rc.1 || ", 10_000)+"2")
	for b.Loop() {
		r.Intersects(r)
	}
}
