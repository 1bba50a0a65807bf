// Package manifests holds the rules about what a file of a skill says of itself,
// whichever dialect it speaks: its syntax, its form, its name and its description.
package manifests
