package vendors

import (
	"fmt"
	"strings"
)

// A Tool is what a vendor is given: a name, a description, and the JSON Schema of the
// arguments, nil for none.
type Tool struct {
	Name        string
	Description string
	Input       []byte
}

// A Violation is one thing about a tool that a target refuses or ignores.
type Violation struct {
	Target *Target
	Fact   *Fact
	// Pointer is the JSON pointer (RFC 6901) to what is at fault within the schema of
	// the arguments. Subject says where it stands when it is not in the schema.
	Pointer string
	Subject Subject
	Message string // what is at fault, as "the keyword const"
	Instead string // what to write, "" when nothing says the same
}

// A Subject is a part of a tool.
type Subject uint8

// The parts of a tool that a violation may be about.
const (
	Schema Subject = iota
	ToolName
	ToolDescription
)

// String says what the target does: "openai refuses the keyword const: write …".
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s", v.Target.Name, v.Fact.Effect, v.Message)
	if v.Fact.As != "" {
		fmt.Fprintf(&b, ", which it reads as %s", v.Fact.As)
	}
	if v.Instead != "" {
		fmt.Fprintf(&b, ": %s", v.Instead)
	}
	return b.String()
}

// Check returns what a target refuses or ignores of a tool, in the order of the schema.
// The error is for a schema that is no JSON object. Of facts that say the same of one
// place the surest counts.
func (t *Target) Check(tool Tool) ([]Violation, error) {
	root := &Value{kind: object}
	if tool.Input != nil {
		var err error
		if root, err = parse(tool.Input); err != nil {
			return nil, err
		}
	}
	var all []Violation
	for _, f := range t.Facts {
		switch {
		case f.When == "name" && !f.re.MatchString(tool.Name):
			all = append(all, Violation{t, f, "", ToolName, fmt.Sprintf("the name %q", tool.Name), "it has to match " + f.Pattern})
		case f.When == "empty-description" && tool.Description == "":
			all = append(all, Violation{t, f, "", ToolDescription, "a tool with an empty description", "describe what the tool does"})
		}
	}
	if tool.Input != nil {
		all = append(all, t.schema(root)...)
	}
	return surest(all), nil
}

// schema checks the schema of a tool's arguments.
func (t *Target) schema(root *Value) []Violation {
	var all []Violation
	refused := map[string]bool{} // keywords, by their pointers: what is below them goes with them
	for p := range subschemas(root) {
		if within(refused, p.pointer) {
			continue
		}
		for _, f := range t.Facts {
			check := checks[f.When]
			if check == nil {
				continue
			}
			for _, found := range check(p, f, root) {
				all = append(all, Violation{t, f, found.pointer, Schema, found.message, found.instead})
				refused[found.pointer] = refused[found.pointer] || f.Effect == Refuses && (f.names() || f.When == "any-of-siblings")
			}
		}
	}
	for _, f := range t.Facts {
		limit := limits[f.When]
		if limit == nil {
			continue
		}
		if n := limit.count(root); n > f.Max {
			all = append(all, Violation{t, f, "", Schema, fmt.Sprintf("a schema with %d %s", n, limit.what), fmt.Sprintf("at most %d are allowed", f.Max)})
		}
	}
	return all
}

// names reports whether the fact is about a keyword as a whole.
func (f *Fact) names() bool {
	return f.When == "keyword" || f.When == "keyword-not" || f.When == "root-keyword"
}

// within reports whether a pointer is below one of a set.
func within(set map[string]bool, pointer string) bool {
	for i := len(pointer) - 1; i > 0; i-- {
		if pointer[i] == '/' && set[pointer[:i]] {
			return true
		}
	}
	return false
}

// surest drops what is said twice of one place: of a sure and an unsure fact the sure one stays.
func surest(all []Violation) []Violation {
	type key struct {
		subject       Subject
		pointer, what string
	}
	first := map[key]int{}
	kept := all[:0]
	for _, v := range all {
		k := key{v.Subject, v.Pointer, v.Message}
		if i, ok := first[k]; ok {
			if v.Fact.Sure() && !kept[i].Fact.Sure() {
				kept[i] = v
			}
			continue
		}
		first[k] = len(kept)
		kept = append(kept, v)
	}
	return kept
}

// TooMany returns the fact that limits how many tools one request may hold, or nil.
func (t *Target) TooMany(tools int) *Fact {
	for _, f := range t.Facts {
		if f.When == "tool-count" && tools > f.Max {
			return f
		}
	}
	return nil
}
