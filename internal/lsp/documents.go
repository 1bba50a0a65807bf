package lsp

import (
	"encoding/json"
	"fmt"
	"sync"
)

// A buffer is a file that is open in the client: its text counts, not that
// on the disk. It is never changed; an edit makes another.
type buffer struct {
	uri     string
	path    string // on this machine
	version int
	*text
}

// documents are the open ones.
type documents struct {
	mu   sync.Mutex
	open map[string]*buffer // by URI
}

func (d *documents) put(doc *buffer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[doc.uri] = doc
}

func (d *documents) drop(uri string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, uri)
}

// get returns an open document, nil for any other.
func (d *documents) get(uri string) *buffer {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open[uri]
}

// all returns the open documents, in no order.
func (d *documents) all() []*buffer {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]*buffer, 0, len(d.open))
	for _, doc := range d.open {
		list = append(list, doc)
	}
	return list
}

// change applies the changes of one message, in order. When one of them cannot
// be applied the text that the client has is unknown: the document is dropped,
// so that the file on the disk counts until the client opens it again.
func (d *documents) change(p didChangeParams) (*buffer, error) {
	old := d.get(p.TextDocument.URI)
	if old == nil {
		return nil, fmt.Errorf("%s was changed and is not open", p.TextDocument.URI)
	}
	next := &buffer{uri: old.uri, path: old.path, version: old.version + 1, text: old.text}
	if v := p.TextDocument.Version; v != nil {
		if *v <= old.version {
			return nil, fmt.Errorf("%s: version %d came after version %d, and was not applied", old.uri, *v, old.version)
		}
		next.version = *v
	}
	for _, raw := range p.ContentChanges {
		var c ContentChange
		err := json.Unmarshal(raw, &c)
		edited := next.text
		if err == nil {
			edited, err = next.edited(c)
		}
		if err != nil {
			d.drop(old.uri)
			return nil, fmt.Errorf("%s: %w: close it and open it again", old.uri, err)
		}
		next.text = edited
	}
	d.put(next)
	return next, nil
}
