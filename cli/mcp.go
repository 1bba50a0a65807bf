package cli

import (
	"github.com/spf13/cobra"
)

func newMCP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Record, compare and list the tools of MCP servers",
		Long: `Record, compare and list the tools of MCP servers that skills use (docs/mcp.md).

Only "snapshot", "check" and "diff" start a server or talk to one, and only those that
are named; skilllint check never does.`,
	}
	cmd.AddCommand(newMCPList(), newMCPSnapshot(), newMCPCheck(), newMCPDiff())
	return cmd
}
