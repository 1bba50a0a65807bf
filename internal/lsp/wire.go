package lsp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// How much of a message is read.
const (
	maxMessage = 64 << 20 // a document that is opened, or replaced as a whole
	maxHeader  = 4 << 10  // a line of the header
)

// A wire sends and receives messages as the protocol frames them: a header
// with the length, then JSON. It is a channel of jrpc2, whose own framing
// believes every length.
type wire struct {
	in  *bufio.Reader
	out io.WriteCloser
}

func newWire(in io.Reader, out io.WriteCloser) *wire {
	return &wire{bufio.NewReaderSize(in, maxHeader), out}
}

// Send writes one message.
func (w *wire) Send(message []byte) error {
	_, err := w.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(message)), message...))
	return err
}

// Recv reads one message. What is no message ends the connection: where the
// next one begins is then unknown.
func (w *wire) Recv() ([]byte, error) {
	length := -1
	for {
		line, err := w.in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("a header line is longer than %d bytes", maxHeader)
		case err != nil && len(line) > 0:
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%q is not a header line: expected Content-Length: N", text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
			return nil, fmt.Errorf("Content-Length is %q: expected a number of bytes", strings.TrimSpace(value))
		}
	}
	switch {
	case length < 0:
		return nil, errors.New("a header without Content-Length")
	case length > maxMessage:
		return nil, fmt.Errorf("a message of %d bytes, expected at most %d", length, maxMessage)
	}
	return w.body(length)
}

// body reads the message itself. Memory grows with what arrives, not with what
// was announced.
func (w *wire) body(length int) ([]byte, error) {
	message, err := io.ReadAll(io.LimitReader(w.in, int64(length)))
	if err == nil && len(message) < length {
		err = io.ErrUnexpectedEOF
	}
	return message, err
}

// Close closes the way out; the client then closes the way in.
func (w *wire) Close() error { return w.out.Close() }
