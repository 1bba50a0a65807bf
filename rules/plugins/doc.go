// Package plugins holds the rules about plugins, marketplaces and registries, and about
// what hosts load of them: components, hooks, descriptions.
package plugins
