package regex

import (
	"fmt"
	"testing"
)

// questions are inclusions as they are asked of real contracts, with the steps that they take.
var questions = []struct {
	name, p, q string
	steps      int
}{
	{"equal", "^[a-z][a-z0-9-]*$", "^[a-z][a-z0-9-]*$", 0},
	{"identifier", "^[a-z][a-z0-9_-]{0,62}$", "^[A-Za-z][A-Za-z0-9_-]{0,63}$", 67},
	{"identifier refuted", "^[A-Za-z][A-Za-z0-9_-]{0,63}$", "^[a-z][a-z0-9_-]{0,62}$", 68},
	{"date", `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`, `^\d{4}-\d{2}-\d{2}$`, 322},
	{"mail", `^[^@\s]+@[^@\s]+\.[^@\s]+$`, `^[^@\s]+@[^@\s]+$`, 111},
	{"lookahead", "^(?!admin$)[a-z]+$", "^[a-z]+$", 19},
	{"password", `^(?=.*[A-Z])(?=.*[a-z])(?=.*\d).{8,}$`, `^.{8,64}$`, 734},
	{"ipv4", `^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$`, `^[0-9.]{7,15}$`, 1033},
	{"letters", `^\p{L}+$`, `^[\p{L}\p{Nd}]+$`, 31},
	{"digest", "[0-9a-f]{64}", "[1-9a-z]{43,44}", 52555},
	{"far tail", "^(?:[ab][ab])*a[ab]{20}$", "^[ab]*a[ab]{20}$", 4416},
}

// TestSteps pins the steps, which are the same on every machine: a change in either direction wants a look.
func TestSteps(t *testing.T) {
	for _, question := range questions {
		for range 3 {
			tab := NewTable()
			f := fuel()
			p, q := pattern(t, tab, question.p), pattern(t, tab, question.q)
			tab.Included(p, q, f)
			if steps := 300_000 - f.Steps; steps != question.steps {
				t.Errorf("%s: %d steps, want %d", question.name, steps, question.steps)
			}
		}
	}
}

func ExampleTable_Included() {
	t := NewTable()
	old, _ := t.Pattern("^[a-z]+$")
	changed, _ := t.Pattern("^(?!admin$)[a-z]+$")
	fmt.Println(t.Included(changed, old, &Fuel{Steps: 10_000}))
	fmt.Println(t.Included(old, changed, &Fuel{Steps: 10_000}))
	// Output:
	// true  <nil>
	// false admin <nil>
}
