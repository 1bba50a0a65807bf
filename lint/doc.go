// Package lint runs rules over a workspace: what a rule is, what it is given,
// how its findings are collected, configured and fixed.
//
// Its own rules are those about its work, suppressions and what judges a change; all others are
// in package rules. It prints nothing (package report).
package lint
