package contract

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const catalog = `{"version":1,"contracts":[{"id":"zodiac","version":"1.1","provides":"1.1.0","inactive":true,"superseded":true,` +
	`"exports":[{"name":"calc","description":"a < b","input_schema":{"z":1,"a":1e400},"output_schema":true,"read_only":true,"idempotent":true,"timeout_ms":1500,"retry":2,"fill_defaults":true},{"name":"old"}],` +
	`"access":{"requires_subscription":true,"free_tools":["calc"],"rate_limit":[{"rate":"unlimited"},{"tool":"calc","rate":"50/day"},{"tool":"old","rate":"60/d"}],"timezone":"Asia/Shanghai"},` +
	`"deprecated":[{"tool":"old","removal_date":"2026-06-01","replacement":"calc"},{"tool":"x","removal_date":"soon"}]},` +
	`{"id":"jung","imports":[{"from":"zodiac","tools":["calc"],"version":"1.0","range":">=1.0.0 <2.0.0","key":"imports"},` +
	`{"tools":["old"],"key":"external_tools"},{"from":"x","version":"one","error":"no version","soft":true}]}],` +
	`"bindings":[{"agent":"a","skill":"zodiac","version_lock":"^1.0.0"},{"agent":"b","skill":"zodiac","auto_update":true}]}`

// TestCatalogReadsBack: what one tool writes the other reads, and means the same by it.
func TestCatalogReadsBack(t *testing.T) {
	var c Catalog
	if err := json.Unmarshal([]byte(catalog), &c); err != nil {
		t.Fatal(err)
	}
	again, err := c.MarshalJSON()
	if err != nil || strings.TrimSpace(string(again)) != catalog {
		t.Errorf("%v; it is written as\n%s", err, again)
	}
	zodiac, jung := c.Contracts[0], c.Contracts[1]
	if tool := zodiac.Export("calc"); tool.Timeout != 1500*time.Millisecond || tool.Retries != 2 || !tool.Idempotent {
		t.Errorf("calc is %+v", tool)
	}
	if r := zodiac.Access.RateOf("calc"); r.String() != "50/day" || zodiac.Access.Rates[2].Err == nil {
		t.Errorf("rates are %+v", zodiac.Access.Rates)
	}
	if a := zodiac.Access; a.ZoneErr != nil || a.Location.String() != "Asia/Shanghai" {
		t.Errorf("its time zone is %v, %v", a.Location, a.ZoneErr)
	}
	if d := zodiac.Deprecation("old"); !d.Overdue(time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)) || zodiac.Deprecation("x").Overdue(time.Now()) {
		t.Errorf("deprecations are %+v", zodiac.Deprecated)
	}
	if !jung.Imports[0].Accepts(zodiac) || jung.Imports[2].Accepts(zodiac) || jung.Imports[2].Err == nil {
		t.Errorf("imports are %+v", jung.Imports)
	}
	for _, broken := range []string{
		`{"version":2}`, `{}`, `[]`, `{"version":1,"contract":[]}`, `{"version":1,"contracts":[{"id":"a","provides":"1"}]}`,
		`{"version":1,"contracts":[{"id":"a","exports":[{"name":"t","timeout_ms":-1}]}]}`, `{"version":1,"contracts":[{"id":"a","exports":[{"name":"t","timeout_ms":9223372036854775807}]}]}`,
		`{"version":1,"contracts":[{"id":"a","imports":[{"from":"b","version":"1.0"}]}]}`,
		`{"version":1,"contracts":[{"id":"a","imports":[{"from":"b","version":"1.0","range":"?"}]}]}`,
		`{"version":1,"bindings":[{"agent":"a","skill":"b","version_lock":"latest"}]}`,
	} {
		if err := json.Unmarshal([]byte(broken), &c); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}

// TestBindingsResolve says which version a binding picks.
func TestBindingsResolve(t *testing.T) {
	var versions []*Contract
	for _, v := range []string{"1.0.0", "1.2.0", "1.2.3", "1.3.0", "2.0.0", "2.1.0-beta"} {
		versions = append(versions, &Contract{Provides: mustVersion(t, v), Version: Name{Text: v}, Superseded: v != "2.0.0", Inactive: v == "1.3.0"})
	}
	for lock, want := range map[string]string{
		"": "2.0.0", "1.0.0": "1.0.0", "^1.2.0": "1.2.3", "~1.2.0": "1.2.3", "1.3.0": "", "^3.0.0": "", "^2.1.0-alpha": "2.1.0-beta", "*": "2.0.0",
	} {
		b := Binding{Lock: lock}
		if lock != "" {
			b.Range = mustRange(t, lock)
		}
		got := ""
		if c := b.Resolve(versions); c != nil {
			got = c.Version.Text
		}
		if got != want {
			t.Errorf("%q resolves to %q, want %q", lock, got, want)
		}
	}
}
