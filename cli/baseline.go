package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/guarded"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
)

func newBaseline() *cobra.Command {
	f := &checkFlags{failOn: "never", format: "text"}
	cmd := &cobra.Command{
		Use:   "baseline [path...]",
		Short: "Record the findings that there are, for `check --baseline`",
		Long: `Write the findings of the workspace to ` + lint.BaselineName + ` (or --file), and name
that file in ` + lint.ConfigName + `. From then on only findings that are not in it are
reported, and those of it that are gone are named. Line shifts do not make a finding new.`,
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
		if err := guarded.Write(senders(session.root.Name()), *file, append(text, '\n')); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d findings recorded\n", *file, len(r.findings))
		return session.useBaseline(cmd.OutOrStdout(), *file)
	}
	return cmd
}

// useBaseline adds a baseline to the configuration, so that the next check takes it.
func (s *session) useBaseline(w io.Writer, file string) error {
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	rel, err := filepath.Rel(s.root.Name(), abs)
	if err != nil || !filepath.IsLocal(rel) {
		fmt.Fprintf(w, "next: skilllint --baseline %s reports only what is not in it\n", visible(shellWords([]string{file})))
		return nil
	}
	rel = filepath.ToSlash(rel)
	switch s.in.Config.Baseline {
	case rel:
		return nil
	case "":
	default:
		fmt.Fprintf(w, "%s names another baseline: %s\n", lint.ConfigName, visible(s.in.Config.Baseline))
		return nil
	}
	line := fmt.Sprintf("baseline: %s  # findings that were there before; skilllint baseline writes it anew\n", scalar(rel))
	before, err := limit.ReadFS(s.folder, lint.ConfigName, limit.Config)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(before) > 0 && before[len(before)-1] != '\n' {
		line = "\n" + line
	}
	if _, err := lint.LoadConfig(lint.Overlay{Under: s.folder, Files: map[string][]byte{lint.ConfigName: append(before, line...)}}, ruleSet); err != nil {
		fmt.Fprintf(w, "add to %s: %s", lint.ConfigName, visible(strings.TrimSpace(line))+"\n")
		return nil
	}
	config, err := s.root.OpenFile(lint.ConfigName, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = config.WriteString(line)
	if err := errors.Join(err, config.Close()); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: baseline added, so that only new findings count\n", lint.ConfigName)
	return nil
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
