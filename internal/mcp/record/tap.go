package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// A tap sees every byte that a server sends, keeps the result of the last
// tools/list, and ends the conversation when it becomes too much.
type tap struct {
	limits Limits
	stop   func() // ends the server at once; nil when there is nothing to end

	mu    sync.Mutex
	total int64
	last  json.RawMessage
	stray string // the first line that is no message
	limit string // what was too much
}

// take returns the result that came since the last call, nil when none did.
func (t *tap) take() json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.last
	t.last = nil
	return last
}

func (t *tap) fault() (limit, stray string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.limit, t.stray
}

// count notes bytes, and reports whether they are still few enough.
func (t *tap) count(n, line int) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total += int64(n)
	switch {
	case t.limit != "":
	case t.total > t.limits.Bytes:
		t.limit = fmt.Sprintf("it sent more than %d MiB", t.limits.Bytes>>20)
	case line > t.limits.Line:
		t.limit = fmt.Sprintf("it sent a message of more than %d MiB", t.limits.Line>>20)
	default:
		return nil
	}
	if t.stop != nil {
		t.stop()
	}
	return fmt.Errorf("%s", t.limit)
}

// message looks at one message of the protocol.
func (t *tap) message(text []byte) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if text[0] != '{' && text[0] != '[' {
		if t.stray == "" {
			t.stray = short(string(text))
		}
		return
	}
	if !bytes.Contains(text, []byte(`"tools"`)) {
		return
	}
	var m struct {
		ID     json.RawMessage `json:"id"`
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(text, &m) != nil || m.ID == nil {
		return
	}
	var has struct {
		Tools json.RawMessage `json:"tools"`
	}
	if json.Unmarshal(m.Result, &has) == nil && has.Tools != nil {
		t.last = bytes.Clone(m.Result)
	}
}

func short(s string) string {
	const most = 120
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// A lineTap is a stream of messages, one a line.
type lineTap struct {
	io.ReadCloser
	tap  *tap
	line []byte
}

func (r *lineTap) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	rest := p[:n]
	for len(rest) > 0 {
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			if r.line = append(r.line, rest...); r.line[0] != '{' {
				r.tap.message(r.line) // nothing that begins so becomes a message
			}
			break
		}
		r.tap.message(append(r.line, rest[:end]...))
		r.line, rest = r.line[:0], rest[end+1:]
	}
	if e := r.tap.count(n, len(r.line)); e != nil {
		return 0, e
	}
	return n, err
}

// A roundTap is a client's transport whose answers are looked at.
type roundTap struct {
	next    http.RoundTripper
	tap     *tap
	headers map[string]string
}

func (r *roundTap) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	for k, v := range r.headers {
		req.Header.Set(k, v)
	}
	resp, err := r.next.RoundTrip(req)
	if err == nil {
		resp.Body = &bodyTap{ReadCloser: resp.Body, tap: r.tap, events: strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")}
	}
	return resp, err
}

// A bodyTap is one answer of HTTP: a message, or a stream of events.
type bodyTap struct {
	io.ReadCloser
	tap    *tap
	events bool
	text   []byte // of the message or event so far
	seen   int    // how far text was looked at
}

func (b *bodyTap) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.text = append(b.text, p[:n]...)
	if b.events {
		b.split()
	}
	if e := b.tap.count(n, len(b.text)); e != nil {
		return 0, e
	}
	if err == io.EOF {
		if b.events {
			b.event(b.text)
		} else if json.Valid(b.text) {
			b.tap.message(b.text)
		}
		b.text = nil
	}
	return n, err
}

// split takes whole events off the text.
func (b *bodyTap) split() {
	for {
		from := max(0, b.seen-3)
		end, size := bytes.Index(b.text[from:], []byte("\n\n")), 2
		if crlf := bytes.Index(b.text[from:], []byte("\r\n\r\n")); crlf >= 0 && (end < 0 || crlf < end) {
			end, size = crlf, 4
		}
		if end < 0 {
			b.seen = len(b.text)
			return
		}
		b.event(b.text[:from+end])
		b.text, b.seen = b.text[from+end+size:], 0
	}
}

// event looks at the data of one event.
func (b *bodyTap) event(text []byte) {
	var data []byte
	for line := range bytes.Lines(text) {
		if d, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(data, bytes.TrimPrefix(d, []byte(" "))...)
		}
	}
	if json.Valid(data) {
		b.tap.message(data)
	}
}
