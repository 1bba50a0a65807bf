package rules_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules"
)

// TestConfigSchemaNames keeps the names of rules, dialects and targets in the
// published schema those that there are. -update rewrites it.
func TestConfigSchemaNames(t *testing.T) {
	names := map[string][]string{}
	for _, r := range rules.All {
		names["rule"] = append(names["rule"], r.Name)
	}
	for _, d := range manifest.Dialects {
		names["dialect"] = append(names["dialect"], d.Name)
	}
	names["target"] = lint.TargetNames()
	for _, h := range hosts.All() {
		names["host"] = append(append(names["host"], h.Name), h.Also...)
	}
	want := lint.ConfigSchema
	for key, list := range names {
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		place := regexp.MustCompile(`(?m)^    "` + key + `": \{ "enum": .*? \}(,?)$`)
		want = place.ReplaceAll(want, []byte(`    "`+key+`": { "enum": `+strings.ReplaceAll(string(text), ",", ", ")+` }$1`))
	}
	if bytes.Equal(want, lint.ConfigSchema) {
		return
	}
	if !*update {
		t.Fatal("lint/config.schema.json names other rules, dialects or targets: go test ./rules -update")
	}
	if err := os.WriteFile(filepath.Join("..", "lint", "config.schema.json"), want, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSchemaStore holds the schema and its entry to the form that SchemaStore takes,
// and the documented configuration to the schema.
func TestSchemaStore(t *testing.T) {
	src, err := os.ReadFile("../editors/schemastore/entry.json")
	if err != nil {
		t.Fatal(err)
	}
	var entry struct {
		Name, Description, URL string
		FileMatch              []string
	}
	if err := json.Unmarshal(src, &entry); err != nil {
		t.Fatal(err)
	}
	file, here := strings.CutPrefix(entry.URL, "https://raw.githubusercontent.com/skilllint/skilllint/main/")
	published, err := os.ReadFile(filepath.Join("..", file))
	if !here || err != nil || !bytes.Equal(published, lint.ConfigSchema) || len(entry.FileMatch) != 1 || entry.FileMatch[0] != lint.ConfigName {
		t.Errorf("%+v: %v", entry, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(published))
	if err != nil {
		t.Fatal(err)
	}
	if got := value.(map[string]any)["$schema"]; got != "http://json-schema.org/draft-07/schema#" {
		t.Errorf("the schema is one of %v", got)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", value); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/config.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	var documented any
	if err := yaml.Unmarshal([]byte(text), &documented); err != nil {
		t.Fatal(err)
	}
	if err := compiler.MustCompile("config.json").Validate(documented); err != nil {
		t.Errorf("docs/config.md: %v", err)
	}
}

// TestConfigSchema says that schema and reader accept and refuse the same
// configurations, but for what a schema can't know: files and globs.
func TestConfigSchema(t *testing.T) {
	if *update {
		t.Skip("the schema is being rewritten")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(lint.ConfigSchema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("config.json")
	for text, valid := range map[string]bool{
		"":                               true,
		"rules: {skill-name: off}":       true,
		"rules: {skill-name: 'off'}":     true,
		"hosts: [claude-code, copilot]":  true,
		"hosts: [claud-code]":            false,
		"hosts: codex":                   false,
		"rules: {skill-name: error}":     true,
		"rules: {skill-name: fatal}":     false,
		"rules: {skill-nam: off}":        false,
		"rules: [skill-name]":            false,
		"rule: {}":                       false,
		"[]":                             false,
		"phase: compat":                  true,
		"phase: later":                   false,
		"version: '0.1'":                 true,
		"version: 0.1.2":                 true,
		"version: 0.1":                   false,
		"version: v0.1":                  false,
		"version: '01.1'":                false,
		"deprecation_days: 30":           true,
		"deprecation_days: 0":            true,
		"deprecation_days: -1":           false,
		"deprecation_days: 1.5":          false,
		"deprecation_days: '30'":         false,
		"ignore: [vendor/**, old]":       true,
		"ignore: vendor":                 false,
		"ignore: ['']":                   false,
		"ignore: [1]":                    false,
		"core_tools: []":                 true,
		"known_skills: [host-*]":         true,
		"dialects: {'a/**': function}":   true,
		"dialects: {'a/**': functional}": false,
		"overrides: [{paths: [a], rules: {skill-name: note}}]":          true,
		"overrides: [{paths: [a]}]":                                     false,
		"overrides: [{paths: [], rules: {skill-name: note}}]":           false,
		"overrides: [{paths: [a], rules: {skill-name: note}, more: 1}]": false,
		"overrides: {}": false,
		"policies: [{name: policy-a, dialect: standard, schema: registry.json}]":                             true,
		"policies: [{name: policy-a, dialect: standard, schema: registry.json, message: so, severity: off}]": true,
		"policies: [{name: a, dialect: standard, schema: registry.json}]":                                    false,
		"policies: [{name: policy-a, dialect: html, schema: registry.json}]":                                 false,
		"policies: [{name: policy-a, schema: registry.json}]":                                                false,
		"policies: [{name: policy-a, dialect: standard}]":                                                    false,
		"policies: [{name: policy-a, dialect: standard, schema: registry.json, more: 1}]":                    false,
		"policies: [{name: policy-a, dialect: standard, schema: registry.json, severity: fatal}]":            false,
		"rules: {policy-a: off}\npolicies: [{name: policy-a, dialect: standard, schema: registry.json}]":     true,
		"policies: {}": false,
		"suppress: [{rule: skill-name, path: a, reason: it is so}]":       true,
		"suppress: [{rule: skill-name, path: a}]":                         false,
		"suppress: [{rule: skill-name, path: a, reason: ' '}]":            false,
		"suppress: [{rule: no-rule, path: a, reason: x}]":                 false,
		"registries: [{path: registry.json, visibility: private}]":        true,
		"registries: [{path: registry.json}]":                             true,
		"registries: [{visibility: private}]":                             false,
		"registries: [{path: ../registry.json}]":                          false,
		"registries: [{path: registry.json, visibility: secret}]":         false,
		"registries: [{path: registry.json, more: 1}]":                    false,
		"targets: [claude-code]":                                          true,
		"targets: [claude-cod]":                                           false,
		"sources: [{name: a, git: 'https://example.com/a', at: v1}]":      true,
		"sources: [{name: a, path: ../a}]":                                true,
		"sources: [{name: a}]":                                            false,
		"sources: [{name: a, path: ../a, at: v1}]":                        false,
		"sources: [{name: a, path: ../a, git: 'https://example.com/a'}]":  false,
		"sources: [{path: ../a}]":                                         false,
		"consumers: [{name: a, path: ../a}]":                              true,
		"consumers: [{name: a, path: ../a, more: 1}]":                     false,
		"consumers: ../a":                                                 false,
		"mcp: {closed: true}":                                             true,
		"mcp: {closed: 1}":                                                false,
		"mcp: {close: true}":                                              false,
		"require_declared: true":                                          true,
		"require_declared: maybe":                                         false,
		"phase: enforce\nrules:\n  broken-link: note\nignore: [testdata]": true,
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		schemaError := schema.Validate(value)
		_, readerError := lint.LoadConfig(fstest.MapFS{lint.ConfigName: {Data: []byte(text)}, "registry.json": {Data: []byte("{}")}}, rules.All)
		if text == "" {
			readerError = nil // an empty file is no data at all
		}
		if (schemaError == nil) != valid || (readerError == nil) != valid {
			t.Errorf("%s: want valid %v; schema: %v; reader: %v", text, valid, schemaError, readerError)
		}
	}
}
