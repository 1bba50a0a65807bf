package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"strconv"
	"time"
)

// A Kind says what a row is about.
type Kind string

// The kinds of rows. Begin and Seal are the first and last row of a segment, which the
// log writes itself.
const (
	Intent  Kind = "intent"
	Outcome Kind = "outcome"
	Denial  Kind = "denial"
	Begin   Kind = "begin"
	Seal    Kind = "seal"
	// Checkpoint is a signed row between them.
	Checkpoint Kind = "checkpoint"
)

// Codes of outcomes that the log writes itself.
const (
	// CodeUnknown is the outcome of a call whose process died or was closed before
	// the call ended. Where another outcome of the call is on record, that one counts.
	CodeUnknown = "unknown"
	// CodeNotDispatched is the outcome of a call whose intent was written too late: its
	// caller had been told that the log is unavailable.
	CodeNotDispatched = "not_dispatched"
)

// A Record is what is kept of a call at one moment. Fields without a value are left out.
type Record struct {
	// Time is when it happened, in UTC; the log sets it if it is zero.
	Time time.Time `json:"time"`
	// Kind is set by the log.
	Kind Kind `json:"kind"`

	CallID       string `json:"call_id,omitempty"`
	ParentCallID string `json:"parent_call_id,omitempty"`
	RootCallID   string `json:"root_call_id,omitempty"`
	// Depth is the number of calls above this one.
	Depth int `json:"depth,omitempty"`

	Org     string `json:"org,omitempty"`
	User    string `json:"user,omitempty"`
	Session string `json:"session,omitempty"`
	Agent   string `json:"agent,omitempty"`

	Consumer        string `json:"consumer,omitempty"`
	ConsumerVersion string `json:"consumer_version,omitempty"`
	Provider        string `json:"provider,omitempty"`
	ProviderVersion string `json:"provider_version,omitempty"`
	Tool            string `json:"tool,omitempty"`
	// Definition is the hash of the tool's definition that the call was checked against.
	Definition string `json:"definition,omitempty"`

	// Decision is "allow" or "deny", Code the reason of a denial or the error of an outcome.
	Decision string `json:"decision,omitempty"`
	Code     string `json:"code,omitempty"`

	Quota    Quota         `json:"quota,omitzero"`
	Attempts int           `json:"attempts,omitempty"`
	Duration time.Duration `json:"duration_ns,omitempty"`
	Args     Digest        `json:"args,omitzero"`
	Result   Digest        `json:"result,omitzero"`
	TraceID  string        `json:"trace_id,omitempty"`
}

// A Quota is what the call was counted by, and what that left.
type Quota struct {
	Key       string `json:"key"`
	Remaining int    `json:"remaining"`
}

// A Digest stands for arguments or results: enough to prove that given bytes were the
// ones, by who has the key, and no way to guess them for who has not.
type Digest struct {
	HMAC string `json:"hmac"` // HMAC-SHA-256 in hexadecimal
	Size int    `json:"size"` // bytes
}

// A Key makes digests. It is a secret of the organisation; with another key, digests of
// equal bytes differ.
type Key [32]byte

// Digest gives the digest of data.
func (k *Key) Digest(data []byte) Digest {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(data)
	return Digest{HMAC: hex.EncodeToString(mac.Sum(nil)), Size: len(data)}
}

// A Row is a record in its place in the log.
type Row struct {
	Record
	// Previous and Open stand in a first row: the segment that its process wrote
	// before, and the calls that were open then.
	Previous string   `json:"previous,omitempty"`
	Open     []string `json:"open,omitempty"`
	// After stands in the first row of a run: the sealed segments that no other one follows.
	After []SegmentReport `json:"after,omitempty"`
	// Signature stands in the seals and checkpoints of a log with a key: Ed25519, of what
	// signedText gives. It vouches for the segment up to there.
	Signature []byte `json:"signature,omitempty"`
	// Segment and Seq say where the row stands; Seq counts from 0.
	Segment string `json:"segment"`
	Seq     uint64 `json:"seq"`
	// Prev is the hash of the row before, in the first row of a segment that of the last
	// row its process wrote before, or zeros.
	Prev string `json:"prev"`
	// Hash is the SHA-256 of the row's bytes up to the hash, in hexadecimal.
	Hash string `json:"hash,omitempty"`
}

// Bounds in bytes: of a record's JSON, and of a call id.
const (
	maxRecord = 64 << 10
	maxCallID = 256
)

const noHash = "0000000000000000000000000000000000000000000000000000000000000000"

// A link makes rows follow each other.
type link struct {
	segment string
	seq     uint64
	prev    [len(noHash)]byte
}

func newLink(segment, prev string) link {
	l := link{segment: segment}
	copy(l.prev[:], prev)
	return l
}

// row appends to b the line of a row, without a line end. It spends the row's hash.
func (l *link) row(b []byte, r row) []byte {
	b = append(b, r.fields...)
	end := len(b)
	b = append(append(b, `,"segment":"`...), l.segment...)
	b = strconv.AppendUint(append(b, `","seq":`...), l.seq, 10)
	b = append(append(append(b, `,"prev":"`...), l.prev[:]...), '"')
	r.hash.Write(b[end:])
	return l.hashed(b, r.hash)
}

// hashed completes the line with the hash of its bytes, and moves on.
func (l *link) hashed(b []byte, h hash.Hash) []byte {
	var sum [sha256.Size]byte
	hex.Encode(l.prev[:], h.Sum(sum[:0]))
	l.seq++
	b = append(append(b, hashIntro...), l.prev[:]...)
	return append(b, hashOutro...)
}

const (
	hashIntro = `,"hash":"`
	hashOutro = `"}`
)

// check reads a line as the next row, and fails if it is not.
func (l *link) check(line []byte) (Row, error) {
	r, err := parseRow(line)
	switch {
	case err != nil:
		return r, err
	case r.Segment != l.segment:
		return r, fmt.Errorf("row belongs to segment %q", r.Segment)
	case r.Seq != l.seq:
		return r, fmt.Errorf("row %d stands where row %d is due", r.Seq, l.seq)
	case l.seq > 0 && r.Prev != string(l.prev[:]):
		return r, fmt.Errorf("row does not follow the row before it")
	case (l.seq == 0) != (r.Kind == Begin):
		return r, fmt.Errorf("row %d is of kind %q", r.Seq, r.Kind)
	}
	l.seq = r.Seq + 1
	copy(l.prev[:], r.Hash)
	return r, nil
}

// parseRow reads a line whose hash is right.
func parseRow(line []byte) (Row, error) {
	const tail = len(hashIntro) + len(noHash) + len(hashOutro)
	body := len(line) - tail
	if body < 2 || string(line[body:body+len(hashIntro)]) != hashIntro {
		return Row{}, fmt.Errorf("row has no hash")
	}
	sum := sha256.Sum256(line[:body])
	if hex.EncodeToString(sum[:])+hashOutro != string(line[body+len(hashIntro):]) {
		return Row{}, fmt.Errorf("row does not match its hash")
	}
	var r Row
	if err := json.Unmarshal(line, &r); err != nil {
		return Row{}, fmt.Errorf("row is no JSON: %w", err)
	}
	return r, nil
}
