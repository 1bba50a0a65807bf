package template

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of filters in docs/templates.md")

const manual = "../docs/templates.md"

// The manual's table of filters is rendered from the filters themselves.
func TestManual(t *testing.T) {
	src, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- filters: written by go test ./template -update -->\n", "<!-- end of filters -->"
	head, rest, ok := strings.Cut(string(src), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the filters", manual)
	}
	want := head + begin + renderFilters() + end + tail
	if want == string(src) {
		return
	}
	if !*update {
		t.Fatalf("%s is not up to date: run go test ./template -update", manual)
	}
	if err := os.WriteFile(manual, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func renderFilters() string {
	cell := strings.NewReplacer("|", `\|`)
	var b strings.Builder
	b.WriteString("| filter | takes | gives | |\n|---|---|---|---|\n")
	for _, f := range Filters() {
		takes := f.Takes.String()
		if f.Takes == anyKind {
			takes = "anything"
		}
		doc := f.Doc
		for _, p := range f.Params {
			if p.Kind == StringParam || p.Kind == IntegerParam {
				doc += " `" + p.Name + "` is " + p.Kind.kinds().String() + "."
			}
		}
		b.WriteString("| `" + f.Usage() + "` | " + takes + " | " + f.Result + " | " + doc + " |\n")
	}
	b.WriteString("\n| template | `input` | value |\n|---|---|---|\n")
	for _, f := range Filters() {
		for _, e := range f.Examples {
			b.WriteString("| `" + cell.Replace(e.Template) + "` | `" + cell.Replace(e.Input) + "` | `" + cell.Replace(e.Value) + "` |\n")
		}
	}
	return b.String()
}

// Every example of the manual is evaluated, and its value is of the type that is inferred.
func TestFilterExamples(t *testing.T) {
	for _, f := range Filters() {
		if len(f.Examples) == 0 || f.Doc == "" || f.Result == "" || len(f.Params) > maxParams {
			t.Errorf("filter %q is not described", f.Name)
		}
		for _, e := range f.Examples {
			tm := Parse(e.Template)
			if !strings.Contains(e.Template, f.Name) || len(tm.Problems) > 0 {
				t.Errorf("%s is no example of %q: %v", e.Template, f.Name, tm.Problems)
			}
			input := decode(t, e.Input)
			v, err := tm.Eval(map[string]any{"input": input}, DefaultLimits)
			if err != nil || !equal(v, decode(t, e.Value)) {
				t.Errorf("%s of %s is %s %v, not %s", e.Template, e.Input, encode(v), err, e.Value)
			}
			typ, _ := NewEnv(map[string]*Type{"input": LiteralType(input)}, nil).Check(tm)
			if fit := (fitting{}); fit.value(v, typ, 0) != Fits && !typ.IsUnknown() {
				t.Errorf("%s of %s is %s, and %s is inferred", e.Template, e.Input, encode(v), typ)
			}
		}
	}
}

// The conditions that the manual shows are conditions.
func TestManualConditions(t *testing.T) {
	src, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(src), "altogether:\n\n```\n")
	block, _, _ = strings.Cut(block, "```")
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if !ok || len(lines) < 3 {
		t.Fatal("the manual shows no conditions")
	}
	for _, line := range lines {
		if c := ParseCondition(line); len(c.Problems) > 0 {
			t.Errorf("%s: %s", line, c.Problems[0].Message)
		}
	}
}
