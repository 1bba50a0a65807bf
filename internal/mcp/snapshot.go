package mcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ServerKey is where a snapshot says which server it is of, in its _meta.
const ServerKey = "dev.skilllint/server"

// An Info is what a server says of itself.
type Info struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// A Page is one answer to tools/list.
type Page struct {
	Tools  []json.RawMessage `json:"tools"`
	Cursor string            `json:"nextCursor"`
}

// ParsePage reads the result of one tools/list, the tools as they were sent.
func ParsePage(result []byte) (Page, error) {
	var p Page
	if err := json.Unmarshal(result, &p); err != nil {
		return p, fmt.Errorf("the answer to tools/list is none: %w", err)
	}
	if p.Tools == nil {
		return p, errors.New("the answer to tools/list holds no list of tools")
	}
	return p, nil
}

// Snapshot writes tools down: sorted by name, each as it was sent but for white
// space. Nothing in it tells when, where or how the server was asked, so that it
// is the same as long as the server's tools are.
func Snapshot(tools []json.RawMessage, server Info) ([]byte, error) {
	type named struct {
		name string
		raw  json.RawMessage
	}
	var list []named
	for _, raw := range tools {
		var t struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(raw, &t); err != nil {
			return nil, fmt.Errorf("a tool of the answer is none: %w", err)
		}
		list = append(list, named{t.Name, raw})
	}
	slices.SortStableFunc(list, func(a, b named) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	b.WriteString(`{"tools":[`)
	for i, t := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(t.raw)
	}
	b.WriteString(`]`)
	if server != (Info{}) {
		meta, err := json.Marshal(map[string]Info{ServerKey: server})
		if err != nil {
			return nil, err
		}
		b.WriteString(`,"_meta":`)
		b.Write(meta)
	}
	b.WriteString("}\n")
	var out bytes.Buffer
	err := json.Indent(&out, b.Bytes(), "", "  ")
	return out.Bytes(), err
}
