package cli

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skilllint/skilllint/lint"
)

// everyKey is a configuration that says something else than the default in each key.
const everyKey = `version: "0.1"
phase: closed
platform_code: deny
deprecation_days: 7
core_tools: [read]
ignore: [old/**]
include: [tests/**]
known_skills: [host-*]
targets: [gemini]
hosts: [codex]
rules: {skill-name: off}
policies:
  - {name: policy-a, dialect: standard, schema: a.json, message: "says: so", severity: note}
dialects: {"x/**": function, "x/y/**": cli}
overrides: [{paths: [drafts], rules: {broken-link: note}}]
suppress: [{rule: skill-name, path: a, reason: it is so}]
registries: [{path: a.json, visibility: private}]
python: {roots: [src]}
calls: ["bus.ask(ctx, tool, params)"]
handlers: ["on(tool, handler)"]
mcp: {snapshots: {server: a.json}}
sources: [{name: acme, git: "https://git.example/acme.git", at: v1}]
consumers: [{name: shop, path: ../shop}]
baseline: base.json
fail_on: never
format: json
`

// TestConfigPrinted keeps what skilllint config prints a configuration that says the same.
func TestConfigPrinted(t *testing.T) {
	read := func(text string) *lint.Config {
		t.Helper()
		c, err := lint.LoadConfig(fstest.MapFS{lint.ConfigName: {Data: []byte(text)}, "a.json": {Data: []byte("{}")}}, ruleSet)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return c
	}
	want := read(everyKey)
	var b strings.Builder
	if err := writeConfig(&b, want); err != nil {
		t.Fatal(err)
	}
	if got := read(b.String()); !sameConfig(got, want) {
		t.Errorf("another configuration was printed:\n%s", b.String())
	}
	changed := reflect.ValueOf(*want)
	plain := reflect.ValueOf(*lint.DefaultConfig())
	for i := range changed.NumField() {
		name := changed.Type().Field(i).Name
		if name == "Origins" || name == "Inert" || name == "Named" { // no keys of the file
			continue
		}
		if reflect.DeepEqual(changed.Field(i).Interface(), plain.Field(i).Interface()) {
			t.Errorf("everyKey leaves %s as it is", name)
		}
		other := *lint.DefaultConfig()
		reflect.ValueOf(&other).Elem().Field(i).Set(changed.Field(i))
		if sameConfig(&other, lint.DefaultConfig()) {
			t.Errorf("a change of %s is not noticed", name)
		}
	}
}
