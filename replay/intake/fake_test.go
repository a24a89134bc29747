package intake

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vigie/replay"
	"vigie/validation/screen"
)

const testToken = "dGVzdC10b2tlbi10ZXN0LXRva2VuLXRlc3QtdG9rZW4"

// fakeDesk is a desk of funcs; one that is nil answers as if all were well.
type fakeDesk struct {
	start     func(replay.Session) (replay.Summary, bool, error)
	announce  func(id string, step, attempt int) error
	report    func(replay.Event, replay.Pictures) (*replay.Report, bool, error)
	decisions func(ctx context.Context, id string, after int, wait time.Duration) ([]replay.Decision, *time.Time, error)
	delivered func(id string, seq int) error
	finish    func(id, outcome string) error
}

func (f *fakeDesk) Start(_ context.Context, s replay.Session) (replay.Summary, bool, error) {
	if f.start == nil {
		return replay.Summary{Session: s, Phase: replay.PhaseRunning}, true, nil
	}
	return f.start(s)
}

func (f *fakeDesk) Announce(_ context.Context, id string, step, attempt int) error {
	if f.announce == nil {
		return nil
	}
	return f.announce(id, step, attempt)
}

func (f *fakeDesk) Report(_ context.Context, e replay.Event, p replay.Pictures) (*replay.Report, bool, error) {
	if f.report == nil {
		return &replay.Report{Event: e}, false, nil
	}
	return f.report(e, p)
}

func (f *fakeDesk) Decisions(ctx context.Context, id string, after int, wait time.Duration) ([]replay.Decision, *time.Time, error) {
	if f.decisions == nil {
		return nil, nil, sleep(ctx, wait)
	}
	return f.decisions(ctx, id, after, wait)
}

func (f *fakeDesk) Delivered(_ context.Context, id string, seq int) error {
	if f.delivered == nil {
		return nil
	}
	return f.delivered(id, seq)
}

func (f *fakeDesk) Finish(_ context.Context, id, outcome string) error {
	if f.finish == nil {
		return nil
	}
	return f.finish(id, outcome)
}

// memDesk is a desk in memory that decides by a func, for the agent's and the streams' tests.
type memDesk struct {
	decide func(e replay.Event) []replay.Decision

	mu        sync.Mutex
	wake      chan struct{}
	reports   []replay.Event
	pictures  map[string]replay.Pictures
	list      []replay.Decision
	paused    *time.Time
	delivered []int
	outcome   string
	announced int
}

func newMemDesk(decide func(replay.Event) []replay.Decision) *memDesk {
	return &memDesk{decide: decide, wake: make(chan struct{}), pictures: map[string]replay.Pictures{}}
}

func (m *memDesk) Start(_ context.Context, s replay.Session) (replay.Summary, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return replay.Summary{Session: s, Phase: replay.PhaseRunning, Steps: len(m.reports)}, len(m.reports) == 0, nil
}

func (m *memDesk) Announce(context.Context, string, int, int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.announced++
	return nil
}

func (m *memDesk) Report(_ context.Context, e replay.Event, p replay.Pictures) (*replay.Report, bool, error) {
	m.mu.Lock()
	_, known := m.pictures[e.ID]
	if !known {
		m.reports = append(m.reports, e)
		m.pictures[e.ID] = p
	}
	m.mu.Unlock()
	if !known && m.decide != nil {
		for _, d := range m.decide(e) {
			m.say(d)
		}
	}
	return &replay.Report{Event: e}, known, nil
}

// say adds a decision and wakes who waits; a pause sets the clock still, anything else sets it going.
func (m *memDesk) say(d replay.Decision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d.Seq = len(m.list) + 1
	m.paused = nil
	if d.Action == replay.DoPause {
		now := time.Now()
		m.paused = &now
	}
	m.list = append(m.list, d)
	close(m.wake)
	m.wake = make(chan struct{})
}

func (m *memDesk) look(after int) ([]replay.Decision, *time.Time, chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.list[min(after, len(m.list)):], m.paused, m.wake
}

func (m *memDesk) Decisions(ctx context.Context, _ string, after int, wait time.Duration) ([]replay.Decision, *time.Time, error) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		ds, paused, wake := m.look(after)
		if len(ds) > 0 || wait <= 0 {
			return ds, paused, nil
		}
		select {
		case <-wake:
		case <-timer.C:
			return nil, paused, nil
		case <-ctx.Done():
			return nil, paused, ctx.Err()
		}
	}
}

func (m *memDesk) Delivered(_ context.Context, _ string, seq int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.delivered = append(m.delivered, seq)
	return nil
}

func (m *memDesk) Finish(_ context.Context, _, outcome string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.outcome = outcome
	return nil
}

// ids are the ids of the reports, in their order, with the attempt.
func (m *memDesk) ids() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for _, e := range m.reports {
		out = append(out, fmt.Sprintf("%s/%d", e.ID, e.Attempt))
	}
	return out
}

// quiet is a log that nobody reads.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// serve starts a real server on a free port and returns its address.
func serve(t *testing.T, desk replay.Desk, limits Limits) (*Server, string) {
	t.Helper()
	s := NewServer(Params{
		Desk: desk, Token: func() string { return testToken }, Version: "1.2.3", Limits: limits, Log: quiet(),
	})
	return s, "http://" + serveOn(t, s, "127.0.0.1:0")
}

func serveOn(t *testing.T, s *Server, addr string) string {
	t.Helper()
	addr, err := s.Listen(addr, 1)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- s.Serve() }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return addr
}

// request makes a request with the token; edits change it.
func request(t *testing.T, method, url, mediaType, body string, edits ...func(*http.Request)) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	if mediaType != "" {
		r.Header.Set("Content-Type", mediaType)
	}
	for _, edit := range edits {
		edit(r)
	}
	return r
}

// answer sends a request, holds the answer against openapi.yaml, and returns it with its body.
func answer(t *testing.T, r *http.Request) (*http.Response, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	checkDescribed(t, r, resp)
	return resp, string(body)
}

// shot is a small picture of one colour.
func shot(t testing.TB, c color.Color) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, flat(c)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func flat(c color.Color) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 4, 3))
	for i := range 12 {
		img.Set(i%4, i/4, c)
	}
	return img
}

func jpegShot(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, flat(color.White), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// loaded are pictures of a white before and one after per colour.
func loaded(t testing.TB, after ...color.Color) replay.Pictures {
	t.Helper()
	load := func(c color.Color) *screen.Picture {
		p, err := screen.Load(shot(t, c))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	out := replay.Pictures{Before: load(color.White)}
	for _, c := range after {
		out.After = append(out.After, load(c))
	}
	return out
}

// pipes is a network in memory, whose time is a synctest bubble's.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7788} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- pipeConn{far, p.Addr()}:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pipeConn is a pipe's end with the address that the server listens on.
type pipeConn struct {
	net.Conn
	addr net.Addr
}

func (c pipeConn) LocalAddr() net.Addr { return c.addr }
