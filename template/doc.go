// Package template is the {{ path | filter: argument }} language of pipelines: one parser, one syntax tree and one table of
// filters for two readers. The linter types a template against JSON Schemas
// (Env.Check, Env.CheckCondition, Env.CheckDocument), the gateway evaluates the same
// tree over JSON values (Template.Eval, Condition.Eval, Document.Eval).
//
// A string without "{{" is a literal. A string that is exactly one template keeps the
// type of its value; a string that mixes text and templates is a string. Syntax
// errors, unknown names and kinds that do not fit are Problems: values with a class, a
// range of bytes in the decoded string, and for an unknown name the names that are known.
//
// Types are upper bounds: a value that the schema allows is always a value of the type,
// so that an error means that no value fits. What a schema leaves open, or says in a way
// that is not understood here, is unknown, and about the unknown the package is silent.
//
// The package does not read files, know manifests, validate schemas, follow a $ref out
// of its document, prove that every value fits (MayFail carries both schemas for who
// does), map offsets to files, or guess what a misspelt name should have been.
// docs/templates.md is the language's manual.
package template
