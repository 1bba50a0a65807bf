// Package report writes findings for people and machines, one file a format.
//
// It decides nothing: what is a finding, and how severe, is decided in
// package lint. Every text that comes from a file passes [Visible] or the
// format's own escaping on its way out, so that no input reaches a terminal,
// a workflow command or a page as anything but text.
package report
