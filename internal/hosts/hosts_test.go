package hosts_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skilllint/skilllint/internal/hosts"
)

// check returns what is wrong with a host's file.
func check(t *testing.T, name string, src []byte) []string {
	t.Helper()
	var faults []string
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(hosts.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("host.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		return []string{err.Error()}
	}
	if err := c.MustCompile("host.schema.json").Validate(value); err != nil {
		faults = append(faults, err.Error())
	}
	h := &hosts.Host{}
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	if err := d.Decode(h); err != nil {
		return append(faults, err.Error())
	}
	if h.Name+".json" != name {
		faults = append(faults, "the file is not named after the host "+h.Name)
	}
	used := map[string]bool{}
	sources(value, func(id string) {
		used[id] = true
		if _, ok := h.Sources[id]; !ok {
			faults = append(faults, "no source "+id)
		}
	})
	for id, s := range h.Sources {
		if !used[id] {
			faults = append(faults, "nothing refers to the source "+id)
		}
		day, err := time.Parse(time.DateOnly, s.Read)
		if err != nil || s.Read > h.Checked || day.Year() < 2025 {
			faults = append(faults, "source "+id+" was read on "+s.Read)
		}
	}
	for c := range h.Schemas {
		if h.Schema(c) == nil {
			faults = append(faults, "no schema of "+string(c))
		}
	}
	for _, form := range h.Forms {
		for key, k := range form.Keys {
			if _, err := regexp.Compile(k.Pattern); err != nil {
				faults = append(faults, key+": "+err.Error())
			}
		}
	}
	return faults
}

// sources calls f for every reference to a source.
func sources(v any, f func(id string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if list, ok := member.([]any); ok && key == "source" {
				for _, id := range list {
					f(id.(string))
				}
				continue
			}
			sources(member, f)
		}
	case []any:
		for _, item := range v {
			sources(item, f)
		}
	}
}

func TestData(t *testing.T) {
	files, _ := filepath.Glob("data/*.json")
	if len(files) != len(hosts.All()) || len(files) < 9 {
		t.Fatalf("%d files, %d hosts", len(files), len(hosts.All()))
	}
	var names []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range check(t, filepath.Base(file), src) {
			t.Errorf("%s: %s", file, fault)
		}
	}
	for _, h := range hosts.All() {
		names = append(names, h.Name)
		names = append(names, h.Also...)
	}
	slices.Sort(names)
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("two hosts have one name: %v", names)
	}
}

// TestDataFaults says that a fact without a source, or with one that nobody
// knows, does not pass.
func TestDataFaults(t *testing.T) {
	const whole = `{"name":"x","title":"X","vendor":"V","version":"1","checked":"2026-11-22","held":"no",
		"sources":{"run":{"level":"run","url":"https://x.example","version":"1","read":"2026-11-22"}},
		"facts":[{"area":"a","says":"b","source":["run"]}]}`
	if faults := check(t, "x.json", []byte(whole)); faults != nil {
		t.Fatalf("the whole file: %v", faults)
	}
	for _, change := range [][3]string{
		{`,"source":["run"]`, ``, "missing property 'source'"},
		{`["run"]`, `[]`, "minItems"},
		{`["run"]`, `["doc"]`, "no source doc"},
		{`,"version":"1","read"`, `,"read"`, "missing property 'version'"},
		{`,"read":"2026-11-22"`, ``, "missing property 'read'"},
		{`"read":"2026-11-22"`, `"read":"2026-12-24"`, "was read on"},
		{`"says":"b"`, `"says":"b","since":"1"`, "since"},
		{`"name":"x"`, `"name":"y"`, "not named after"},
		{`"level":"run"`, `"level":"hearsay"`, "level"},
	} {
		broken := strings.Replace(whole, change[0], change[1], 1)
		if faults := check(t, "x.json", []byte(broken)); !strings.Contains(strings.Join(faults, "\n"), change[2]) {
			t.Errorf("%s → %s: %v", change[0], change[1], faults)
		}
	}
}
