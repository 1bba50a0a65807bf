package cli

import (
	"go/token"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/gc"
	"github.com/skilllint/skilllint/internal/lsp"
	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

func newLSP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Speak the Language Server Protocol over standard input and output",
		Long: `Speak the Language Server Protocol over standard input and output, for editors:
findings while you type, hover, definitions, references, rename, completion and
fixes. docs/editors.md shows how to set it up. The server reads what check reads,
runs nothing of it, and writes nothing: edits are the editor's.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return lsp.Serve(ctx, cmd.InOrStdin(), unclosed{cmd.OutOrStdout()}, lsp.Options{
				Version: version(),
				Rules:   ruleSet,
				Root: func(folder string) (string, error) {
					at, err := findRoot([]string{folder})
					return at.dir, err
				},
				Judge: func(folders []string, last lsp.Verdict, texts map[string][]byte) (lsp.Verdict, error) {
					if last.Workspace != nil {
						parallel.Spare(1) // for previews: before the first verdict there are none
						gc.Sooner()
					}
					return judgeFolders(folders, last, texts)
				},
				Part: judgePart,
			})
		},
	}
	cmd.Flags().Bool("stdio", true, "use standard input and output, as many clients ask for; there is no other way")
	return cmd
}

// judgeFolders judges the workspace of some folders with other texts for some
// files, as check does there. What has not changed since the last verdict is taken
// over from it, so that after an edit the facts of one file are made.
func judgeFolders(folders []string, last lsp.Verdict, texts map[string][]byte) (v lsp.Verdict, err error) {
	f := &checkFlags{overlay: texts}
	s, err := open(f, folders)
	if err != nil {
		return v, err
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}() // else the verdict's texts are read again, until nothing refers to it any more
	contents := last.Contents
	if contents == nil {
		contents = new(tree.Contents)
	}
	start, dir := time.Now(), s.root.Name()
	s.disk = contents.Over(s.folder, func(path string) string { // lives as long as the verdict, and so holds no session, which has the last one
		return settledStamp(noDir, filepath.Join(dir, filepath.FromSlash(path)), true, start)
	})
	if last.Workspace != nil && sameConfig(last.Config, s.in.Config) {
		s.last = last.Workspace
	}
	r, err := s.check()
	if err != nil {
		return v, err
	}
	if s.in.Config.Baseline != "" {
		if r, err = applyBaseline(io.Discard, s.baseline(), r); err != nil {
			return v, err
		}
	}
	r.ws.Forget()
	return lsp.Verdict{Workspace: r.ws, Config: s.in.Config, Findings: r.findings, Contents: contents}, nil
}

// judgePart judges one folder of a workspace again, by itself.
func judgePart(folders []string, whole lsp.Verdict, part string, texts map[string][]byte) (v lsp.Verdict, err error) {
	s, err := open(&checkFlags{overlay: texts}, folders)
	if err != nil {
		return v, err
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	in := s.in
	in.Workspace = skill.LoadPart(token.NewFileSet(), s.files(texts), whole.Workspace, part)
	r := run{in.Workspace, within(in.Workspace, lint.RunPart(in, s.rules), s.only)}
	if s.in.Config.Baseline != "" {
		if r, err = applyBaseline(io.Discard, s.baseline(), r); err != nil {
			return v, err
		}
	}
	return lsp.Verdict{Workspace: r.ws, Config: s.in.Config, Findings: r.findings}, nil
}

// unclosed is standard output, which the process closes.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }
