package contract

// A Catalog is what a linter hands to a gateway: contracts that were checked
// together, and which version of a packaged skill each agent uses. Its
// JSON form is described in docs/gateway.md.
type Catalog struct {
	Contracts []*Contract
	Bindings  []Binding
}

// A Binding says which version of a skill an agent uses.
type Binding struct {
	Agent, Skill string
	Lock         string // a range; empty for the current version
	Range        Range  // what Lock allows; meaningless when Lock is empty
	AutoUpdate   bool   // with an empty Lock: follow the current version, not the one that was current first
}

// Versions returns the contracts of one skill, in the catalog's order.
func (c Catalog) Versions(skill string) []*Contract {
	var list []*Contract
	for _, con := range c.Contracts {
		if con.ID.Text == skill {
			list = append(list, con)
		}
	}
	return list
}

// Allows reports whether a version is one that the lock allows, active or not;
// an empty lock allows the one that is not superseded.
func (b Binding) Allows(c *Contract) bool {
	if b.Lock == "" {
		return !c.Superseded
	}
	return c.Provides != nil && b.Range.Allows(c.Provides)
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
		if !c.Inactive && b.Allows(c) && (best == nil || c.Provides.GreaterThan(best.Provides)) {
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
