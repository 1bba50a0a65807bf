// Package contract says what a skill promises and what it needs, and decides
// whether one skill may call a tool of another. The linter and the gateway
// decide by this code alone, so that neither allows what the other refuses.
//
// It knows no file format: package skill lowers every dialect of manifest to
// a [Contract]. It reads no files, compares no JSON Schemas (package schema
// does) and keeps no state.
package contract
