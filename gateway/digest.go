package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"sync"

	"github.com/skilllint/skilllint/gateway/audit"
)

// A digester makes the digests that audit.Key.Digest makes. It keeps the state that the
// key leads to, which costs more than the hash of common arguments.
type digester struct{ states sync.Pool }

type digestState struct {
	hash.Hash
	sum [sha256.Size]byte
}

func newDigester(key audit.Key) *digester {
	return &digester{sync.Pool{New: func() any { return &digestState{Hash: hmac.New(sha256.New, key[:])} }}}
}

func (d *digester) digest(data []byte) audit.Digest {
	s := d.states.Get().(*digestState)
	defer d.states.Put(s)
	s.Reset()
	s.Write(data)
	return audit.Digest{HMAC: hex.EncodeToString(s.Sum(s.sum[:0])), Size: len(data)}
}
