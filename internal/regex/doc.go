// Package regex decides questions about ECMA-262 regular expressions as JSON Schema uses them: is a language empty, is one
// included in another, and if not, which string shows it.
//
// A pattern denotes the set of strings in which it matches somewhere, over Unicode scalar values. Patterns are read with the
// meaning of the `u` flag (code points, `\u{…}`, `\p{…}`); where the `u` grammar is stricter than what people write, the harmless
// part of Annex B is accepted (`\-`, `\@`, a lone `{` or `]`, `[\w-.]`, a quantified lookahead). An escaped letter that ECMA-262 does not define (`\A`, `\Z`,
// `\h`), an octal escape or a POSIX class is a [SyntaxError]: its author meant another dialect.
//
// A [Table] holds languages as hash-consed boolean combinations of residuals and explores their derivatives lazily, so complement
// and intersection cost nothing and only reachable states exist. Lookarounds are conjunctions of languages and are exact
// everywhere, also under repetition. A [Matcher] matches in time linear in the input for a given pattern.
//
// What the package does not do: backreferences are not regular and yield an [UnsupportedError], as do inline flags,
// Script_Extensions and the properties without a table in Go (those of emoji, of case changes and a few more); there are no capture results, no flags, no replacement; a Table is not safe for
// concurrent use. Property tables are those of Go's unicode package, so that characters assigned later count as unassigned.
package regex
