// Package tools holds the rules about the tools that a procedure uses, in its text and
// its code, and about their schemas.
package tools
