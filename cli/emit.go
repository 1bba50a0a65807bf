package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/emit"
	"github.com/skilllint/skilllint/internal/guarded"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/toolset"
)

// emitFlags are the flags of emit.
type emitFlags struct {
	target, dir, output string
	inputs              []string
	strict              bool
}

func newEmit() *cobra.Command {
	var e emitFlags
	f := &checkFlags{}
	cmd := &cobra.Command{
		Use:   "emit SKILL --target TARGET",
		Short: "Write a skill in the form of a runtime or a vendor of models",
		Long: `Write a skill in the form of a runtime or a vendor of models: its tools in the
vendor's own shape and its text as system.md, or Claude Code's SKILL.md.

A schema that the target refuses is rewritten. The rewritten schema is proved to accept
the same values; else standard error says what is lost, with a value that shows it, and
--strict writes nothing.`,
		Example: `  skilllint emit jungastro --target openai-strict
  skilllint emit invoice-processor --target claude-code -o .claude/skills
  skilllint emit invoice-processor --target gemini --input target_collection=bills`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runEmit(cmd, f, &e, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&e.target, "target", "", "the runtime or vendor, see skilllint vendors")
	flags.StringVarP(&e.output, "output", "o", "", "write the files to `DIR`, not to standard output")
	flags.StringVarP(&e.dir, "workspace", "w", ".", "a `PATH` in the workspace")
	flags.StringArrayVar(&e.inputs, "input", nil, "`NAME=VALUE` for an input of the skill (repeatable)")
	flags.BoolVar(&e.strict, "strict", false, "write nothing when anything is lost")
	flags.StringVar(&f.now, "now", "", "the day that removals are judged by, YYYY-MM-DD (default today)")
	_ = cmd.MarkFlagRequired("target")
	complete(cmd, "target", targetNames)
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return skillNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func runEmit(cmd *cobra.Command, f *checkFlags, e *emitFlags, id string) error {
	if err := lint.KnownTarget(e.target); err != nil {
		return err
	}
	inputs := map[string]string{}
	for _, given := range e.inputs {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			return fmt.Errorf("--input %q: expected NAME=VALUE", given)
		}
		inputs[name] = value
	}
	s, err := open(f, []string{e.dir})
	if err != nil {
		return err
	}
	defer s.Close()
	r, err := s.check()
	if err != nil {
		return err
	}
	found, err := skillOf(r.ws, id)
	if err != nil {
		return err
	}
	set, err := toolsOf(s, r.ws, found)
	if err != nil {
		return err
	}
	text, err := textOf(s, found)
	if err != nil {
		return err
	}
	read, err := emit.Read(r.ws, found, text, set, inputs)
	if err != nil {
		return err
	}
	files, notes, err := emit.For(read, e.target)
	if err != nil {
		return err
	}
	tell(cmd.ErrOrStderr(), notes)
	if e.strict && len(notes) > 0 {
		return errors.New("nothing is written: --strict allows no loss")
	}
	return writeFiles(cmd.OutOrStdout(), s.root.Name(), e.output, files)
}

// tell says what a runtime does not get as it was written.
func tell(w io.Writer, notes []emit.Note) {
	for _, n := range notes {
		fmt.Fprintln(w, "skilllint:", visible(n.String()))
	}
}

// toolsOf are the tools that a model is given for a skill.
func toolsOf(s *session, ws *skill.Workspace, found *skill.Skill) (*toolset.Set, error) {
	id := found.ID.Text
	catalog := ws.Catalog()
	if len(catalog.Versions(id)) == 0 { // it has no contract, and so core tools alone
		catalog.Contracts = append(catalog.Contracts[:len(catalog.Contracts):len(catalog.Contracts)], &found.Contract)
	}
	return toolset.Of(catalog, given(s.in.Config), id, s.in.Now)
}

// textOf reads the text of a skill: the body of its Markdown, or a function's prompt.
func textOf(s *session, found *skill.Skill) (string, error) {
	m := found.Manifest()
	switch m.Dialect {
	case skill.CLI:
		return "", nil // its text is a value of the manifest
	case skill.Function:
		text, err := limit.ReadFS(s.disk, path.Join(path.Dir(m.Path), manifest.PromptFile), limit.File)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil // the function is code, or a pipeline
		}
		return string(text), err
	}
	text, err := limit.ReadFS(s.disk, m.Path, limit.File)
	if err != nil || m.Body > len(text) {
		return "", err
	}
	return string(text[m.Body:]), nil
}

// writeFiles writes files below a folder, or one after another to w, each after a line with its path.
func writeFiles(w io.Writer, workspace, dir string, files []emit.File) error {
	for _, f := range files {
		if dir == "" {
			fmt.Fprintf(w, "-- %s --\n%s", f.Path, f.Content)
			continue
		}
		to := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := guarded.WriteBelow(senders(workspace), to, f.Content); err != nil {
			return err
		}
		fmt.Fprintln(w, visible(to))
	}
	return nil
}
