package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analyzers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// ruleSet are the rules of this program: skilllint's, then those that Main was
// given. It is set before any command runs.
var ruleSet = rules.All

var ruleName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// addRules adds rules to those of skilllint, when each can be told from all
// others and says what it is about.
func addRules(own []*lint.Rule) error {
	all := slices.Clone(rules.All)
	for _, r := range own {
		switch taken := slices.ContainsFunc(all, func(other *lint.Rule) bool { return r != nil && other.Name == r.Name }); {
		case r == nil:
			return fmt.Errorf("a rule is nil")
		case !ruleName.MatchString(r.Name):
			return fmt.Errorf("rule %q: expected a name such as owner-missing: lowercase words joined by hyphens", r.Name)
		case taken || r.Name == lint.InternalError().Name:
			return fmt.Errorf("rule %q: the name is taken; use a prefix of your own", r.Name)
		case strings.TrimSpace(r.Doc) == "":
			return fmt.Errorf("rule %q has no Doc: expected a first line that says what is wrong", r.Name)
		case r.Run == nil:
			return fmt.Errorf("rule %q has no Run", r.Name)
		}
		all = append(all, r)
	}
	ruleSet = all
	analyzers.Known = all
	return nil
}
