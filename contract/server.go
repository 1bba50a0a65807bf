package contract

import "strings"

// ServerPrefix is how the id of an MCP server begins: "mcp:github". What
// follows is the server's name as hosts write it, in A-Z a-z 0-9 _ -.
const ServerPrefix = "mcp:"

// Server returns the name of the MCP server that a provider's id means.
func Server(id string) (name string, ok bool) { return strings.CutPrefix(id, ServerPrefix) }
