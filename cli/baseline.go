package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
)

func newBaseline() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	cmd := &cobra.Command{
		Use:   "baseline [path...]",
		Short: "Record the findings that there are, for `check --baseline`",
		Long: `Write the findings of the workspace to ` + lint.BaselineName + ` (or --file). With
` + "`check --baseline FILE`" + ` only findings that are not in it are reported, and those
of it that are gone are named. Line shifts do not make a finding new.`,
	}
	file := cmd.Flags().String("file", lint.BaselineName, "where to write")
	cmd.Flags().StringVar(&f.now, "now", "", "the day that dates are judged by, YYYY-MM-DD (default today)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		session, err := open(f, args)
		if err != nil {
			return err
		}
		defer session.Close()
		r, err := session.check()
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(lint.NewBaseline(r.ws, r.findings), "", "  ")
		if err != nil {
			return err
		}
		if info, err := os.Lstat(*file); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return fmt.Errorf("%s is a symbolic link, and is not written through: remove it, or name another with --file", *file)
		}
		if err := os.WriteFile(*file, append(text, '\n'), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d findings recorded\n", *file, len(r.findings))
		return nil
	}
	return cmd
}

// applyBaseline drops the findings that a baseline file knows, and says which
// of its findings are gone.
func applyBaseline(stderr io.Writer, file string, r run) (run, error) {
	src, err := limit.ReadFile(file, limit.Baseline)
	if err != nil {
		return r, err
	}
	baseline, err := lint.ParseBaseline(src)
	if err != nil {
		return r, fmt.Errorf("%s: %w", file, err)
	}
	fresh, gone := baseline.Split(r.ws, r.findings)
	for _, k := range gone {
		fmt.Fprintf(stderr, "gone from the baseline: %s: %s [%s]\n", visible(k.File), visible(k.Message), visible(k.Rule))
	}
	if len(gone) > 0 {
		fmt.Fprintf(stderr, "gone: %d of the baseline; `skilllint baseline` shortens the file\n", len(gone))
	}
	r.findings = fresh
	return r, nil
}
