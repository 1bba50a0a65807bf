// Package cli is the skilllint command as a call, for programs that add rules
// of their own:
//
//	func main() { os.Exit(cli.Main(ownerMissing)) }
//
// docs/own-rules.md shows one.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skilllint/skilllint/internal/gc"
	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/lint"
)

// Main runs the command with the arguments of the process and returns its exit
// status: 0 nothing at or above --fail-on, 1 findings, 2 the run could not be
// made, 3 a fault of skilllint or of a rule. Rules of one's own join those of
// skilllint in every subcommand, the configuration and suppressions. Main is
// called once in a process; a signal that ends it meanwhile ends the process.
func Main(own ...*lint.Rule) int {
	if err := addRules(own); err != nil {
		fmt.Fprintf(os.Stderr, "skilllint: %v\n", err)
		return exitUsage
	}
	if os.Getenv("GOGC") == "" {
		gc.Later()
	}
	if asVettool(os.Args[1:]) {
		vettool(os.Args[1:])
	}
	defer endOnSignal()()
	return execute(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// execute runs the command and returns its exit status.
func execute(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Fprintf(stderr, "skilllint: a fault of skilllint itself, please report it: %s\n%s\n", visible(fmt.Sprint(e)), parallel.StackOf(e))
			status = exitInternal
		}
	}()
	root := newRoot()
	root.SetContext(context.Background())
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(withDefaultCommand(root, args))
	err := root.Execute()
	var said exitStatus
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &said):
		return int(said)
	}
	fmt.Fprintf(stderr, "skilllint: %s\n", visible(err.Error()))
	return exitUsage
}

// nearestFlag adds to an error about an unknown flag the one that was meant.
func nearestFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return fmt.Errorf("%w%s; skilllint %s --help lists them", err, lint.NewSpeller(names).DidYouMean(unknown.GetSpecifiedName()), cmd.Name())
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "skilllint [check] [flags] [path...]",
		Short:         "Check the contracts between agent skills",
		SilenceUsage:  true,
		SilenceErrors: true,
		Long: `Check the contracts between agent skills: their manifests and the code beside them.
Are they valid, do the tools that they call exist, does a change break somebody.`,
		Example: `  skilllint                     check the workspace that the current folder is in
  skilllint init                write a configuration, a workflow and a hook
  skilllint --fix               mend what can be mended safely
  skilllint explain broken-link what a rule means
  skilllint check --help        all flags`,
	}
	root.SetFlagErrorFunc(nearestFlag)
	root.AddCommand(
		newCheck(),
		newBaseline(),
		newChanges(),
		newClaudeHook(),
		newDigest(),
		newEmit(),
		newGraph(),
		newHosts(),
		newConfig(),
		newInit(),
		newLSP(),
		newMan(),
		newMCP(),
		newSources(),
		newSubschema(),
		newServeMCP(),
		newRules(),
		newExplain(),
		newToolset(),
		newVendors(),
		newVet(),
		newVersion(),
	)
	return root
}

// misspelt leaves what looks like a misspelt command to cobra, which suggests the
// nearest; anything else is a path that is not there.
func misspelt(root *cobra.Command, args []string) []string {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if _, near := lint.NewSpeller(names).Nearest(args[0]); near {
		return args
	}
	return append([]string{"check"}, args...)
}

// withDefaultCommand puts `check` before arguments that name no command, so
// that plain `skilllint path` works.
func withDefaultCommand(root *cobra.Command, args []string) []string {
	if len(args) == 0 {
		return []string{"check"}
	}
	first := args[0]
	if strings.HasPrefix(first, cobra.ShellCompRequestCmd) && len(args) > 1 && (len(args) > 2 || strings.HasPrefix(args[1], "-")) {
		return append(args[:1:1], withDefaultCommand(root, args[1:])...) // a shell asks for completions
	}
	builtin := []string{"help", "-h", "--help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}
	if slices.Contains(builtin, first) {
		return args
	}
	for _, c := range root.Commands() {
		if c.Name() == first || c.HasAlias(first) {
			return args
		}
	}
	if first == "--version" {
		return []string{"version"}
	}
	if !strings.HasPrefix(first, "-") {
		if _, err := os.Lstat(first); err != nil && !strings.ContainsAny(first, `./\`) {
			return misspelt(root, args)
		}
	}
	return append([]string{"check"}, args...)
}
