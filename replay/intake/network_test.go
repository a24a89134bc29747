package intake

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
)

// lossy is a network that loses the answers of every second call, after the server has done it.
type lossy struct {
	http.RoundTripper
	calls atomic.Int64
}

func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(r)
	if err != nil || l.calls.Add(1)%2 == 0 {
		return resp, err
	}
	_ = resp.Body.Close()
	return nil, errors.New("the cable was pulled")
}

// refusing answers the first calls with a status, and passes the others on.
type refusing struct {
	http.RoundTripper
	left   atomic.Int64
	status int
}

func (f *refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	if f.left.Add(-1) < 0 {
		return f.RoundTripper.RoundTrip(r)
	}
	h := http.Header{"Retry-After": {"3"}}
	return &http.Response{StatusCode: f.status, Status: http.StatusText(f.status), Header: h, Body: http.NoBody, Request: r}, nil
}

// silent is a server that takes a call and never answers the first polls.
type silent struct {
	http.RoundTripper
	polls atomic.Int64
}

func (s *silent) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.Path, "/decisions") && s.polls.Add(1) <= 2 {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return s.RoundTripper.RoundTrip(r)
}
