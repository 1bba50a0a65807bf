package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/guarded"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

func newInit() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	var claude, upgrade bool
	cmd := &cobra.Command{
		Use:   "init [path]",
		Short: "Write a configuration, a workflow and a hook that fit the workspace",
		Long: `Look at the workspace, and write what it lacks: .skilllint.yaml with the keys that
fit it, and in a git repository a workflow of GitHub or a job of GitLab, by its remote,
and a pre-commit hook. No file that is there is changed: what it would need is printed.

.skilllint.yaml names the release whose rules and severities count, so that an upgrade
of skilllint adds no findings. --upgrade writes nothing, and shows what this release
would add.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(f, args)
			if err != nil {
				return err
			}
			defer s.Close()
			named := s.in.Config.Version
			if upgrade {
				s.in.Config.Version = ""
			}
			r, err := s.check()
			if err != nil {
				return err
			}
			if upgrade {
				return showUpgrade(cmd.OutOrStdout(), named, s.rules, r.findings)
			}
			return initialize(cmd, s, r, claude)
		},
	}
	cmd.Flags().BoolVar(&claude, "claude-hook", false, "write a hook, too, with which Claude Code checks each skill that it has edited")
	cmd.Flags().BoolVar(&upgrade, "upgrade", false, "show which findings the rules of this release would add, and write nothing")
	return cmd
}

// showUpgrade lists the rules that say more in this release than in the one
// that the configuration names, with how many findings they have.
func showUpgrade(out io.Writer, named string, rules []*lint.Rule, findings []lint.Finding) error {
	own := releaseOf(version())
	if named == "" {
		fmt.Fprintf(out, "%s names no version: the rules of this release, %s, count\n", lint.ConfigName, own)
		return nil
	}
	count := map[*lint.Rule]int{}
	for _, f := range findings {
		count[f.Rule]++
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	more := false
	for _, r := range rules {
		if before := r.At(named); before < r.Severity {
			if !more {
				fmt.Fprintf(w, "rule\tin %s\tin %s\tfindings here\n", named, own)
			}
			more = true
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\n", r.Name, before, r.Severity, count[r])
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !more {
		fmt.Fprintf(out, "version %q has every rule of this release, %s\n", named, own)
		return nil
	}
	fmt.Fprintf(out, "to take them, write version: %q in %s\n", own, lint.ConfigName)
	return nil
}

// A starter is a file that init writes.
type starter struct {
	path, text string
	add        string // what to add to a file that is there already
}

func initialize(cmd *cobra.Command, s *session, r run, claude bool) error {
	out := cmd.OutOrStdout()
	errors, legacy := 0, false
	for _, f := range r.findings {
		legacy = legacy || strings.HasPrefix(f.Rule.Name, "legacy-") || f.Rule.Name == "private-data-path"
		if f.Severity == lint.Error {
			errors++
		}
	}
	dialects := map[string]int{}
	for _, m := range r.ws.Manifests {
		dialects[m.Dialect.Name]++
	}
	fmt.Fprintf(out, "%s: %s\n", report.Read(r.ws), countsOf(dialects))
	top := repositoryTop(s.root.Name())
	files := []starter{{path: filepath.Join(s.root.Name(), lint.ConfigName), text: configFor(r.ws, dialects, legacy)}}
	if top != "" {
		pipeline := pipelineFor(s.root.Name(), top)
		if pipeline == nil {
			fmt.Fprintln(out, "no pipeline was written, since the remote is neither GitHub nor GitLab: run `skilllint` in yours (https://github.com/skilllint/skilllint/blob/main/docs/ci.md#anywhere-else)")
		}
		files = append(files, pipeline...)
		files = append(files, starter{path: filepath.Join(top, ".pre-commit-config.yaml"), text: "repos:\n" + preCommit, add: preCommit})
	}
	if claude {
		files = append(files, starter{path: filepath.Join(s.root.Name(), ".claude", "settings.json"), text: claudeSettings, add: claudeSettings})
	}
	for _, file := range files {
		switch _, err := os.Lstat(file.path); {
		case err == nil:
			fmt.Fprintf(out, "kept %s\n", shownPath(top, file.path))
			if text, _ := limit.ReadFile(file.path, limit.Config); file.add != "" && !strings.Contains(string(text), "skilllint") {
				fmt.Fprintf(out, "  add to it:\n%s", file.add)
			}
		case !os.IsNotExist(err):
			return err
		default:
			if err := guarded.WriteBelow(senders(s.root.Name()), file.path, []byte(file.text)); err != nil {
				return err
			}
			fmt.Fprintf(out, "wrote %s\n", shownPath(top, file.path))
		}
	}
	if slices.ContainsFunc(r.ws.Sources(), func(src *skill.Source) bool { return path.Ext(src.Path) == ".go" }) {
		fmt.Fprintln(out, "Go code is checked with its types by: go vet -vettool=$(which skilllint) ./...")
	}
	if errors > 0 {
		fmt.Fprintf(out, "errors today: %d; `skilllint` shows them, `skilllint baseline` records them, so that only new ones count\n", errors)
	}
	return nil
}

// countsOf says how many manifests of each dialect there are.
func countsOf(dialects map[string]int) string {
	var parts []string
	for name, n := range dialects {
		parts = append(parts, fmt.Sprintf("%d %s", n, name))
	}
	slices.Sort(parts)
	if parts == nil {
		return "no manifests yet"
	}
	return strings.Join(parts, ", ")
}

// shownPath names a file from the top of its repository, when there is one.
func shownPath(top, file string) string {
	if rel, err := filepath.Rel(top, file); top != "" && err == nil {
		return visible(filepath.ToSlash(rel))
	}
	return visible(filepath.Base(file))
}

// configFor is a configuration that fits a workspace: what there is to decide
// stands in comments.
func configFor(ws *skill.Workspace, dialects map[string]int, legacy bool) string {
	code := map[string]bool{}
	for _, src := range ws.Sources() {
		code[path.Ext(src.Path)] = true
	}
	lines := []string{
		"# yaml-language-server: $schema=https://github.com/skilllint/skilllint/raw/main/lint/config.schema.json",
		fmt.Sprintf("version: %q  # the release whose rules count; skilllint init --upgrade shows what a newer one adds", releaseOf(version())),
	}
	offer := func(fits bool, line string) {
		if fits {
			lines = append(lines, line)
		}
	}
	contracts := dialects[skill.Contract.Name] > 0
	offer(legacy, "# There are legacy keys: findings about contracts are warnings until they are gone.\nphase: compat")
	offer(contracts && !legacy, "# phase: enforce  # compat, enforce or closed")
	offer(dialects[skill.Standard.Name]+dialects[skill.PluginManifest.Name] > 0, "# hosts: [claude-code, codex]  # programs that the skills have to load in; skilllint hosts lists them")
	offer(dialects[skill.CLI.Name] > 0, "# targets: [claude-code, gemini]  # runtimes that the skills have to run on")
	offer(code[".py"], "# python: {roots: [src]}  # where absolute imports begin")
	offer(contracts && len(code) > 0, `# calls: ["bus.ask(ctx, tool, params)"]  # more ways in which code calls tools`)
	offer(true, "# ignore: [vendor/**]  # globs that are not read")
	offer(true, "# rules: {skill-name: off}  # off, note, warning or error")
	return strings.Join(lines, "\n") + "\n"
}

const preCommit = "  - repo: https://github.com/skilllint/skilllint\n    rev: main  # better: a release\n    hooks:\n      - id: skilllint\n"

// pipelineFor is what has skilllint run on each change of a repository: on
// GitHub or GitLab, as its remote or its files say; elsewhere nothing.
func pipelineFor(root, top string) []starter {
	remote, branch := "", "main"
	if repo, err := git.Find(top); err == nil {
		defer repo.Close()
		remote, branch = repo.Origin(context.Background()), repo.DefaultBranch(context.Background())
	}
	has := func(name string) bool {
		_, err := os.Lstat(filepath.Join(top, name))
		return err == nil
	}
	below := "."
	if rel, err := filepath.Rel(top, root); err == nil {
		below = filepath.ToSlash(rel)
	}
	switch job := gitlabJob(below); {
	case strings.Contains(remote, "gitlab"), has(".gitlab-ci.yml"):
		return []starter{{path: filepath.Join(top, ".gitlab-ci.yml"), text: job, add: job}}
	case remote == "", strings.Contains(remote, "github"), has(".github"):
		return []starter{{path: filepath.Join(top, ".github", "workflows", "skilllint.yml"), text: githubWorkflow(below, branch)}}
	}
	return nil
}

func githubWorkflow(below, branch string) string {
	with := ""
	if below != "." {
		with = fmt.Sprintf("        with:\n          working-directory: %s\n", scalar(below))
	}
	return `name: skilllint
on:
  pull_request:
  push:
    branches: [` + scalar(branch) + `]
permissions:
  contents: read
jobs:
  skilllint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: skilllint/skilllint@main  # better: the commit of a release
` + with
}

func gitlabJob(below string) string {
	command := "skilllint"
	if below != "." {
		command += " " + shellWords([]string{below})
	}
	return `skilllint:
  image: golang:1.26
  before_script:
    - go install github.com/skilllint/skilllint/cmd/skilllint@latest
  script:
    - ` + scalar(command+" --output gitlab=gl-code-quality-report.json --output junit=junit.xml") + `
  artifacts:
    when: always
    reports:
      codequality: gl-code-quality-report.json
      junit: junit.xml
`
}
