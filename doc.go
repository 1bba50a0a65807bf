// Package skilllint is the root of the module; the command is in
// cmd/skilllint, the architecture in docs/architecture.md.
package skilllint
