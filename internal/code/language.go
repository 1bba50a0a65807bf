package code

import (
	"path"
	"strings"
)

// A Language is a language whose sources are read.
type Language string

// The languages. None is that of any other file.
const (
	None       Language = ""
	Python     Language = "python"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	Go         Language = "go"
	Shell      Language = "shell"
	Notebook   Language = "notebook"
)

// LanguageOf returns the language of a file, by its name.
func LanguageOf(p string) Language {
	switch strings.ToLower(path.Ext(p)) {
	case ".py", ".pyw", ".pyi":
		return Python
	case ".js", ".mjs", ".cjs", ".jsx":
		return JavaScript
	case ".ts", ".mts", ".cts", ".tsx":
		return TypeScript
	case ".go":
		return Go
	case ".sh", ".bash", ".zsh":
		return Shell
	case ".ipynb":
		return Notebook
	}
	return None
}
