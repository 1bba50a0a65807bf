package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/report"
)

// release is set by the linker in released binaries.
var release string

// source is the version of the source tree, raised by the commit that is
// released. Builds of a tarball, of a clone without tags or without the
// history have nothing else to go by.
//
//go:embed VERSION
var source string

const module = "github.com/skilllint/skilllint"

// version returns the linker's version, else the source's, with the commit
// that it was built from when it is known.
func version() string {
	if release != "" {
		return release
	}
	v := strings.TrimSpace(source)
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Path != module { // a program with rules of its own
		for _, dep := range info.Deps {
			if dep.Path == module && strings.HasPrefix(dep.Version, "v") {
				return dep.Version[1:]
			}
		}
		return v
	}
	if installed := strings.TrimPrefix(info.Main.Version, "v"); installed != "" && !strings.Contains(v, "-") && strings.HasPrefix(installed, v) {
		return v // go install …@v1.2.3
	}
	var commit, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ".dirty"
		}
	}
	if _, pseudo, ok := strings.Cut(info.Main.Version, "-0."); commit == "" && ok { // go install …@main
		if _, rev, ok := strings.Cut(pseudo, "-"); ok && len(rev) >= 12 {
			commit = rev[:12]
		}
	}
	if commit == "" {
		return v
	}
	return v + "+" + commit + dirty
}

// releaseOf is the release that a version belongs to: 0.2.1 of 0.2.1-dev+abc.
func releaseOf(version string) string {
	if i := strings.IndexAny(version, "-+"); i >= 0 {
		return version[:i]
	}
	return version
}

// notAhead refuses a configuration that asks for the rules of a release that
// this program does not know yet.
func notAhead(c *lint.Config) error {
	own := releaseOf(version())
	if c.Version == "" || !lint.OlderRelease(own, c.Version) {
		return nil
	}
	return &lint.ConfigError{Position: c.Origins["version"], Msg: fmt.Sprintf("version is %q, and this is skilllint %s: update skilllint, or name an earlier release", c.Version, own)}
}

func newVersion() *cobra.Command {
	var short, asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch out := cmd.OutOrStdout(); {
			case short && asJSON:
				return errors.New("--short and --json exclude each other")
			case short:
				fmt.Fprintln(out, version())
				return nil
			case asJSON:
				return report.WriteJSON(out, map[string]string{"version": version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "skilllint %s (%s %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print version, go, os and arch as JSON")
	cmd.Flags().BoolVar(&short, "short", false, "print the version alone")
	return cmd
}
