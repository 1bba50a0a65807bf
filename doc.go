// Package skilllint is the root of the module; the command is in
// cmd/skilllint, a call of cli; the architecture in docs/architecture.md.
package skilllint
