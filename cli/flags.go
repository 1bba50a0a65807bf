package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/lint"
)

// checkFlags are the flags of `check`.
type checkFlags struct {
	format      string
	failOn      string
	now         string
	notes       bool
	color       string
	maxFindings int
	fix         bool
	diff        bool
	allowEmpty  bool
	inert       bool
	config      string
	baseline    string
	hosts       []string
	targets     []string
	outputs     []string
	quiet       bool
	verbose     bool
	statistics  bool
	selected    []string // rules whose findings are reported; nil for all
	ignored     []string // rules whose findings are not
	stdinFile   string   // the path whose text comes from standard input
	stdinText   []byte
	overlay     map[string][]byte // texts in place of those on disk, by path from the root
	noCache     bool
	watch       bool

	base           string
	baseDir        string
	onlyNew        bool
	configFromBase bool

	recorded bool // the looks at the disk are to be remembered, for the cache or a watch
}

// remembers reports whether the session is to be recorded.
func (f *checkFlags) remembers() bool {
	return f.recorded && (f.watch || !f.noCache && !f.verbose && !f.fix && !f.diff && f.stdinFile == "" && f.baseDir == "")
}

// failSeverity reads --fail-on; never is above every severity.
func (f *checkFlags) failSeverity() (lint.Severity, error) {
	if f.failOn == "never" {
		return lint.Error + 1, nil
	}
	s, ok := lint.ParseSeverity(f.failOn)
	if !ok || s == lint.Off {
		return 0, fmt.Errorf("--fail-on %q: expected error, warning, note or never", f.failOn)
	}
	return s, nil
}

func (f *checkFlags) day() (time.Time, error) {
	if f.now == "" {
		return time.Now(), nil
	}
	day, err := time.Parse(time.DateOnly, f.now)
	if err != nil {
		return day, fmt.Errorf("--now %q: expected YYYY-MM-DD", f.now)
	}
	return day, nil
}

// addBase adds the flags that name an earlier state.
func (f *checkFlags) addBase(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var((*nonEmpty)(&f.base), "base", "compare with a git `REVISION`: a commit, branch or tag, or A...B for a merge base")
	flags.Var((*nonEmpty)(&f.baseDir), "base-dir", "compare with the workspace in a plain `FOLDER`")
}

// A nonEmpty is a flag's text that must not be empty: a variable of a script that
// is not set would else turn the comparison off.
type nonEmpty string

func (g *nonEmpty) String() string { return string(*g) }

func (g *nonEmpty) Type() string { return "string" }

func (g *nonEmpty) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	*g = nonEmpty(text)
	return nil
}
