package lsp

import (
	"bytes"
	"testing"
)

// FuzzWire reads any stream of messages: what is read of one frame is what a
// frame of it holds, and the end comes.
func FuzzWire(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull"))
	f.Add([]byte("content-length:0\nX: y\n\n"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		w := newWire(bytes.NewReader(sent), nil)
		for {
			message, err := w.Recv()
			if err != nil {
				return
			}
			var out stream
			if err := newWire(nil, &out).Send(message); err != nil {
				t.Fatal(err)
			}
			if again, err := newWire(&out, nil).Recv(); err != nil || !bytes.Equal(again, message) {
				t.Fatalf("%q became %q, %v", message, again, err)
			}
		}
	})
}

// A stream is what was written, to be read again.
type stream struct{ bytes.Buffer }

func (*stream) Close() error { return nil }
