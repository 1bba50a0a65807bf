package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page, in roff",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeMan(cmd.OutOrStdout(), cmd.Root())
		},
	}
}

// writeMan writes the manual page of all commands (man(7)).
func writeMan(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH SKILLLINT 1 \"\" %q\n.SH NAME\nskilllint \\- %s\n.SH SYNOPSIS\n.B skilllint\n[\\fIcommand\\fR] [\\fIflags\\fR] [\\fIpath\\fR...]\n.SH COMMANDS\n",
		"skilllint "+version(), roff(root.Short))
	for _, c := range root.Commands() {
		if !c.IsAvailableCommand() || c.Name() == "help" {
			continue
		}
		text := c.Long
		if text == "" {
			text = c.Short + "."
		}
		fmt.Fprintf(&b, ".SS skilllint %s\n%s\n", roff(c.Use), roff(text))
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, usage := pflag.UnquoteUsage(f)
			short := ""
			if f.Shorthand != "" {
				short = "-" + f.Shorthand + ", "
			}
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR %s\n%s\n", roff(short+"--"+f.Name), roff(name), roff(usage))
		})
	}
	fmt.Fprintf(&b, ".SH EXIT STATUS\n%s\n", roff("0 nothing at or above --fail-on, 1 findings, 2 the run could not be made, 3 a fault of skilllint itself."))
	fmt.Fprintf(&b, ".SH ENVIRONMENT\n.TP\nNO_COLOR\nNo colours.\n.TP\nSKILLLINT_CACHE_DIR\n%s\n", roff("Where results are kept; by default the user's cache folder."))
	fmt.Fprintf(&b, ".SH FILES\n.TP\n%s\n%s\n", roff(".skilllint.yaml"), roff("The configuration, at the root of the workspace."))
	_, err := io.WriteString(w, b.String())
	return err
}

var roffReplacer = strings.NewReplacer("\\", "\\e", "-", "\\-", "\n.", "\n\\&.", "\n'", "\n\\&'")

// roff escapes a text; a line of it that begins like a request is none.
func roff(text string) string {
	return strings.TrimPrefix(roffReplacer.Replace("\n"+text), "\n")
}
