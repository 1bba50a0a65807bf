package lsp

import (
	"cmp"
	"encoding/json"
)

// The types of the Language Server Protocol 3.17 that the server uses, with
// the members that it reads or writes.

// A Position is a place in a document: line and UTF-16 unit, from 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Character, q.Character))
}

// A Range is from a position up to another.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Location is a range of a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

type documentID struct {
	URI string `json:"uri"`
}

type versionedID struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"`
}

type documentParams struct {
	TextDocument documentID `json:"textDocument"`
}

type positionParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     Position   `json:"position"`
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type searchParams struct {
	Query string `json:"query"`
}

type selectionParams struct {
	TextDocument documentID `json:"textDocument"`
	Positions    []Position `json:"positions"`
}

type actionParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        Range      `json:"range"`
}

type codeAction struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	Preferred   bool         `json:"isPreferred,omitempty"`
	Edit        any          `json:"edit"`
}

type initializeParams struct {
	RootURI          *string            `json:"rootUri"`
	RootPath         *string            `json:"rootPath"`
	WorkspaceFolders []workspaceFolder  `json:"workspaceFolders"`
	Capabilities     clientCapabilities `json:"capabilities"`
}

type workspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// clientCapabilities are what the server asks about the client.
type clientCapabilities struct {
	Workspace struct {
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
		WorkspaceEdit struct {
			DocumentChanges    bool     `json:"documentChanges"`
			ResourceOperations []string `json:"resourceOperations"`
		} `json:"workspaceEdit"`
	} `json:"workspace"`
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
	} `json:"textDocument"`
}

type didOpenParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   versionedID       `json:"textDocument"`
	ContentChanges []json.RawMessage `json:"contentChanges"` // each a ContentChange
}

// A ContentChange replaces a range of a document, or all of it.
type ContentChange struct {
	Range *Range `json:"range"`
	Text  string `json:"text"`
}

type watchedFilesParams struct {
	Changes []struct {
		URI string `json:"uri"`
	} `json:"changes"`
}

type foldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// The severities of a Diagnostic, and the kinds of a message to the user.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	messageError = 1
)

// A Diagnostic is a finding.
type Diagnostic struct {
	Range    Range             `json:"range"`
	Severity int               `json:"severity"`
	Code     string            `json:"code,omitempty"`
	About    *codeDescription  `json:"codeDescription,omitempty"`
	Source   string            `json:"source"`
	Message  string            `json:"message"`
	Related  []relatedLocation `json:"relatedInformation,omitempty"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type relatedLocation struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}
