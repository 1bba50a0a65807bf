// Package texts holds the rules about texts and the paths in them: links, scripts,
// commands, homes, what is hidden, and files that nothing names.
package texts
