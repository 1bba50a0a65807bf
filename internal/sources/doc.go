// Package sources brings contracts of other repositories to a workspace: a
// configuration names sources, a lock file says which commit and which
// contents each stands for, and a store of the user's cache holds the contents
// under their digests. Only Update and Outdated ask anybody; Load reads the
// lock and the store. Nothing of a source is ever run.
package sources
