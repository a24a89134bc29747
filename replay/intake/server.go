package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"vigie/replay"
)

// Params are what a server is made of.
type Params struct {
	// Desk is what agents reach.
	Desk replay.Desk
	// Token returns the token that agents must send; it is asked on each call, so that it can be renewed. The empty token
	// lets nobody in.
	Token func() string
	// Version is the program's version, for health.
	Version string
	// State says how the validator and the judge are; nil says nothing of them.
	State func() Health
	// CaptureAfter is how long an agent waits before its after picture, in milliseconds, by action type; "default" holds for
	// all others. nil takes 250, and 500 for scrolling.
	CaptureAfter map[string]int
	// Certificate makes the server speak TLS, and lets it listen on addresses that other machines reach; nil keeps it on this
	// machine, without TLS.
	Certificate *Certificate
	// Limits bound what agents may ask.
	Limits Limits
	// Log takes what went wrong; nil takes slog.Default().
	Log *slog.Logger
}

// Health is the answer of GET /v1/health, which needs no token: nothing in it may be secret.
type Health struct {
	Status    string `json:"status"` // "ok", or "stopping"
	Version   string `json:"version"`
	Validator string `json:"validator,omitempty"` // a word: "ready", "warming", "failed"
	Judge     string `json:"judge,omitempty"`     // a word: replay.JudgeOff, replay.JudgeReady and so on
}

// Server is the HTTP intake.
type Server struct {
	p       Params
	limits  Limits
	log     *slog.Logger
	mux     *http.ServeMux
	http    *http.Server
	reports *gate
	waits   *gate
	rates   *rates
	host    string // the host that Listen was given, accepted in Host beside the loopback names

	listener net.Listener
	// life ends when Shutdown begins: waiting calls and streams end with it, reports under way do not.
	life context.Context
	end  context.CancelFunc
}

// Timeouts of a connection. There is no write timeout of a whole answer, because streams have no end; each write has its
// own (see pulse).
const (
	idleTime  = 2 * time.Minute
	writeTime = 20 * time.Second
	maxHeader = 32 << 10
)

// NewServer makes a server that does not listen yet.
func NewServer(p Params) *Server {
	s := &Server{p: p, limits: p.Limits.withDefaults(), log: p.Log, mux: http.NewServeMux()}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.p.CaptureAfter == nil {
		s.p.CaptureAfter = map[string]int{"default": 250, "scroll": 500, "scroll_to_anchor": 500}
	}
	s.reports = newGate("reports", s.limits.BytesInFlight, s.limits.ReportsPerSession)
	s.waits = newGate("waiting calls", int64(s.limits.Waits), s.limits.WaitsPerSession)
	s.rates = newRates(s.limits)
	s.life, s.end = context.WithCancel(context.Background())
	for _, r := range s.routes() {
		s.mux.HandleFunc(r.method+" "+r.path, s.answer(r.handle))
	}
	s.http = &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: s.limits.HeaderTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	if p.Certificate != nil {
		s.http.TLSConfig = p.Certificate.serving()
	}
	return s
}

// Listen takes addr, or with a port that is taken the next free one of tries ports, and returns the address taken. Without
// a certificate only loopback addresses are allowed. Port 0 takes any free port.
func (s *Server) Listen(addr string, tries int) (string, error) {
	host, port, err := splitAddress(addr)
	if err != nil {
		return "", err
	}
	if s.p.Certificate == nil && !isLoopback(host) {
		return "", fmt.Errorf("listen on %q: only this machine may call: use 127.0.0.1, [::1] or localhost, or --remote for other machines", addr)
	}
	for i := range max(tries, 1) {
		if port+i > 65535 {
			break
		}
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort(host, fmt.Sprint(port+i))); err == nil {
			s.listener, s.host = l, host
			return l.Addr().String(), nil
		}
	}
	return "", fmt.Errorf("listen on %q or the %d ports after it: %w", addr, max(tries, 1)-1, err)
}

// Serve answers calls until Shutdown; it returns nil then.
func (s *Server) Serve() error {
	if s.listener == nil {
		return errors.New("serve: Listen was not called")
	}
	return s.ServeOn(s.listener)
}

// ServeOn answers calls that come to l until Shutdown; it returns nil then.
func (s *Server) ServeOn(l net.Listener) error {
	l = newBounded(l, s.limits)
	serve := s.http.Serve
	if s.p.Certificate != nil {
		serve = func(l net.Listener) error { return s.http.ServeTLS(l, "", "") }
	}
	if err := serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}

// Shutdown ends waiting calls and streams at once, lets reports under way be stored, and closes what is left when ctx
// ends.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end()
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("shut the intake down: %w", err), s.http.Close())
	}
	return nil
}

// answer turns a handler that may fail into one that writes its problem.
func (s *Server) answer(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := s.paced(r)
		if err == nil {
			err = handle(w, r)
		}
		if err == nil {
			return
		}
		p := toProblem(err)
		if left := errors.Is(err, context.Canceled) && r.Context().Err() != nil; p.Status >= http.StatusInternalServerError && !left {
			s.log.Error("intake", "method", r.Method, "path", clip(r.URL.Path), "status", p.Status, "error", err)
		}
		p.write(w)
	}
}

// paced refuses a call that comes too soon after others. Health asks for no token, so it must not use up what the agents
// may ask.
func (s *Server) paced(r *http.Request) error {
	if r.URL.Path == healthPath {
		return nil
	}
	return s.rates.enter(r.PathValue("id"), time.Now())
}

// readBody reads a whole body of at most limit bytes.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		return nil, bodyError(err)
	}
	bodyDone(w)
	return data, nil
}

// bodyDone lifts the deadline that the guard has set: left alone it would end a long wait that follows.
func bodyDone(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // a writer without deadlines has none to lift
}

// bodyError says why a body could not be read.
func bodyError(err error) error {
	var big *http.MaxBytesError
	var timeout net.Error
	switch {
	case errors.As(err, &big):
		return tooLarge(big.Limit)
	case errors.As(err, &timeout) && timeout.Timeout():
		return problem(http.StatusRequestTimeout, "the body did not arrive in time: send the same request again")
	}
	return malformed("", "the body ended before it was whole: send the same request again")
}

// isType says whether a request's body has the media type.
func isType(r *http.Request, mediaType string) bool {
	got, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(got), mediaType)
}
