// Package lsp is the language server: what the command says about a workspace,
// for editors, while somebody types.
//
//	client ──edits──> documents ──texts──> Judge ──verdict──> diagnostics, answers
//
// A verdict is the workspace as the rules saw it, with the unsaved texts of
// the open documents, and the findings in it. Every answer is read from the
// last verdict and from the text of one document. The server knows no rule, no
// dialect and no way to read a workspace of its own.
package lsp
