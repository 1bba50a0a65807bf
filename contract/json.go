package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/Masterminds/semver/v3"
)

// catalogVersion is the version of the JSON form. Members are added, never
// changed or removed.
const catalogVersion = 1

type (
	jsonCatalog struct {
		Version   int            `json:"version"`
		Contracts []jsonContract `json:"contracts"`
		Bindings  []jsonBinding  `json:"bindings,omitempty"`
	}
	jsonContract struct {
		ID         string            `json:"id"`
		Version    string            `json:"version,omitempty"`
		Provides   string            `json:"provides,omitempty"` // Version as MAJOR.MINOR.PATCH
		Inactive   bool              `json:"inactive,omitempty"`
		Superseded bool              `json:"superseded,omitempty"`
		Exports    []jsonTool        `json:"exports,omitempty"`
		Imports    []jsonImport      `json:"imports,omitempty"`
		Access     *jsonAccess       `json:"access,omitempty"`
		Deprecated []jsonDeprecation `json:"deprecated,omitempty"`
	}
	jsonTool struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Input       json.RawMessage `json:"input_schema,omitempty"`
		Output      json.RawMessage `json:"output_schema,omitempty"`
		ReadOnly    bool            `json:"read_only,omitempty"`
		Idempotent  bool            `json:"idempotent,omitempty"`
		Timeout     int64           `json:"timeout_ms,omitempty"`
		Retries     int             `json:"retry,omitempty"`
		Defaults    bool            `json:"fill_defaults,omitempty"`
	}
	jsonImport struct {
		From  string   `json:"from,omitempty"`
		Tools []string `json:"tools,omitempty"`
		// Version is the requirement as written, Range what it means: "1.2" of
		// a contract is ">=1.2.0 <2.0.0".
		Version string `json:"version,omitempty"`
		Range   string `json:"range,omitempty"`
		Error   string `json:"error,omitempty"` // why Version is no requirement
		Soft    bool   `json:"soft,omitempty"`
		Key     string `json:"key,omitempty"`
	}
	jsonAccess struct {
		RequiresSubscription bool       `json:"requires_subscription,omitempty"`
		FreeTools            []string   `json:"free_tools,omitempty"`
		Rates                []jsonRate `json:"rate_limit,omitempty"`
		Zone                 string     `json:"timezone,omitempty"`
	}
	jsonRate struct {
		Tool string `json:"tool,omitempty"` // empty: each tool of the skill
		Rate string `json:"rate"`
	}
	jsonDeprecation struct {
		Tool        string `json:"tool"`
		Removal     string `json:"removal_date,omitempty"`
		Replacement string `json:"replacement,omitempty"`
	}
	jsonBinding struct {
		Agent      string `json:"agent"`
		Skill      string `json:"skill"`
		Lock       string `json:"version_lock,omitempty"`
		AutoUpdate bool   `json:"auto_update,omitempty"`
	}
)

// MarshalJSON writes the catalog in its documented form. Positions are left out.
func (c Catalog) MarshalJSON() ([]byte, error) {
	doc := jsonCatalog{Version: catalogVersion, Contracts: []jsonContract{}}
	for _, con := range c.Contracts {
		doc.Contracts = append(doc.Contracts, con.json())
	}
	for _, b := range c.Bindings {
		doc.Bindings = append(doc.Bindings, jsonBinding{b.Agent, b.Skill, b.Lock, b.AutoUpdate})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // ranges are read by people, too
	err := enc.Encode(doc)
	return b.Bytes(), err
}

func (c *Contract) json() jsonContract {
	j := jsonContract{ID: c.ID.Text, Version: c.Version.Text, Inactive: c.Inactive, Superseded: c.Superseded}
	if c.Provides != nil {
		j.Provides = c.Provides.String()
	}
	for i := range c.Exports {
		t := &c.Exports[i]
		j.Exports = append(j.Exports, jsonTool{
			Name: t.Name.Text, Description: t.Description, Input: jsonOf(t.Input), Output: jsonOf(t.Output),
			ReadOnly: t.ReadOnly, Idempotent: t.Idempotent,
			Timeout: milliseconds(t.Timeout), Retries: t.Retries, Defaults: t.Defaults,
		})
	}
	for i := range c.Imports {
		imp := &c.Imports[i]
		e := jsonImport{From: imp.From.Text, Tools: texts(imp.Tools), Version: imp.Version.Text, Soft: imp.Soft, Key: imp.Key}
		switch {
		case imp.Version.Text == "":
		case imp.Err != nil:
			e.Error = imp.Err.Error()
		default:
			e.Range = imp.Range.String()
		}
		j.Imports = append(j.Imports, e)
	}
	if a := c.Access; a.RequiresSubscription || a.FreeTools != nil || a.Rates != nil || a.Zone.Text != "" {
		j.Access = &jsonAccess{RequiresSubscription: a.RequiresSubscription, FreeTools: texts(a.FreeTools), Zone: a.Zone.Text}
		for _, r := range a.Rates {
			j.Access.Rates = append(j.Access.Rates, jsonRate{r.Tool.Text, r.Text.Text})
		}
	}
	for _, d := range c.Deprecated {
		j.Deprecated = append(j.Deprecated, jsonDeprecation{d.Tool.Text, d.Removal.Text, d.Replacement.Text})
	}
	return j
}

// milliseconds rounds up: 0 stands for no timeout.
func milliseconds(d time.Duration) int64 { return int64((d + time.Millisecond - 1) / time.Millisecond) }

func jsonOf(d Document) json.RawMessage {
	if d == nil {
		return nil
	}
	return d.JSON()
}

func texts(names []Name) []string {
	var list []string
	for _, n := range names {
		list = append(list, n.Text)
	}
	return list
}

// UnmarshalJSON reads what MarshalJSON wrote. Unknown members and versions of
// the form are errors, since what they ask for would not be kept.
func (c *Catalog) UnmarshalJSON(data []byte) error {
	var doc jsonCatalog
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return fmt.Errorf("catalog of contracts: %w", err)
	}
	if doc.Version != catalogVersion {
		return fmt.Errorf("catalog of contracts: version %d, expected %d", doc.Version, catalogVersion)
	}
	*c = Catalog{}
	for _, j := range doc.Contracts {
		con, err := j.contract()
		if err != nil {
			return fmt.Errorf("contract of %q: %w", j.ID, err)
		}
		c.Contracts = append(c.Contracts, con)
	}
	for _, j := range doc.Bindings {
		b := Binding{Agent: j.Agent, Skill: j.Skill, Lock: j.Lock, AutoUpdate: j.AutoUpdate}
		if b.Lock != "" {
			var err error
			if b.Range, err = ParseRange(b.Lock); err != nil {
				return fmt.Errorf("binding of agent %q to %q: %w", j.Agent, j.Skill, err)
			}
		}
		c.Bindings = append(c.Bindings, b)
	}
	return nil
}

func (j *jsonContract) contract() (*Contract, error) {
	c := &Contract{ID: Name{Text: j.ID}, Version: Name{Text: j.Version}, Inactive: j.Inactive, Superseded: j.Superseded}
	if j.Provides != "" {
		v, err := semver.StrictNewVersion(j.Provides)
		if err != nil {
			return nil, fmt.Errorf("provides %q: %w", j.Provides, err)
		}
		c.Provides = v
	}
	for _, t := range j.Exports {
		if t.Timeout < 0 || t.Timeout > int64(math.MaxInt64/time.Millisecond) || t.Retries < 0 {
			return nil, fmt.Errorf("tool %q: timeout_ms %d or retry %d is out of range", t.Name, t.Timeout, t.Retries)
		}
		c.Exports = append(c.Exports, Tool{
			Name: Name{Text: t.Name}, Description: t.Description, Input: documentOf(t.Input), Output: documentOf(t.Output),
			ReadOnly: t.ReadOnly, Idempotent: t.Idempotent,
			Timeout: time.Duration(t.Timeout) * time.Millisecond, Retries: t.Retries, Defaults: t.Defaults,
		})
	}
	for _, e := range j.Imports {
		imp, err := e.imported()
		if err != nil {
			return nil, err
		}
		c.Imports = append(c.Imports, imp)
	}
	if j.Access != nil {
		c.Access = Access{RequiresSubscription: j.Access.RequiresSubscription, FreeTools: namesOf(j.Access.FreeTools), Zone: Name{Text: j.Access.Zone}}
		if j.Access.Zone != "" {
			c.Access.Location, c.Access.ZoneErr = ParseZone(j.Access.Zone)
		}
		for _, r := range j.Access.Rates {
			rate := ToolRate{Tool: Name{Text: r.Tool}, Text: Name{Text: r.Rate}}
			rate.Rate, rate.Err = ParseRate(r.Rate)
			c.Access.Rates = append(c.Access.Rates, rate)
		}
	}
	for _, d := range j.Deprecated {
		dep := Deprecation{Tool: Name{Text: d.Tool}, Removal: Name{Text: d.Removal}, Replacement: Name{Text: d.Replacement}}
		if date, err := time.Parse(time.DateOnly, d.Removal); err == nil {
			dep.RemovalDate = date
		}
		c.Deprecated = append(c.Deprecated, dep)
	}
	return c, nil
}

func (e *jsonImport) imported() (imp Import, err error) {
	imp = Import{From: Name{Text: e.From}, Tools: namesOf(e.Tools), Version: Name{Text: e.Version}, Soft: e.Soft, Key: e.Key}
	switch {
	case e.Error != "":
		imp.Err = errors.New(e.Error)
	case e.Range != "":
		if imp.Range, err = ParseRange(e.Range); err != nil {
			return imp, fmt.Errorf("import of %q: %w", e.From, err)
		}
	case e.Version != "":
		return imp, fmt.Errorf("import of %q: version %q has no range", e.From, e.Version)
	}
	return imp, nil
}

func documentOf(raw json.RawMessage) Document {
	if raw == nil {
		return nil
	}
	return JSON(raw)
}

func namesOf(texts []string) []Name {
	var names []Name
	for _, t := range texts {
		names = append(names, Name{Text: t})
	}
	return names
}
