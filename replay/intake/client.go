package intake

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vigie/replay"
)

// Times of the reference agent.
const (
	pollWait     = 30 * time.Second // asked of the long poll
	silence      = 25 * time.Second // without a sign of life on a call that answers: more than two heartbeats
	firstBackoff = 100 * time.Millisecond
	lastBackoff  = 5 * time.Second
)

// maxAnswer bounds what an answer may hold, in bytes.
const maxAnswer = 64 << 20

// client calls the API, and calls again until the answer is one.
type client struct {
	base, token string
	http        *http.Client
	patience    time.Duration
	say         func(format string, args ...any)
}

// call is one request, kept whole so that it can be sent again.
type call struct {
	method, path string
	mediaType    string
	body         []byte
	// quiet is how long the answer may be silent before its first byte.
	quiet time.Duration
}

// newClient checks the address.
func newClient(p PlayParams, say func(string, ...any)) (*client, error) {
	u, err := url.Parse(p.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, fmt.Errorf("play to %q: write the address as in http://127.0.0.1:7788", p.URL)
	}
	if u.Scheme == "http" && !isLoopback(u.Hostname()) {
		return nil, fmt.Errorf("play to %q: the token would go over the network readably: write https://", p.URL)
	}
	h := p.Client
	if h == nil {
		if h, err = httpClient(p.Fingerprint); err != nil {
			return nil, fmt.Errorf("play to %q: %w", p.URL, err)
		}
	}
	return &client{base: strings.TrimRight(p.URL, "/"), token: p.Token, http: h, patience: p.Patience, say: say}, nil
}

// httpClient asks no proxy of the environment and follows nowhere: the token must not reach anybody else. With a
// fingerprint it speaks to the server that has it, else to one that an authority of this machine vouches for.
func httpClient(fingerprint string) (*http.Client, error) {
	t := &http.Transport{DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext}
	if fingerprint != "" {
		want, err := parseFingerprint(fingerprint)
		if err != nil {
			return nil, err
		}
		t.TLSClientConfig = pinned(want)
	}
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

// do sends a call until it is answered for good, and hands the answer to use. It sends again after a cut, a half answer,
// and a refusal that passes; it gives up when the server was gone for longer than the client's patience.
func (c *client) do(ctx context.Context, k call, use func(*http.Response) error) error {
	var since time.Time
	for pause := firstBackoff; ; pause = min(2*pause, lastBackoff) {
		err := c.once(ctx, k, use)
		switch {
		case err == nil && !since.IsZero():
			c.say("the application answers again")
			return nil
		case ctx.Err() != nil:
			return fmt.Errorf("%s %s: %w", k.method, k.path, context.Cause(ctx))
		case err == nil || !passes(err):
			return err
		case since.IsZero():
			since = time.Now()
			c.say("the application does not answer, trying again: %v", err)
		case time.Since(since) > c.patience:
			return fmt.Errorf("%s %s: gave up after %s: %w", k.method, k.path, c.patience, err)
		}
		if err := sleep(ctx, max(pause, retryAfter(err))); err != nil {
			return err
		}
	}
}

// once sends a call once.
func (c *client) once(ctx context.Context, k call, use func(*http.Response) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(k.quiet+silence, func() { cancel(errSilent) })
	defer quiet.Stop()
	req, err := http.NewRequestWithContext(ctx, k.method, c.base+k.path, bytes.NewReader(k.body))
	if err != nil {
		return fmt.Errorf("%s %s: %w", k.method, k.path, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	if k.mediaType != "" {
		req.Header.Set("Content-Type", k.mediaType)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return &cut{cmpErr(context.Cause(ctx), err)}
	}
	defer func() { _ = resp.Body.Close() }() // what was wanted of it is read
	quiet.Reset(silence)
	resp.Body = &heard{ReadCloser: resp.Body, timer: quiet}
	if resp.StatusCode >= http.StatusBadRequest || resp.StatusCode < http.StatusOK {
		return readProblem(resp)
	}
	if use == nil {
		return nil
	}
	return use(resp)
}

// errSilent ends a call on which nothing came for too long.
var errSilent = errors.New("no sign of life")

// cut is a connection that broke before the answer was whole; the call may have arrived.
type cut struct{ error }

// Unwrap returns what broke it.
func (c *cut) Unwrap() error { return c.error }

// cmpErr prefers the reason that we gave for ending a call over what it broke.
func cmpErr(cause, err error) error {
	if errors.Is(cause, errSilent) {
		return cause
	}
	return err
}

// heard moves the silence timer on whenever something comes.
type heard struct {
	io.ReadCloser
	timer *time.Timer
}

// Read reads, and notes a sign of life.
func (h *heard) Read(b []byte) (int, error) {
	n, err := h.ReadCloser.Read(b)
	if n > 0 {
		h.timer.Reset(silence)
	}
	return n, err
}

// passes says whether the same call may succeed later.
func passes(err error) bool {
	var broken *cut
	var p *Problem
	if errors.As(err, &broken) {
		return !wrongServer(err)
	}
	return errors.As(err, &p) && (p.Status == http.StatusRequestTimeout || p.Status == http.StatusTooManyRequests ||
		p.Status >= http.StatusInternalServerError)
}

// wrongServer says whether it is another server that answers than the one that is meant.
func wrongServer(err error) bool {
	var other *notPinned
	var unknown *tls.CertificateVerificationError
	return errors.As(err, &other) || errors.As(err, &unknown)
}

// retryAfter is what a refusal says of when to come back; 0 when it does not.
func retryAfter(err error) time.Duration {
	var p *Problem
	if !errors.As(err, &p) {
		return 0
	}
	return min(time.Duration(p.RetryAfter)*time.Second, time.Minute)
}

// readProblem reads a refusal. One that is no problem detail keeps its status.
func readProblem(resp *http.Response) error {
	p := &Problem{}
	err := json.NewDecoder(io.LimitReader(resp.Body, maxSmallBody)).Decode(p)
	if err != nil || p.Detail == "" {
		p.Detail = "the server answered " + resp.Status
	}
	p.Status = resp.StatusCode
	p.RetryAfter, _ = strconv.Atoi(resp.Header.Get("Retry-After")) // absent or a date: our own pause will do
	return p
}

// readJSON reads an answer. White space before the value is a sign of life.
func readJSON(resp *http.Response, v any) error {
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return &cut{err}
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("read the answer of %s: %w", resp.Request.URL.Path, err)
	}
	return nil
}

// decisions waits for decisions after seq; none is an empty list.
func (c *client) decisions(ctx context.Context, session string, after int) (ds []replay.Decision, paused string, err error) {
	k := call{
		method: http.MethodGet, quiet: pollWait,
		path: fmt.Sprintf("%s/decisions?after=%d&wait=%s", sessionPath(session), after, pollWait),
	}
	err = c.do(ctx, k, func(resp *http.Response) error {
		paused = resp.Header.Get(PausedHeader)
		if resp.StatusCode == http.StatusNoContent {
			return nil
		}
		return readJSON(resp, &ds)
	})
	return ds, paused, err
}

// post sends JSON.
func (c *client) post(ctx context.Context, path string, v any, use func(*http.Response) error) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("POST %s: %w", path, err)
	}
	return c.do(ctx, call{method: http.MethodPost, path: path, mediaType: "application/json", body: body}, use)
}

func sessionPath(id string) string { return "/v1/sessions/" + url.PathEscape(id) }

// sleep waits, or returns what ended ctx.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
