// Package skill reads a tree of files into a [Workspace]: manifests of every
// dialect, the code beside them, and what each says about other skills.
//
// Load has no opinions. It reports only what it could not read; what a
// manifest may say is the business of rules (package rules). Nothing after
// Load touches the disk, and nothing here touches the network.
package skill
