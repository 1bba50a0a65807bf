package lint

import (
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

func (r *configReader) rules(v *skill.Node, into map[string]Severity) error {
	if v.Kind != skill.Map {
		return r.fail(v, "rules is %s, expected a map from rule to severity", v.Kind)
	}
	var names []string
	for _, rule := range r.c.With(r.known) {
		names = append(names, rule.Name)
	}
	for _, m := range v.Members {
		if !slices.Contains(names, m.Key.Text) {
			return r.fail(m.Key, "unknown rule %q%s", m.Key.Text, NewSpeller(names).DidYouMean(m.Key.Text))
		}
		s, err := r.severity(m.Value, "rule "+m.Key.Text)
		if err != nil {
			return err
		}
		into[m.Key.Text] = s
	}
	return nil
}

// severity reads the severity of a rule.
func (r *configReader) severity(v *skill.Node, of string) (Severity, error) {
	text := v.Text
	if v.Is(skill.Bool) && !v.True() {
		text = "off" // which YAML 1.1 reads as false
	}
	s, ok := ParseSeverity(text)
	if !ok {
		return Off, r.fail(v, "severity %q of %s: expected off, note, warning or error", v.Text, of)
	}
	return s, nil
}

// overrides reads a list of {paths, rules}.
func (r *configReader) overrides(_, v *skill.Node) error {
	for _, item := range v.Items() {
		o := Override{Rules: map[string]Severity{}}
		for _, m := range item.Value.Entries() {
			var err error
			switch m.Key.Text {
			case "paths":
				err = r.globs(m.Key, m.Value, &o.Paths)
			case "rules":
				err = r.rules(m.Value, o.Rules)
			default:
				err = r.fail(m.Key, "unknown key %q in overrides; known are paths, rules", m.Key.Text)
			}
			if err != nil {
				return err
			}
		}
		if len(o.Paths) == 0 || len(o.Rules) == 0 {
			return r.fail(item.Value, "an entry of overrides needs paths and rules")
		}
		r.c.Overrides = append(r.c.Overrides, o)
	}
	if !v.Is(skill.List) {
		return r.fail(v, "overrides is %s, expected a list", v.Kind)
	}
	return nil
}

// suppress reads a list of {rule, path, reason}.
func (r *configReader) suppress(_, v *skill.Node) error {
	if !v.Is(skill.List) {
		return r.fail(v, "suppress is %s, expected a list", v.Kind)
	}
	for _, item := range v.Members {
		n := item.Value
		s := Suppression{Rule: n.Get("rule").Str(), Path: n.Get("path").Str(), Reason: n.Get("reason").Str()}
		if s.Rule == "" || s.Path == "" || strings.TrimSpace(s.Reason) == "" {
			return r.fail(n, "an entry of suppress needs rule, path and reason")
		}
		if !doublestar.ValidatePattern(s.Path) {
			return r.fail(n.Get("path"), "%q is not a glob", s.Path)
		}
		if err := r.rules(&skill.Node{Kind: skill.Map, Members: []skill.Member{{Key: n.Get("rule"), Value: &skill.Node{Kind: skill.String, Text: "off"}}}}, map[string]Severity{}); err != nil {
			return err
		}
		if r.reading[len(r.reading)-1] == ConfigName { // findings stand in that file
			s.start, s.end = r.fset.Position(n.Pos).Offset, r.fset.Position(n.End).Offset
		}
		r.c.Suppress = append(r.c.Suppress, s)
	}
	return nil
}

func (r *configReader) dialects(_, v *skill.Node) error {
	if v.Kind != skill.Map {
		return r.fail(v, "dialects is %s, expected a map from glob to dialect", v.Kind)
	}
	r.c.Dialects = nil
	for _, m := range v.Members {
		if !doublestar.ValidatePattern(m.Key.Text) {
			return r.fail(m.Key, "%q is not a glob", m.Key.Text)
		}
		if err := r.dialect(m.Value); err != nil {
			return err
		}
		r.c.Dialects = append(r.c.Dialects, Spoken{m.Key.Text, m.Value.Text})
	}
	return nil
}

// dialect accepts the name of a dialect.
func (r *configReader) dialect(v *skill.Node) error {
	var names []string
	for _, d := range manifest.Dialects {
		names = append(names, d.Name)
	}
	if !slices.Contains(names, v.Str()) {
		return r.fail(v, "unknown dialect %q%s; known are %s", v.Text, NewSpeller(names).DidYouMean(v.Text), strings.Join(names, ", "))
	}
	return nil
}
