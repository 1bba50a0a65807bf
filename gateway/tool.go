package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway/quota"
	"github.com/skilllint/skilllint/schema"
)

// A tool is one function of one version of a skill.
type tool struct {
	*contract.Tool
	owner      *release
	definition string // its hash
	changed    bool   // the hash is not the pinned one
	in, out    *schema.Schema
	defaults   any    // the schema of the arguments as decoded JSON, when it has defaults to fill in
	datapath   string // the argument that is a path to write to
	free       bool   // needs no subscription
	limited    bool
	rate       string
	limit      quota.Limit
	timeout    time.Duration
	retries    int
	handler    Handler // nil when none is registered
}

func (t *tool) provider() string { return t.owner.ID.Text }

// compile reads the schemas of a tool.
func compile(owner *release, def *contract.Tool) (*tool, error) {
	t := &tool{Tool: def, owner: owner}
	doc := struct {
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Input       *schema.Value `json:"input_schema"`
		Output      *schema.Value `json:"output_schema"`
	}{Name: def.Name.Text, Description: def.Description}
	var err error
	if t.in, doc.Input, err = parseSchema(def.Input); err != nil {
		return nil, fmt.Errorf("schema of the arguments: %w", err)
	}
	if t.out, doc.Output, err = parseSchema(def.Output); err != nil {
		return nil, fmt.Errorf("schema of the result: %w", err)
	}
	// Values marshal to their canonical text, so that the hash is of what is meant (RFC 8785).
	canonical, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(canonical)
	t.definition = "sha256:" + hex.EncodeToString(sum[:])
	if def.Defaults && def.Input != nil {
		if t.defaults, err = decode(def.Input.JSON()); err != nil {
			return nil, err
		}
		if !hasDefaults(t.defaults) {
			t.defaults = nil
		}
	}
	return t, nil
}

// parseSchema reads a schema; any fault, a reference that leads out of it too, is an
// error: a gateway does not load what it could not check values against.
func parseSchema(d contract.Document) (*schema.Schema, *schema.Value, error) {
	if d == nil {
		return nil, nil, nil
	}
	v, err := schema.ParseValue(d.JSON())
	if err != nil {
		return nil, nil, err
	}
	s, err := new(schema.Parser).ParseValue(v)
	if err != nil {
		return nil, nil, err
	}
	return s, v, nil
}

// configure gives a tool what the options and the access section say.
func (t *tool) configure(o *Options) error {
	if t.Timeout < 0 || t.Retries < 0 {
		return fmt.Errorf("gateway: tool %q of %q has a negative timeout or number of retries", t.Name.Text, t.provider())
	}
	access := &t.owner.Access
	t.free = access.Free(t.Name.Text)
	if !t.free && o.Subscriptions == nil {
		return fmt.Errorf("gateway: %q requires a subscription, and no source of subscriptions is given", t.provider())
	}
	if access.ZoneErr != nil {
		return fmt.Errorf("gateway: time zone %q of %q: %w", access.Zone.Text, t.provider(), access.ZoneErr)
	}
	for _, r := range access.Rates {
		if r.Err != nil {
			return fmt.Errorf("gateway: rate %q of %q: %w", r.Text.Text, t.provider(), r.Err)
		}
	}
	if rate := access.RateOf(t.Name.Text); rate.Window != contract.Unlimited {
		if o.Quota == nil {
			return fmt.Errorf("gateway: %q limits tool %q to %s, and no quota store is given", t.provider(), t.Name.Text, rate)
		}
		t.limited, t.rate = true, rate.String()
		t.limit = quota.Limit{N: rate.N, Window: windowOf(rate.Window, access.Location)}
	}
	t.timeout, t.retries = t.Timeout, t.Retries
	set(&t.timeout, o.Limits.Timeout)
	set(&t.retries, o.Limits.Retries)
	return nil
}

func windowOf(w contract.Window, loc *time.Location) quota.Window {
	switch w {
	case contract.Second:
		return quota.Calendar(quota.Second, loc)
	case contract.Minute:
		return quota.Calendar(quota.Minute, loc)
	case contract.Hour:
		return quota.Calendar(quota.Hour, loc)
	case contract.Day:
		return quota.Calendar(quota.Day, loc)
	case contract.Month:
		return quota.Calendar(quota.Month, loc)
	}
	return quota.Sliding(24 * time.Hour)
}
