package mcp

import (
	"bytes"
	"testing"
)

// FuzzPage reads any answer to tools/list: its snapshot is again one, and is
// the same when it is made of itself.
func FuzzPage(f *testing.F) {
	f.Add([]byte(`{"tools": [{"name": "b"}, {"name": "a", "inputSchema": {"type": "object"}}], "nextCursor": "x"}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		page, err := ParsePage(src)
		if err != nil {
			return
		}
		text, err := Snapshot(page.Tools, Info{Name: "s"})
		if err != nil {
			return
		}
		again, err := ParsePage(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if second, err := Snapshot(again.Tools, Info{Name: "s"}); err != nil || !bytes.Equal(second, text) {
			t.Fatalf("%s became %s, %v", text, second, err)
		}
	})
}
