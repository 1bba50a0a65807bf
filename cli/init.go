package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

func newInit() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	claude := false
	cmd := &cobra.Command{
		Use:   "init [path]",
		Short: "Write a configuration, a workflow and a hook that fit the workspace",
		Long: `Look at the workspace, and write what it lacks: .skilllint.yaml, and in a git
repository a GitHub workflow and a pre-commit hook. No file that is there is
changed: what it would need is printed.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := open(f, args)
			if err != nil {
				return err
			}
			defer s.Close()
			r, err := s.check()
			if err != nil {
				return err
			}
			return initialize(cmd, s, r, claude)
		},
	}
	cmd.Flags().BoolVar(&claude, "claude-hook", false, "write a hook, too, with which Claude Code checks each skill that it has edited")
	return cmd
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
	files := starters(s.root.Name(), top, legacy)
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
			if err := os.MkdirAll(filepath.Dir(file.path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(file.path, []byte(file.text), 0o644); err != nil {
				return err
			}
			fmt.Fprintf(out, "wrote %s\n", shownPath(top, file.path))
		}
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

// repositoryTop is the top of the git repository that a folder is in, "" when
// it is in none.
func repositoryTop(root string) string {
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// defaultBranch is the branch that changes of a repository go to.
func defaultBranch(top string) string {
	repo, err := git.Find(top)
	if err != nil {
		return "main"
	}
	defer repo.Close()
	return repo.DefaultBranch(context.Background())
}

// shownPath names a file from the top of its repository, when there is one.
func shownPath(top, file string) string {
	if rel, err := filepath.Rel(top, file); top != "" && err == nil {
		return visible(filepath.ToSlash(rel))
	}
	return visible(filepath.Base(file))
}

// starters are the files that a workspace should have.
func starters(root, top string, legacy bool) []starter {
	phase := "# phase: enforce  # compat, enforce or closed\n"
	if legacy {
		phase = "# There are legacy keys: findings about contracts are warnings until they are gone.\nphase: compat\n"
	}
	files := []starter{{path: filepath.Join(root, lint.ConfigName), text: "# yaml-language-server: $schema=https://github.com/skilllint/skilllint/raw/main/lint/config.schema.json\n" +
		phase + "# ignore: [vendor/**]  # globs that are not read\n# rules: {skill-name: off}  # off, note, warning or error\n"}}
	if top == "" {
		return files
	}
	with := ""
	if rel, err := filepath.Rel(top, root); err == nil && rel != "." {
		with = fmt.Sprintf("        with:\n          working-directory: %s\n", scalar(filepath.ToSlash(rel)))
	}
	workflow := `name: skilllint
on:
  pull_request:
  push:
    branches: [` + scalar(defaultBranch(top)) + `]
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
	hook := "  - repo: https://github.com/skilllint/skilllint\n    rev: main  # better: a release\n    hooks:\n      - id: skilllint\n"
	return append(files,
		starter{path: filepath.Join(top, ".github", "workflows", "skilllint.yml"), text: workflow},
		starter{path: filepath.Join(top, ".pre-commit-config.yaml"), text: "repos:\n" + hook, add: hook},
	)
}
