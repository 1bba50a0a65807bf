// Package serve puts a gateway behind the Model Context Protocol: the library behind the
// command skillgw. A skill's endpoint lists the tools that the caller may call, and makes
// the calls; tools are Go functions, MCP servers or HTTP endpoints.
//
// [Load] reads the configuration, [New] builds the server of it, [Server.Run] serves until
// its context ends. Go functions are given in [Options.Functions].
package serve
