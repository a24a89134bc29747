package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/storage/audit"
)

// sector is what a disk writes at once.
const sector = 512

// A power cut leaves of a transaction whatever the disk had written when it came, in any order; but the library has the disk
// finish the pages before it writes the meta that leads to them.

// states runs a store through some work and returns its file before and after each transaction.
func states(t *testing.T, path string) [][]byte {
	t.Helper()
	s := openStore(t, path)
	var all [][]byte
	shoot := func() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	shoot()
	for step := 1; step <= 12; step++ {
		save(t, s, summary("a", step), decided("a", step), pair(t, uint64(step), uint64(step+1)))
		shoot()
	}
	if err := s.delete(context.Background(), "a", audit.Record{What: audit.Delete}); err != nil {
		t.Fatal(err)
	}
	shoot()
	for step := 1; step <= 4; step++ {
		save(t, s, summary("b", step), decided("b", step), pair(t, uint64(step), uint64(step+40)))
		shoot()
	}
	closeChecked(t, s)
	return all
}

// content is what a file's store holds, in a form to compare.
func content(t *testing.T, file []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vigie.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatalf("after the power cut: %v", err)
	}
	defer closeChecked(t, s) // with its check, of pages, pictures and audit log
	return contentOf(t, s)
}

func contentOf(t *testing.T, s *Store) string {
	t.Helper()
	all, err := s.Sessions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, sum := range all {
		fmt.Fprintf(&b, "%s %d\n", sum.Session.ID, sum.Steps)
		for _, r := range reports(t, s, sum.Session.ID) {
			data, err := encode(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n", data)
		}
	}
	for _, line := range told(t, s) {
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

// torn mixes the sectors of a file before and after a transaction, where chosen.
func torn(before, after []byte, chosen func(offset int) bool) []byte {
	mixed := make([]byte, len(after))
	copy(mixed, before)
	for at := 0; at < len(after); at += sector {
		if end := min(at+sector, len(after)); chosen(at) {
			copy(mixed[at:end], after[at:end])
		}
	}
	return mixed
}

func TestAPowerCutLeavesTheStateBeforeOrAfter(t *testing.T) {
	files := states(t, storePath(t))
	page := os.Getpagesize()
	random := rand.New(rand.NewPCG(7, 7))
	for i := 1; i < len(files); i++ {
		before, after := files[i-1], files[i]
		want := []string{content(t, before), content(t, after)}
		for _, cut := range []struct {
			name string
			file []byte
			want []string
		}{
			{"some pages written, the meta not", torn(before, after, func(at int) bool { return at >= 2*page && random.IntN(2) == 0 }), want[:1]},
			{"all pages written, the meta not", torn(before, after, func(at int) bool { return at >= 2*page }), want[:1]},
			{"nothing written, the file grown", torn(before, after, func(int) bool { return false }), want[:1]},
			{"all written", torn(before, after, func(int) bool { return true }), want[1:]},
			{"the meta torn in its middle", tornMeta(before, after, page, 40), want},
			{"the meta torn in its checksum", tornMeta(before, after, page, 76), want},
		} {
			t.Run(fmt.Sprintf("%d %s", i, cut.name), func(t *testing.T) {
				got := content(t, cut.file)
				for _, state := range cut.want {
					if got == state {
						return
					}
				}
				t.Errorf("another state (-want +got):\n%s", cmp.Diff(cut.want[0], got))
			})
		}
	}
}

// tornMeta is all of the file after a transaction, but of the meta that it wrote only the first bytes.
func tornMeta(before, after []byte, page, bytes int) []byte {
	mixed := torn(before, after, func(int) bool { return true })
	for _, at := range []int{0, page} {
		if string(before[at:at+page]) != string(after[at:at+page]) {
			copy(mixed[at+bytes:at+page], before[at+bytes:at+page])
		}
	}
	return mixed
}

// TestAPowerCutWhileScrubbing leaves the overwriting half done: pages that nothing leads to any more.
func TestAPowerCutWhileScrubbing(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	fillTwoSessions(t, s)
	if err := s.delete(context.Background(), "goes", audit.Record{What: audit.Delete}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // as Scrub begins
		if err := s.write(func(*txn) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if next, err := zeroFree(s.file, 0, scrubPages); err != nil || next != 0 {
		t.Fatalf("stopped at %d: %v", next, err)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := content(t, before)
	random := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		if got := content(t, torn(before, after, func(int) bool { return random.IntN(2) == 0 })); got != want {
			t.Fatalf("another state (-want +got):\n%s", cmp.Diff(want, got))
		}
	}
}

// TestACopyMadeWhileItIsWritten is a file whose parts were copied one after the other, while transactions ended between
// them: it is refused as damaged, or it is one of the states.
func TestACopyMadeWhileItIsWritten(t *testing.T) {
	files := states(t, storePath(t))
	known := map[string]bool{}
	for _, file := range files {
		known[content(t, file)] = true
	}
	random := rand.New(rand.NewPCG(11, 11))
	refused, whole := 0, 0
	for range 150 {
		first := random.IntN(len(files) - 1)
		older, newer := files[first], files[first+1+random.IntN(min(4, len(files)-first-1))]
		mixed := bytes.Clone(newer)
		copy(mixed[:random.IntN(len(older))], older)
		if random.IntN(2) == 0 {
			mixed = mixed[:len(older)] // the copy ended before the file grew
		}
		path := filepath.Join(t.TempDir(), "vigie.db")
		if err := os.WriteFile(path, mixed, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, Options{ReadOnly: true})
		if err == nil {
			if err = s.Check(context.Background()); err == nil && !known[contentOf(t, s)] {
				t.Error("a state that never was")
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		switch {
		case err == nil:
			whole++
		case errors.Is(err, ErrCorrupt):
			refused++
		default:
			t.Errorf("got %v, want ErrCorrupt", err)
		}
	}
	if refused == 0 || whole == 0 {
		t.Errorf("%d refused, %d whole: the test does not reach both", refused, whole)
	}
}
