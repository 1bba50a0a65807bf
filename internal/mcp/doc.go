// Package mcp knows the Model Context Protocol as far as files speak of it:
// how hosts name a server's tools, and how the answer to tools/list is written
// down. It reads no workspace and talks to nobody; internal/mcp/record does.
package mcp
