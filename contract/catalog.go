package contract

// A Catalog is what a linter hands to a gateway: contracts that were checked
// together, and which version of a packaged skill each agent uses (S4). Its
// JSON form is described in docs/gateway.md.
type Catalog struct {
	Contracts []*Contract
	Bindings  []Binding
}

// A Binding says which version of a skill an agent uses (S4, AgentSkillBinding).
type Binding struct {
	Agent, Skill string
	Lock         string // a range; empty for the current version
	Range        Range  // what Lock allows; meaningless when Lock is empty
	AutoUpdate   bool   // with an empty Lock: follow the current version, not the one that was current first
}

// Resolve returns the version that a binding means, of the versions of one
// skill: the highest active one that the lock allows, or the current one when
// the lock is empty. It is nil when there is none.
func (b Binding) Resolve(versions []*Contract) *Contract {
	if b.Lock == "" {
		return Current(versions)
	}
	var best *Contract
	for _, c := range versions {
		if c.Inactive || c.Provides == nil || !b.Range.Allows(c.Provides) {
			continue
		}
		if best == nil || c.Provides.GreaterThan(best.Provides) {
			best = c
		}
	}
	return best
}

// Current returns the version that a skill's name alone means, of all its
// versions: the active one that is not superseded, else nil.
func Current(versions []*Contract) *Contract {
	for _, c := range versions {
		if !c.Inactive && !c.Superseded {
			return c
		}
	}
	return nil
}
