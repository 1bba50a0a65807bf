// Package tree lists the files below a root, with what git ignores, and reads
// single files within bounds. It knows names and kinds, no contents.
package tree
