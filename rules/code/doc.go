// Package code holds the rules about the source code of a skill: imports, calls and their
// results, handlers, data, permissions.
package code
