package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/skilllint/skilllint/internal/gc"
	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/schema"
)

// exitUnknown is the status of `subschema` when nobody could tell.
const exitUnknown = 3

func newSubschema() *cobra.Command {
	var format, batch string
	var options schema.Options
	var declared bool
	cmd := &cobra.Command{
		Use:   "subschema A.json B.json",
		Short: "Prove that every value of schema A is a value of schema B, or show one that is not",
		Long: `Decide whether every JSON value that schema A accepts is accepted by schema B.

Exit status: 0 proved (subschema), 1 refuted (not, with a witness), 3 unknown (with
a reason), 2 the question could not be read. With --batch FILE.jsonl every line is
a question {"id","a","b"} and every line printed an answer, in order; the status
is 2 when a line could not be read, else 1 when one was refuted, else 3 when one
is unknown, else 0.`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			gc.Sooner()
			if declared {
				options.Model = schema.Declared
			}
			if batch != "" && (len(args) > 0 || cmd.Flags().Changed("format")) {
				return errors.New("--batch excludes files as arguments and --format: the questions name the schemas, and answers are JSON lines")
			}
			if batch != "" {
				return runBatch(cmd, batch, options)
			}
			if len(args) != 2 {
				return errors.New("subschema needs two files, A.json and B.json, or --batch FILE.jsonl")
			}
			return runSubschema(cmd, args[0], args[1], format, options)
		},
	}
	flags := cmd.Flags()
	formatFlag(cmd, &format, "text", "json")
	flags.StringVar(&batch, "batch", "", "read questions from `FILE.jsonl`, - for standard input")
	flags.BoolVar(&declared, "declared", false, "read objects of A that list properties as having no others")
	flags.BoolVar(&options.AssertFormats, "assert-formats", false, "take format as an assertion")
	return cmd
}

func runBatch(cmd *cobra.Command, file string, o schema.Options) error {
	in := cmd.InOrStdin()
	if file != "-" {
		f, err := limit.Open(file, limit.Batch)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	t, err := schema.Batch(cmd.Context(), in, cmd.OutOrStdout(), o)
	switch {
	case err != nil:
		return err
	case t.Unreadable > 0:
		return exitStatus(exitUsage)
	case t.Not > 0:
		return exitStatus(exitFindings)
	case t.Unknown > 0:
		return exitStatus(exitUnknown)
	}
	return nil
}

func runSubschema(cmd *cobra.Command, fileA, fileB, format string, o schema.Options) error {
	a, err := limit.ReadFile(fileA, limit.Schema)
	if err != nil {
		return err
	}
	b, err := limit.ReadFile(fileB, limit.Schema)
	if err != nil {
		return err
	}
	for _, doc := range [...]struct {
		file string
		src  []byte
	}{{fileA, a}, {fileB, b}} {
		if isToolList(doc.src) {
			return fmt.Errorf("%s holds MCP tools, which are no schema: skilllint mcp diff compares two lists of them; a schema is what stands at inputSchema", doc.file)
		}
	}
	r := schema.CheckBytes(context.Background(), a, b, o)
	if format == "json" {
		err = report.WriteJSON(cmd.OutOrStdout(), r.Answer())
	} else {
		err = printAnswer(cmd.OutOrStdout(), r)
	}
	if err != nil {
		return err
	}
	switch r.Verdict {
	case schema.Subschema:
		return nil
	case schema.Not:
		return exitStatus(exitFindings)
	}
	if r.Reason == schema.ReasonInvalid {
		return exitStatus(exitUsage)
	}
	return exitStatus(exitUnknown)
}

// printAnswer writes an answer for a person.
func printAnswer(w io.Writer, r schema.Result) error {
	lines := []struct{ name, text string }{{"verdict", r.Verdict.String()}}
	add := func(name, text string) {
		if text != "" {
			lines = append(lines, struct{ name, text string }{name, visible(text)})
		}
	}
	if r.Witness != nil {
		add("witness", r.Witness.String())
		add("path", r.Path)
		add("in B", r.B)
	}
	add("reason", string(r.Reason))
	add("because", r.Detail)
	for _, note := range r.Notes {
		add("note", note)
	}
	for _, l := range lines {
		if _, err := fmt.Fprintf(w, "%-8s %s\n", l.name, l.text); err != nil {
			return err
		}
	}
	return nil
}
