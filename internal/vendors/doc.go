// Package vendors holds what those who serve models accept as the definition of a
// tool, as data with sources and days, and judges tools by it: [Target.Check] returns
// what a target refuses or ignores, [Target.Rewrite] the schema in a form that it accepts.
//
// A rewritten schema is proved against the written one; what the rewriting adds or loses
// is returned with a value that shows it. The package talks to no vendor and reads no
// files but the embedded data.
package vendors
