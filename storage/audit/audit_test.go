package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// full is a record with every field filled.
func full(n int) Record {
	return Record{
		At:  time.Date(2026, 5, 8, 14, 3, 11, 120_000_000, time.FixedZone("CEST", 7200)),
		Who: fmt.Sprintf("ana%d", n), What: Decision, Action: "resume", Why: "vu à l’écran <b>\n\u2028", Session: "run-1", Workflow: "Urgences",
		Event: "s1a1", Step: 1 + n, Attempt: 2, Verdict: "TERMINATE", Confidence: .9, Category: "wrong_target",
		Pictures: []string{"aa", "bb"}, Key: "k", Old: "1", New: "2", Detail: "d",
	}
}

// chain is a chain of n records, and its head.
func chain(t testing.TB, n int) (kept [][]byte, head Head) {
	t.Helper()
	for i := range n {
		record, next, err := head.Seal(full(i))
		if err != nil {
			t.Fatal(err)
		}
		kept, head = append(kept, record), next
	}
	return kept, head
}

func verify(kept [][]byte, noted Head) error {
	var v Verifier
	for i, record := range kept {
		v.Add(uint64(i+1), record)
	}
	_, err := v.End(noted)
	return err
}

func TestAChainThatNobodyTouchedIsWhole(t *testing.T) {
	for _, n := range []int{0, 1, 2, 40} {
		kept, head := chain(t, n)
		if err := verify(kept, head); err != nil {
			t.Errorf("%d records: %v", n, err)
		}
	}
}

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	kept, head := chain(t, 1)
	got, hash, _, err := Open(kept[0])
	if err != nil || hash != head.Hash {
		t.Fatalf("hash %s, error %v", hash, err)
	}
	want := full(0)
	want.Seq, want.At, want.Prev = 1, want.At.UTC(), strings.Repeat("0", 64)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryFlippedBitIsFound flips each bit of each byte of every record, hash and text.
func TestEveryFlippedBitIsFound(t *testing.T) {
	kept, head := chain(t, 3)
	for i, record := range kept {
		for at := range record {
			for bit := range 8 {
				record[at] ^= 1 << bit
				if verify(kept, head) == nil {
					t.Errorf("record %d, byte %d, bit %d: not found", i+1, at, bit)
				}
				record[at] ^= 1 << bit
			}
		}
	}
}

// TestEveryChangedFieldIsFound changes each field of each record and writes the record anew with a hash that fits: the
// next record, or the noted head, gives it away.
func TestEveryChangedFieldIsFound(t *testing.T) {
	kept, head := chain(t, 3)
	fields := reflect.TypeFor[Record]()
	for i := range kept {
		for f := range fields.NumField() {
			r, _, _, err := Open(kept[i])
			if err != nil {
				t.Fatal(err)
			}
			change(t, reflect.ValueOf(&r).Elem().Field(f))
			text, err := encode(r)
			if err != nil {
				t.Fatal(err)
			}
			forged := slices.Clone(kept)
			hash := hashOf(text)
			forged[i] = append(hash[:], text...)
			if bytes.Equal(forged[i], kept[i]) {
				t.Fatalf("field %s was not changed", fields.Field(f).Name)
			}
			if verify(forged, head) == nil {
				t.Errorf("record %d, field %s: not found", i+1, fields.Field(f).Name)
			}
		}
	}
}

func change(t testing.TB, v reflect.Value) {
	t.Helper()
	switch p := v.Addr().Interface().(type) {
	case *string:
		*p += "x"
	case *int:
		*p++
	case *uint64:
		*p++
	case *float64:
		*p += .001
	case *time.Time:
		*p = p.Add(time.Nanosecond)
	case *[]string:
		*p = append(*p, "cc")
	default:
		t.Fatalf("a field of type %s", v.Type())
	}
}

func TestWhatIsDoneToTheOrder(t *testing.T) {
	tests := map[string]struct {
		change func(kept [][]byte) [][]byte
		want   string
	}{
		"one taken out of the middle, the rest moved up": {func(k [][]byte) [][]byte { return slices.Delete(k, 1, 2) }, "moved"},
		"two exchanged":        {func(k [][]byte) [][]byte { k[1], k[2] = k[2], k[1]; return k }, "moved"},
		"one put in twice":     {func(k [][]byte) [][]byte { return slices.Insert(k, 1, k[1]) }, "moved"},
		"cut off at the end":   {func(k [][]byte) [][]byte { return k[:3] }, "missing at the end"},
		"cut off at the start": {func(k [][]byte) [][]byte { return k[1:] }, "moved"},
		"all gone":             {func([][]byte) [][]byte { return nil }, "missing at the end"},
		"an empty record":      {func(k [][]byte) [][]byte { k[2] = nil; return k }, "0 bytes"},
		"no JSON":              {func(k [][]byte) [][]byte { h := hashOf([]byte("x")); k[2] = append(h[:], 'x'); return k }, "not JSON"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			kept, head := chain(t, 5)
			if err := verify(test.change(kept), head); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestRecordsThatAreMissingInTheMiddleAreCounted(t *testing.T) {
	kept, head := chain(t, 6)
	var v Verifier
	for i, record := range kept {
		if i != 2 && i != 3 {
			v.Add(uint64(i+1), record)
		}
	}
	if _, err := v.End(head); err == nil || err.Error() != "records 3 to 4 are missing" {
		t.Errorf("got %v", err)
	}
}

// TestAHeadKeptElsewhereFindsWhatTheChainCannot cuts the end off and notes the new end as the head, and writes a chain
// anew: only the head that somebody kept tells.
func TestAHeadKeptElsewhereFindsWhatTheChainCannot(t *testing.T) {
	kept, head := chain(t, 5)
	other := full(0)
	other.Why = "forged"
	record, otherHead, err := Head{}.Seal(other)
	if err != nil {
		t.Fatal(err)
	}
	_, third, _, err := Open(kept[2])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		kept  [][]byte
		noted Head
		found bool
	}{
		"nothing happened": {kept, head, true},
		"cut off":          {kept[:3], Head{Seq: 3, Hash: third}, false},
		"written anew":     {[][]byte{record}, otherHead, false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := verify(c.kept, c.noted); err != nil {
				t.Errorf("without the head: %v", err)
			}
			var v Verifier
			v.Find(head.Hash)
			for i, record := range c.kept {
				v.Add(uint64(i+1), record)
			}
			if _, err := v.End(c.noted); (err == nil) != c.found {
				t.Errorf("with the head: %v", err)
			}
		})
	}
}

func FuzzOpen(f *testing.F) {
	kept, _ := chain(f, 2)
	for _, record := range kept {
		f.Add(record)
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, hash, text, err := Open(data)
		if err != nil {
			return
		}
		if hashOf(text) != hash || !json.Valid(text) {
			t.Errorf("accepted %q", data)
		}
		var v Verifier
		v.Add(r.Seq, data)
		v.Add(r.Seq, data)
		_, _ = v.End(Head{})
	})
}
