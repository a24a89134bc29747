package intake

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestWhoLeftIsNoFaultOfOurs(t *testing.T) {
	tests := []struct {
		name   string
		leaves bool
		want   bool
	}{
		{"the caller went away", true, false},
		{"the caller is there, and what was asked broke off", false, true},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			s := NewServer(Params{Desk: &fakeDesk{}, Token: func() string { return testToken }, Log: slog.New(slog.NewTextHandler(&log, nil))})
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			handle := s.answer(func(http.ResponseWriter, *http.Request) error {
				if c.leaves {
					leave()
				}
				return fmt.Errorf("wait for decisions: %w", context.Canceled)
			})
			handle(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, healthPath, nil))
			if got := log.Len() > 0; got != c.want {
				t.Errorf("logged %v, want %v: %s", got, c.want, log.String())
			}
		})
	}
}
