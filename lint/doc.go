// Package lint runs rules over a workspace: what a rule is, what it is given,
// how its findings are collected, configured and fixed.
//
// It contains no rule (package rules) and prints nothing (package report).
package lint
