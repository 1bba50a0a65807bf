package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/lsp"
	"github.com/skilllint/skilllint/lint"
)

// claudeSettings has Claude Code check each file that it has edited.
const claudeSettings = `{
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit|MultiEdit|Write",
        "hooks": [{ "type": "command", "command": "skilllint claude-hook", "timeout": 60 }]
      }
    ]
  }
}
`

// exitBlocking is the exit status on which Claude Code shows the model what a
// hook wrote to standard error.
const exitBlocking = 2

// newClaudeHook is the command of the hook that init --claude-hook writes.
func newClaudeHook() *cobra.Command {
	return &cobra.Command{
		Use:    "claude-hook",
		Hidden: true,
		Short:  "Check the file that Claude Code has just edited",
		Long: `Check the file that Claude Code has just edited: a PostToolUse hook, which reads
the call of the tool from standard input. With errors or warnings in the file the
exit status is 2, and Claude reads them; else nothing is printed.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			src, err := limit.ReadAll(cmd.InOrStdin(), "standard input", limit.Input)
			if err != nil {
				return err
			}
			var call struct {
				CWD   string `json:"cwd"`
				Input struct {
					FilePath string `json:"file_path"`
				} `json:"tool_input"`
			}
			if err := json.Unmarshal(src, &call); err != nil {
				return fmt.Errorf("standard input is not the call of a tool: %w", err)
			}
			file := call.Input.FilePath
			if file != "" && !filepath.IsAbs(file) {
				file = filepath.Join(call.CWD, file)
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				return nil // the tool wrote no file, or it is gone
			}
			return checkEdited(cmd, file)
		},
	}
}

// checkEdited writes what is wrong in a file, a line each.
func checkEdited(cmd *cobra.Command, file string) error {
	v, err := judgeFolders([]string{file}, lsp.Verdict{}, nil)
	if err != nil {
		return err
	}
	found := 0
	for _, f := range v.Findings {
		if f.Severity < lint.Warning {
			continue
		}
		found++
		at := v.Fset.Position(f.Pos)
		fmt.Fprintf(cmd.ErrOrStderr(), "%s:%d:%d: %s: %s [%s]\n", visible(at.Filename), at.Line, at.Column, f.Severity, visible(f.Message), f.Rule.Name)
	}
	if found == 0 {
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "skilllint explain RULE says what a rule is about; a finding that is meant is suppressed by a comment: skilllint:ignore RULE REASON\n")
	return exitStatus(exitBlocking)
}
