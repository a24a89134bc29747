package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// What happened.
const (
	Decision  = "decision"  // a person decided on a step, or ended a replay
	Skip      = "skip"      // a session passed over a pause_for_human
	TimeOut   = "time_out"  // a replay was ended because nobody decided in time
	Setting   = "setting"   // a setting was changed
	Mask      = "mask"      // the zones that are covered were changed
	Export    = "export"    // a session left the store
	Import    = "import"    // a session came into the store from a file
	Delete    = "delete"    // a person deleted a session
	Retention = "retention" // a session was deleted because of its age, or for want of room
	Token     = "token"     // the agents' token was renewed
	Encrypt   = "encrypt"   // the store was encrypted, or its key was changed
)

// Record is one thing that happened. Fields that say nothing are left out of its text.
type Record struct {
	Seq uint64    `json:"seq"` // from 1
	At  time.Time `json:"at"`  // UTC
	Who string    `json:"who"` // the account's name
	// What is one of the constants; Action is the decision's.
	What   string `json:"what"`
	Action string `json:"action,omitempty"`
	// Why is the person's note, or the rule that led to it.
	Why string `json:"why,omitempty"`

	Session  string `json:"session,omitempty"`
	Workflow string `json:"workflow,omitempty"`
	Event    string `json:"event,omitempty"`
	Step     int    `json:"step,omitempty"`
	Attempt  int    `json:"attempt,omitempty"`
	// Verdict, Confidence and Category are the validator's at that time.
	Verdict    string  `json:"verdict,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	Category   string  `json:"category,omitempty"`
	// Pictures are the hashes of the step's pictures, the one before first.
	Pictures []string `json:"pictures,omitempty"`
	// Key is the setting's, Old and New its values as JSON, cut where they are long.
	Key string `json:"key,omitempty"`
	Old string `json:"old,omitempty"`
	New string `json:"new,omitempty"`
	// Detail says more, for a person.
	Detail string `json:"detail,omitempty"`

	// Prev is the hash of the record before it, in hexadecimal; 64 zeros for the first.
	Prev string `json:"prev"`
}

// Hash is the SHA-256 of a record's text.
type Hash [sha256.Size]byte

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads a hash in hexadecimal.
func ParseHash(s string) (h Hash, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		return h, fmt.Errorf("%.80q is no hash: 64 hexadecimal digits are one", s)
	}
	return Hash(b), nil
}

// Head is the last record of a chain, by number and hash. The zero Head is that of an empty chain.
type Head struct {
	Seq  uint64 `json:"seq"`
	Hash Hash   `json:"-"`
}

// domain keeps a record's hash from being that of anything else.
const domain = "vigie audit 1\n"

func hashOf(text []byte) Hash {
	h := sha256.New()
	h.Write([]byte(domain))
	h.Write(text)
	return Hash(h.Sum(nil))
}

// Seal puts a record at a chain's end: it sets its number, its time in UTC and the hash before it, and returns it as it is
// kept, with the new head.
func (h Head) Seal(r Record) (kept []byte, next Head, err error) {
	r.Seq, r.At, r.Prev = h.Seq+1, r.At.UTC(), h.Hash.String()
	text, err := encode(r)
	if err != nil {
		return nil, h, fmt.Errorf("record %d: %w", r.Seq, err)
	}
	next = Head{Seq: r.Seq, Hash: hashOf(text)}
	return append(next.Hash[:], text...), next, nil
}

func encode(r Record) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Open reads a record as it is kept, without looking at its place in the chain.
func Open(kept []byte) (r Record, hash Hash, text []byte, err error) {
	if len(kept) < len(hash) {
		return r, hash, nil, fmt.Errorf("a record of %d bytes: its hash alone has %d", len(kept), len(hash))
	}
	hash, text = Hash(kept[:len(hash)]), kept[len(hash):]
	if got := hashOf(text); got != hash {
		return r, hash, text, fmt.Errorf("its text has the hash %s, not %s: it was changed", got, hash)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, hash, text, fmt.Errorf("not JSON: %w", err)
	}
	return r, hash, text, nil
}
