// Package document reads a file as text, JSON, YAML or Markdown, and keeps the
// place of each value. It knows nothing of skills, and opens no file.
package document
