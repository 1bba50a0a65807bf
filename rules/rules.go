// Package rules holds the rules, one file each. A rule is a plain lint.Rule
// value; it joins [All] below and gets a folder testdata/<name>/ with at
// least one broken and one kept workspace. Nothing else has to be told.
package rules

import "github.com/skilllint/skilllint/lint"

// All are the rules, in the order of the documentation.
var All = []*lint.Rule{
	ManifestSyntax,
	DuplicateKey,
	DanglingSymlink,
	UnknownProvider,
	ImportNotExported,
	IncompatibleVersion,
}
