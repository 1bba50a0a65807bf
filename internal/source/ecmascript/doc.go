// Package ecmascript reads TypeScript and JavaScript sources, JSX included,
// as far as a linter of skills needs: what a module imports and exports, what
// it calls with which arguments, which members it reads, and what its
// constants are worth.
//
// It is a real tokenizer and a recursive-descent parser that decides regular
// expressions, templates, JSX, type arguments and arrow functions by grammar.
// Every position is a byte offset into the source as it was given, a
// byte-order mark included.
//
// The parser reads hostile input in linear time and bounded stack: nesting
// beyond a fixed depth is skipped, and look-ahead is paid from a budget that
// is proportional to the size of the source.
//
// It does NOT check a program: it accepts some invalid ones. It does not build
// a syntax tree of statements, keeps no types, does not resolve module
// specifiers, and evaluates nothing but literals.
package ecmascript
