// Package mcp holds the rules about MCP servers: how they are defined, what they offer,
// and how their tools are named.
package mcp
