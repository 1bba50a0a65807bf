package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/internal/sources"
	"github.com/skilllint/skilllint/lint"
)

func newConfig() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	var schema bool
	cmd := &cobra.Command{
		Use:   "config [path]",
		Short: "Print the configuration in effect, with where each part comes from",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if schema {
				_, err := cmd.OutOrStdout().Write(lint.ConfigSchema)
				return err
			}
			s, err := open(f, args)
			if err != nil {
				return err
			}
			defer s.Close()
			return writeConfig(cmd.OutOrStdout(), s.in.Config)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&schema, "schema", false, "print the JSON Schema of "+lint.ConfigName)
	flags.StringVar(&f.config, "config", "", "print that of `FILE`")
	flags.Var((*nonEmpty)(&f.base), "base", "with --config-from-base: the git `REVISION`")
	flags.BoolVar(&f.configFromBase, "config-from-base", false, "print the configuration of the base")
	return cmd
}

// writeConfig writes a configuration as YAML that reads back the same, each
// part with its origin behind it.
func writeConfig(w io.Writer, c *lint.Config) error {
	out := &configWriter{w: w, origins: map[string]string{}}
	for part, place := range c.Origins {
		out.origins[part] = visible(fmt.Sprintf("%s:%d", place.Filename, place.Line))
	}
	if c.Version != "" {
		out.line("version: "+strconv.Quote(c.Version), "version")
	}
	out.line("phase: "+string(c.Phase), "phase")
	out.line("platform_code: "+c.PlatformCodeWord(), "platform_code")
	out.line(fmt.Sprintf("deprecation_days: %d", c.DeprecationDays), "deprecation_days")
	for _, list := range []struct {
		key   string
		items []string
	}{{"core_tools", c.CoreTools}, {"ignore", c.Ignore}, {"known_skills", c.KnownSkills}, {"targets", c.Targets}} {
		out.line(list.key+": "+flow(list.items), list.key)
	}
	out.judging(c)
	out.reading(c)
	out.repositories("sources", c.Sources)
	out.repositories("consumers", c.Consumers)
	for _, k := range [][2]string{{"baseline", c.Baseline}, {"fail_on", c.FailOn}, {"format", c.Format}} {
		if k[1] != "" {
			out.line(k[0]+": "+scalar(k[1]), k[0])
		}
	}
	return out.err
}

// judging writes what decides how findings are judged.
func (c *configWriter) judging(config *lint.Config) {
	c.section("rules", len(config.Rules) > 0)
	for _, rule := range slices.Sorted(maps.Keys(config.Rules)) {
		c.line(fmt.Sprintf("  %s: %q", rule, config.Rules[rule]), "rules."+rule)
	}
	c.section("policies", len(config.Policies) > 0)
	for i, p := range config.Policies {
		message := ""
		if p.Message != "" {
			message = ", message: " + scalar(p.Message)
		}
		c.line(fmt.Sprintf("  - {name: %s, dialect: %s, schema: %s%s, severity: %q}", p.Name, p.Dialect, scalar(p.File), message, p.Severity), fmt.Sprintf("policies[%d]", i))
	}
	c.section("dialects", len(config.Dialects) > 0)
	for _, d := range config.Dialects {
		c.line(fmt.Sprintf("  %s: %s", scalar(d.Glob), d.Dialect), "dialects."+d.Glob)
	}
	c.section("overrides", len(config.Overrides) > 0)
	for i, o := range config.Overrides {
		var severities []string
		for _, rule := range slices.Sorted(maps.Keys(o.Rules)) {
			severities = append(severities, fmt.Sprintf("%s: %q", rule, o.Rules[rule]))
		}
		c.line(fmt.Sprintf("  - {paths: %s, rules: {%s}}", flow(o.Paths), strings.Join(severities, ", ")), fmt.Sprintf("overrides[%d]", i))
	}
	c.section("suppress", len(config.Suppress) > 0)
	for i, s := range config.Suppress {
		c.line(fmt.Sprintf("  - {rule: %s, path: %s, reason: %s}", s.Rule, scalar(s.Path), scalar(s.Reason)), fmt.Sprintf("suppress[%d]", i))
	}
}

// reading writes what decides how the workspace is read.
func (c *configWriter) reading(config *lint.Config) {
	c.section("registries", len(config.Registries) > 0)
	for i, r := range config.Registries {
		visibility := "public"
		if r.Private {
			visibility = "private"
		}
		c.line(fmt.Sprintf("  - {path: %s, visibility: %s}", scalar(r.Path), visibility), fmt.Sprintf("registries[%d]", i))
	}
	if len(config.Hosts) > 0 {
		c.line("hosts: "+flow(config.Hosts), "hosts")
	}
	c.section("python", len(config.PythonRoots) > 0)
	if len(config.PythonRoots) > 0 {
		c.line("  roots: "+flow(config.PythonRoots), "python")
	}
	if len(config.Calls) > 0 {
		c.line("calls: "+flow(config.Calls), "calls")
	}
	if len(config.Handlers) > 0 {
		c.line("handlers: "+flow(config.Handlers), "handlers")
	}
	if len(config.Include) > 0 {
		c.line("include: "+flow(config.Include), "include")
	}
	c.section("mcp", len(config.Snapshots) > 0)
	if len(config.Snapshots) > 0 {
		var of []string
		for _, at := range slices.Sorted(maps.Keys(config.Snapshots)) {
			of = append(of, scalar(config.Snapshots[at])+": "+scalar(at))
		}
		c.line("  snapshots: {"+strings.Join(of, ", ")+"}", "mcp")
	}
}

// A configWriter writes lines with their origins.
type configWriter struct {
	w       io.Writer
	origins map[string]string
	err     error
}

func (c *configWriter) line(text, part string) {
	origin, ok := c.origins[part]
	if !ok {
		origin = "default"
	}
	if c.err == nil {
		_, c.err = fmt.Fprintf(c.w, "%-40s # %s\n", text, origin)
	}
}

func (c *configWriter) section(key string, filled bool) {
	if c.err == nil && filled {
		_, c.err = fmt.Fprintln(c.w, key+":")
	}
}

// repositories writes a list of other repositories.
func (c *configWriter) repositories(key string, list []sources.Source) {
	c.section(key, len(list) > 0)
	for i, s := range list {
		var keys []string
		for _, k := range [][2]string{{"name", s.Name}, {"git", s.Git}, {"path", s.Path}, {"url", s.URL}, {"at", s.At}, {"folder", s.Folder}} {
			if k[1] != "" {
				keys = append(keys, k[0]+": "+scalar(k[1]))
			}
		}
		c.line("  - {"+strings.Join(keys, ", ")+"}", fmt.Sprintf("%s[%d]", key, i))
	}
}

func flow(items []string) string {
	quoted := make([]string, len(items))
	for i, item := range items {
		quoted[i] = scalar(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// scalar writes a text so that YAML reads it as that text.
func scalar(text string) string {
	var back struct{ V any }
	if yaml.Unmarshal([]byte("v: ["+text+"]"), &back) == nil {
		if list, ok := back.V.([]any); ok && len(list) == 1 && list[0] == text && visible(text) == text {
			return text
		}
	}
	return strconv.QuoteToASCII(text)
}
