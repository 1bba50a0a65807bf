// Package contracts holds the rules about what skills promise each other: providers,
// imports, exports, access, data, and the graph of who needs whom.
package contracts
