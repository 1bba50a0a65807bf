package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/skilllint/skilllint/analyzers"
)

// asVettool reports whether go vet calls: it asks for the flags, for the
// version, or for the findings of the package that a .cfg file describes.
func asVettool(args []string) bool {
	return len(args) == 1 && (args[0] == "-flags" || args[0] == "-V=full") ||
		len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg") && !slices.ContainsFunc(args[:len(args)-1], func(a string) bool { return !strings.HasPrefix(a, "-") })
}

// vettool answers go vet, and ends the process.
func vettool(args []string) {
	if args[0] == "-V=full" {
		if err := writeBuildID(os.Stdout); err != nil {
			fmt.Fprintf(os.Stderr, "skilllint: %v\n", err)
			os.Exit(exitUsage)
		}
		os.Exit(exitClean)
	}
	unitchecker.Main(analyzers.All...)
}

// writeBuildID prints what go vet keys its cache by: a digest of this
// program, of the manifests and of the configuration, so that what it printed
// before a manifest changed is not printed again.
func writeBuildID(w io.Writer) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(exe)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	digest, err := analyzers.Fingerprint(dir)
	if err != nil {
		return err
	}
	h.Write(digest[:])
	_, err = fmt.Fprintf(w, "skilllint version devel %s buildID=%x\n", version(), h.Sum(nil))
	return err
}

func newVet() *cobra.Command {
	return &cobra.Command{
		Use:   "vet [go vet flags] [package...]",
		Short: "Check the Go code of skills with its types, through go vet",
		Long: `Run go vet with skilllint as its tool. All arguments are go vet's. The exit
status is not 0 when there are findings, or go vet could not run.`,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(args, "-h") || slices.Contains(args, "--help") {
				return cmd.Help()
			}
			exe, err := os.Executable()
			if err != nil {
				return err
			}
			vet := exec.CommandContext(cmd.Context(), "go", append([]string{"vet", "-vettool=" + exe}, args...)...)
			vet.Stdin, vet.Stdout, vet.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
			err = vet.Run()
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				return exitStatus(exit.ExitCode())
			}
			return err
		},
	}
}
