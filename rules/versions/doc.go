// Package versions holds the rules about versions and time: what a change breaks,
// deprecations, ranges, releases and the versions of packages.
package versions
