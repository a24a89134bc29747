package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/storage"
)

// failing is a recorder that answers with an error.
type failing struct{ err error }

func (f *failing) SaveSession(context.Context, replay.Summary) error { return f.err }

func (f *failing) SaveReport(context.Context, replay.Summary, *replay.Report, replay.Pictures) error {
	return f.err
}

func TestAFullDiskIsToldOnceAndSoIsItsEnd(t *testing.T) {
	f := &failing{}
	r := &recorder{Recorder: f}
	full, other := fmt.Errorf("save: %w", storage.ErrFull), errors.New("damaged")
	f.err = full
	if err := r.SaveSession(t.Context(), replay.Summary{}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	var told []bool
	r.onFull(func(full bool) { told = append(told, full) })
	for _, err := range []error{full, other, nil, nil, other, full} {
		f.err = err
		if got := r.SaveReport(t.Context(), replay.Summary{}, nil, replay.Pictures{}); !errors.Is(got, err) {
			t.Errorf("error %v, want %v", got, err)
		}
	}
	if diff := cmp.Diff([]bool{true, false, true}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
