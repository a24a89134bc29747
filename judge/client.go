package judge

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/ollama/ollama/api"
)

// Limits of what a server may do.
const (
	dialTimeout = 3 * time.Second
	maxResponse = 8 << 20 // bytes
)

// ErrRedirect is returned where a server sends us elsewhere: the pictures go to the machine that the user named only.
var ErrRedirect = errors.New("the server redirects to another address: name that one instead")

// newClient is a client of one server. It asks no proxy, follows no redirect, and reads no answer without end.
func newClient(base *url.URL) (client *api.Client, done func()) {
	transport := &http.Transport{
		DialContext:     (&net.Dialer{Timeout: dialTimeout}).DialContext,
		IdleConnTimeout: time.Minute, TLSHandshakeTimeout: dialTimeout, ExpectContinueTimeout: time.Second,
	}
	h := &http.Client{
		Transport:     bounded{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirect },
	}
	return api.NewClient(base, h), transport.CloseIdleConnections
}

// bounded is a transport whose responses end with an error once they are too long.
type bounded struct{ http.RoundTripper }

// RoundTrip sends the request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := b.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	response.Body = &boundedBody{ReadCloser: response.Body, left: maxResponse}
	return response, nil
}

type boundedBody struct {
	io.ReadCloser
	left int
}

// Read reads what is left of the limit.
func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("the server's response is longer than %d bytes", maxResponse)
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
