package gateway

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/skilllint/skilllint/contract"
)

// A snapshot is all that calls are decided by. It never changes: a reload makes another,
// and calls that run keep the tools they were dispatched to.
type snapshot struct {
	catalog  contract.Catalog
	skills   map[string]*skill
	bound    map[binding]bound // what agents use in place of the current versions
	releases map[version]*release
	owners   map[string]*skill // of each tool that a current version exports
	core     *release          // nil when there are no core tools
}

type (
	binding struct{ agent, skill string }
	version struct{ skill, version string }
	bound   struct {
		release *release // nil when no version satisfies the lock
		lock    string
	}
)

// A skill is all versions of one.
type skill struct {
	id       string
	releases []*release
	current  *release // nil when none may be used
}

// A release is one version of a skill, as a provider and as a consumer.
type release struct {
	*contract.Contract
	skill   *skill
	index   int // in skill.releases
	exports map[string]*tool
	routes  map[string]route // of the tools that it may name: its own and the imported ones
}

// A route is what a name means to a consumer: a tool in each version of its provider.
type route struct {
	provider *skill // nil when the import names one that is not there
	grants   []grant
}

// A grant is the contracts' answer: contract.Check's for the days before the tool's
// removal date, and from that day on. Nothing else of the answer depends on the time.
type grant struct {
	tool          *tool // nil when this version does not export it
	before, after *contract.Denial
	removal       time.Time // zero when there is none
}

// newSnapshot compiles contracts. Handlers are looked up by who exports what; pins are
// completed by definitions that are seen for the first time, locks by versions that are.
func newSnapshot(catalog contract.Catalog, options *Options, handlers handlers, pins map[Pin]string, locks map[binding]string, suspended map[Pin]bool) (*snapshot, error) {
	s := &snapshot{
		catalog: catalog,
		skills:  map[string]*skill{}, bound: map[binding]bound{},
		releases: map[version]*release{}, owners: map[string]*skill{},
	}
	if err := s.addCore(options); err != nil {
		return nil, err
	}
	for _, c := range catalog.Contracts {
		switch id := c.ID.Text; {
		case id == "":
			return nil, fmt.Errorf("gateway: a contract has no id")
		case id == contract.Core:
			return nil, fmt.Errorf("gateway: %q is the id of the core tools", id)
		case s.skills[id] == nil:
			s.skills[id] = &skill{id: id}
		}
		if err := s.add(s.skills[c.ID.Text], c); err != nil {
			return nil, err
		}
	}
	for _, sk := range s.skills {
		s.current(sk)
	}
	for _, r := range s.sorted() {
		for name, t := range r.exports {
			if r.skill.current == r {
				if o := s.owners[name]; o != nil {
					return nil, fmt.Errorf("gateway: tool %q is exported by %q and by %q", name, o.id, r.skill.id)
				}
				s.owners[name] = r.skill
			}
			if err := t.configure(options); err != nil {
				return nil, err
			}
			t.handler = handlers.of(t)
		}
	}
	if s.core != nil {
		for _, t := range s.core.exports {
			if err := t.configure(options); err != nil {
				return nil, err
			}
			t.handler = handlers.of(t)
		}
	}
	if err := s.bind(options, locks); err != nil {
		return nil, err
	}
	if err := s.pin(options, pins, suspended); err != nil {
		return nil, err
	}
	index := contract.NewIndex(s.meant())
	for _, r := range s.releases {
		s.route(r, index)
	}
	return s, nil
}

// addCore adds the core tools, if there are any.
func (s *snapshot) addCore(options *Options) error {
	if options.Core == nil {
		return nil
	}
	core := *options.Core
	core.ID.Text, core.Imports = contract.Core, nil
	sk := &skill{id: contract.Core}
	if err := s.add(sk, &core); err != nil {
		return err
	}
	sk.current, s.core = sk.releases[0], sk.releases[0]
	for name, path := range options.DataPaths {
		if t := s.core.exports[name]; t != nil {
			t.datapath = path
		}
	}
	return nil
}

func (s *snapshot) add(sk *skill, c *contract.Contract) error {
	r := &release{Contract: c, skill: sk, index: len(sk.releases), exports: map[string]*tool{}, routes: map[string]route{}}
	key := version{c.ID.Text, c.Version.Text}
	if s.releases[key] != nil {
		return fmt.Errorf("gateway: two contracts of %q have the version %q", c.ID.Text, c.Version.Text)
	}
	if sk.id != contract.Core {
		s.releases[key] = r
	}
	sk.releases = append(sk.releases, r)
	for i := range c.Exports {
		name := c.Exports[i].Name.Text
		if r.exports[name] != nil {
			return fmt.Errorf("gateway: %q exports tool %q twice", c.ID.Text, name)
		}
		t, err := compile(r, &c.Exports[i])
		if err != nil {
			return fmt.Errorf("gateway: tool %q of %q: %w", name, c.ID.Text, err)
		}
		r.exports[name] = t
	}
	return nil
}

// current finds the version that the skill's name alone means.
func (s *snapshot) current(sk *skill) {
	contracts := make([]*contract.Contract, len(sk.releases))
	for i, r := range sk.releases {
		contracts[i] = r.Contract
	}
	if c := contract.Current(contracts); c != nil {
		sk.current = sk.releases[slices.Index(contracts, c)]
	}
}

// bind resolves the agents' bindings. One without lock that does not follow updates
// stays with the version that was current when it was first resolved.
func (s *snapshot) bind(options *Options, locks map[binding]string) error {
	for _, b := range s.catalog.Bindings {
		sk, key := s.skills[b.Skill], binding{b.Agent, b.Skill}
		if sk == nil {
			continue
		}
		if _, twice := s.bound[key]; twice {
			return fmt.Errorf("gateway: agent %q is bound to %q twice", b.Agent, b.Skill)
		}
		contracts := make([]*contract.Contract, len(sk.releases))
		for i, r := range sk.releases {
			contracts[i] = r.Contract
		}
		c := b.Resolve(contracts)
		if b.Lock == "" && !b.AutoUpdate {
			if v, ok := locks[key]; ok {
				c = nil
				if r := s.releases[version{b.Skill, v}]; r != nil && !r.Inactive {
					c = r.Contract
				}
				b.Lock = v
			} else if c != nil {
				first, err := options.first("lock", []string{b.Agent, b.Skill}, c.Version.Text)
				if err != nil {
					return err
				}
				if locks[key] = first; first != c.Version.Text { // another gateway was first, with another catalog
					c = nil
					if r := s.releases[version{b.Skill, first}]; r != nil && !r.Inactive {
						c = r.Contract
					}
					b.Lock = first
				}
			}
		}
		resolved := bound{lock: b.Lock}
		if c != nil {
			resolved.release = sk.releases[slices.Index(contracts, c)]
		}
		s.bound[key] = resolved
	}
	return nil
}

// meant lists, for each skill, the contract that its name means first.
func (s *snapshot) meant() []*contract.Contract {
	var list []*contract.Contract
	for _, c := range s.catalog.Contracts {
		sk := s.skills[c.ID.Text]
		if sk.current == nil && !c.Superseded || sk.current != nil && sk.current.Contract == c {
			list = append(list, c)
		}
	}
	return list
}

func (s *snapshot) sorted() []*release {
	list := make([]*release, 0, len(s.releases))
	for _, r := range s.releases {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *release) int {
		return cmp.Or(cmp.Compare(a.ID.Text, b.ID.Text), cmp.Compare(a.Version.Text, b.Version.Text))
	})
	return list
}

// route asks contract.Check about every tool that a consumer may name.
func (s *snapshot) route(consumer *release, index *contract.Index) {
	if s.core != nil {
		for name, t := range s.core.exports {
			consumer.routes[name] = route{s.core.skill, []grant{{tool: t}}}
		}
	}
	for i := range consumer.Imports {
		imp := &consumer.Imports[i]
		for _, name := range imp.Tools {
			if imp.From.Text == contract.Core {
				continue
			}
			var provider *skill
			if c := index.Provider(imp, name.Text); c != nil {
				provider = s.skills[c.ID.Text]
			} else if imp.From.Text != "" {
				provider = s.skills[imp.From.Text]
			}
			// The first import decides, as for contract.Check; it stands before a core tool.
			known, done := consumer.routes[name.Text]
			if !done || provider != nil && (known.provider == nil || known.provider.id == contract.Core) {
				consumer.routes[name.Text] = s.grants(consumer, provider, name.Text)
			}
		}
	}
	for name := range consumer.exports {
		consumer.routes[name] = s.grants(consumer, consumer.skill, name)
	}
}

func (s *snapshot) grants(consumer *release, provider *skill, name string) route {
	r := route{provider: provider}
	if provider == nil {
		return r
	}
	for _, p := range provider.releases {
		g := grant{tool: p.exports[name]}
		if p.skill != consumer.skill {
			g.before = contract.Check(consumer.Contract, p.Contract, name, time.Time{})
			if dep := p.Contract.Deprecation(name); dep != nil && !dep.RemovalDate.IsZero() {
				g.removal = dep.RemovalDate
				g.after = contract.Check(consumer.Contract, p.Contract, name, g.removal)
			}
		}
		r.grants = append(r.grants, g)
	}
	return r
}
