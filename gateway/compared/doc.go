// Package compared holds the gateway's decision to two engines of others, cedar-go and
// OPA, and compares what they cost. It is a module of its own and consists of tests, so
// that nobody else pays for them.
package compared
