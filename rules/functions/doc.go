// Package functions holds the rules about skills that are run: bodies, pipelines and
// their templates, inputs and locks.
package functions
