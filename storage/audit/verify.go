package audit

import (
	"errors"
	"fmt"
)

// maxProblems is how many problems a Verifier lists.
const maxProblems = 50

// Verifier walks a chain, record by record. The zero value stands before the first.
type Verifier struct {
	head     Head
	broken   bool // the last record could not be read: what follows is held against its own word
	known    map[Hash]bool
	problems []error
}

// Find has Verify look for a head that was read before.
func (v *Verifier) Find(h Hash) {
	if v.known == nil {
		v.known = map[Hash]bool{}
	}
	v.known[h] = false
}

// Add takes the next record as it is kept, and the number under which it is kept.
func (v *Verifier) Add(seq uint64, kept []byte) {
	r, hash, _, err := Open(kept)
	want := v.head.Seq + 1
	switch {
	case seq > want:
		v.note("records %d to %d are missing", want, seq-1)
	case seq < want:
		v.note("record %d comes after record %d", seq, v.head.Seq)
	}
	switch {
	case err != nil:
		v.note("record %d: %w", seq, err)
	case r.Seq != seq:
		v.note("record %d says that it is record %d: it was moved", seq, r.Seq)
	case r.Prev != v.head.Hash.String() && seq == want && !v.broken:
		v.note("record %d does not follow on the one before it: one of the two was put in another's place", seq)
	}
	v.broken = err != nil || seq != want
	v.head = Head{Seq: max(seq, v.head.Seq), Hash: hash}
	if _, asked := v.known[hash]; asked && err == nil {
		v.known[hash] = true
	}
}

func (v *Verifier) note(format string, args ...any) {
	if len(v.problems) < maxProblems {
		v.problems = append(v.problems, fmt.Errorf(format, args...))
	}
}

// End returns the chain's head, and what is wrong with the chain. noted is the head that was noted beside it.
func (v *Verifier) End(noted Head) (Head, error) {
	switch {
	case noted.Seq > v.head.Seq:
		v.note("records %d to %d are missing at the end", v.head.Seq+1, noted.Seq)
	case noted.Seq < v.head.Seq:
		v.note("records %d to %d were put in at the end", noted.Seq+1, v.head.Seq)
	case noted.Hash != v.head.Hash:
		v.note("the last record, %d, has the hash %s; noted is %s", v.head.Seq, v.head.Hash, noted.Hash)
	}
	for h, found := range v.known {
		if !found {
			v.note("no record has the hash %s: the log was cut off or written anew since that was its head", h)
		}
	}
	return v.head, errors.Join(v.problems...)
}
