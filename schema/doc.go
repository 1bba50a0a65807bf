// Package schema decides whether every JSON value that one JSON Schema accepts is accepted by another, and shows a
// value that is not: the question behind breaking changes, providers against consumers, and typed pipelines.
//
// Check answers with a proof (Subschema), with a confirmed counterexample (Not), or with the reason why it has neither
// (Unknown); it never guesses. Drafts 4, 6, 7, 2019-09 and 2020-12 are known and may be mixed. Schema.Validate is an
// evaluator of its own for all of them; Compare speaks of the inputs and outputs of tools; Batch answers JSON lines.
// docs/schema.md describes the method, with examples.
//
// The package does not fetch documents, does not repair schemas, and does not know OpenAPI's extensions. It does not
// tell 1 from 1.0 in any draft.
package schema
