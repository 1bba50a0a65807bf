package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	beatEvery = 30 * time.Second // of a stream on which nothing happens, which proxies would cut
	beatWait  = 10 * time.Second // for a client to take what it is sent
)

// handler serves the endpoints over streamable HTTP, without sessions: any replica can answer
// any request.
func (s *Server) handler() http.Handler {
	options := mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		MaxRequestBodyBytes: int64(s.config.Limits.Body), DisableLocalhostProtection: true, // own checks go further
	}
	get := func(r *http.Request) *mcp.Server {
		if e := s.endpoint(r.PathValue("skill")); e != nil {
			return e.mcp
		}
		return nil
	}
	plain := mcp.NewStreamableHTTPHandler(get, &options)
	options.JSONResponse = false
	stream := mcp.NewStreamableHTTPHandler(get, &options)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e, body := s.endpoint(r.PathValue("skill")), bodyOf(r)
		switch {
		case e == nil:
			http.Error(w, "no such skill", http.StatusNotFound)
		case r.Method == http.MethodGet:
			e.listen(w, r)
		case listens(r, body):
			if placeIn(r.Context()).listen() {
				stream.ServeHTTP(w, r)
			} else {
				s.tooMany(w, "listeners")
			}
		case bytes.Contains(body, []byte(`"progressToken"`)):
			stream.ServeHTTP(w, r)
		default:
			plain.ServeHTTP(w, r)
		}
	})
}

// listeners are clients of the revisions before 2026-07-28 that listen to an endpoint, each with
// a channel that is full when there is something to tell.
type listeners struct {
	mu  sync.Mutex
	all map[chan struct{}]bool
}

func (l *listeners) add() (told chan struct{}, remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	told = make(chan struct{}, 1)
	if l.all == nil {
		l.all = map[chan struct{}]bool{}
	}
	l.all[told] = true
	return told, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.all, told)
	}
}

func (l *listeners) tell() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for told := range l.all {
		select {
		case told <- struct{}{}:
		default:
		}
	}
}

// listens tells whether a request is one that stays to hear of changes: a GET, as in the revisions
// before 2026-07-28, or the method that took its place.
func listens(r *http.Request, body []byte) bool {
	if r.Method == http.MethodGet || !bytes.Contains(body, []byte(`"subscriptions/listen"`)) {
		return r.Method == http.MethodGet
	}
	var message map[string]json.RawMessage
	return json.Unmarshal(body, &message) != nil || string(message["method"]) == `"subscriptions/listen"`
}

// listen is the stream of server messages that a client opens by GET: whenever something else is
// loaded it hears that its list of tools may have changed. The events' id is of what is loaded, so
// that a client that comes again, to whichever replica, is told if it missed that.
func (e *endpoint) listen(w http.ResponseWriter, r *http.Request) {
	const changed = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`
	stream := slices.ContainsFunc(r.Header.Values("Accept"), func(v string) bool { return strings.Contains(v, "text/event-stream") })
	if !stream || r.Header.Get("Mcp-Protocol-Version") >= "2026-07-28" || !placeIn(r.Context()).listen() {
		// What clients know for "no such stream": they go on without.
		w.Header().Set("Allow", "POST")
		http.Error(w, "no stream is opened by this GET", http.StatusMethodNotAllowed)
		return
	}
	told, remove := e.listeners.add()
	defer remove()
	out := http.NewResponseController(w)
	send := func(event string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(beatWait))
		_, err := fmt.Fprint(w, event)
		return err == nil && out.Flush() == nil
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	known := e.server.state.Load().mark
	last := r.Header.Get("Last-Event-ID")
	if !send("event: prime\nid: "+known+"\ndata: \n\n") || last != "" && last != known && !send("id: "+known+"\ndata: "+changed+"\n\n") {
		return
	}
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for event := ""; ; {
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			event = ": nothing new\n\n"
		case <-told:
			now := e.server.state.Load().mark
			if now == known {
				continue
			}
			known = now
			event = "id: " + known + "\ndata: " + changed + "\n\n"
		}
		if !send(event) {
			return
		}
	}
}
