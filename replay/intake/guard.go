package intake

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"vigie/replay"
)

// Handler returns the whole server: guard, then routes.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{ResponseWriter: w}
		defer s.recovered(rec, r)
		rec.Header().Set("Cache-Control", "no-store")
		rec.Header().Set("X-Content-Type-Options", "nosniff")
		if err := s.guard(rec, r); err != nil {
			// What is left of the body is not wanted: reading it only to reuse the connection would serve the sender.
			rec.Header().Set("Connection", "close")
			toProblem(err).write(rec)
			return
		}
		s.dispatch(rec, r)
	})
}

// guard refuses who may not in, in the order in which a refusal tells least.
func (s *Server) guard(w http.ResponseWriter, r *http.Request) error {
	if err := s.checkHost(r); err != nil {
		return err
	}
	if err := checkBrowser(r); err != nil {
		return err
	}
	if err := s.checkToken(w, r); err != nil {
		return err
	}
	if s.life.Err() != nil && r.URL.Path != healthPath {
		return replay.ErrShuttingDown
	}
	return s.boundBody(w, r)
}

// checkHost refuses a name that is not ours: a foreign name that resolves to this machine is DNS rebinding.
func (s *Server) checkHost(r *http.Request) error {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local == nil {
		return problem(http.StatusForbidden, "the listening address is not known")
	}
	ip, port, err := net.SplitHostPort(local.String())
	if err != nil {
		return problem(http.StatusForbidden, "the listening address has no port")
	}
	for _, name := range s.ownNames(ip) {
		if sameHost(r.Host, name, port, s.httpPort()) {
			return nil
		}
	}
	return problem(http.StatusForbidden, fmt.Sprintf("Host %q is not the listening address: call %s", clip(r.Host), s.url(local.String())))
}

// ownNames are the hosts that a call may name: the address that it came to, those of this machine alone, and what Listen
// and the certificate were given.
func (s *Server) ownNames(ip string) []string {
	names := []string{ip, "127.0.0.1", "localhost", "::1"}
	if given := net.ParseIP(s.host); s.host != "" && (given == nil || !given.IsUnspecified()) {
		names = append(names, s.host)
	}
	if s.p.Certificate != nil {
		names = append(names, s.p.Certificate.names()...)
	}
	return names
}

// httpPort is the port that a Host header may leave out.
func (s *Server) httpPort() string {
	if s.p.Certificate != nil {
		return "443"
	}
	return "80"
}

// url is how an address is called.
func (s *Server) url(addr string) string {
	if s.p.Certificate != nil {
		return "https://" + addr
	}
	return "http://" + addr
}

// sameHost compares a Host header with a name and port; the port may be left out where it is the usual one.
func sameHost(host, name, port, usual string) bool {
	if strings.EqualFold(host, net.JoinHostPort(name, port)) {
		return true
	}
	return port == usual && strings.EqualFold(strings.Trim(host, "[]"), name)
}

// checkBrowser refuses web pages. They cannot leave these headers out of a request to another origin.
func checkBrowser(r *http.Request) error {
	for _, name := range []string{"Origin", "Sec-Fetch-Site"} {
		if _, sent := r.Header[name]; sent {
			return problem(http.StatusForbidden, name+" was sent, as a browser does: web pages may not call this address")
		}
	}
	return nil
}

// checkToken compares digests, so that neither content nor length of the token shows in the time taken.
func (s *Server) checkToken(w http.ResponseWriter, r *http.Request) error {
	if s.holdsToken(r) {
		return nil
	}
	if r.URL.Path == healthPath {
		w.Header().Set("Connection", "close") // who has no token holds no connection
		return nil
	}
	return problem(http.StatusUnauthorized, "no or wrong token: send \"Authorization: Bearer TOKEN\"; `vigie token` prints it")
}

// holdsToken says whether a request carries the token that holds now. A call that waits asks again before it answers: the
// token may have been renewed meanwhile.
func (s *Server) holdsToken(r *http.Request) bool {
	scheme, sent, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	want := s.p.Token()
	a, b := sha256.Sum256([]byte(strings.TrimSpace(sent))), sha256.Sum256([]byte(want))
	same := subtle.ConstantTimeCompare(a[:], b[:]) == 1
	return same && want != "" && strings.EqualFold(scheme, "Bearer")
}

// boundBody gives a body its deadline, and refuses one where none belongs.
func (s *Server) boundBody(w http.ResponseWriter, r *http.Request) error {
	if r.ContentLength == 0 {
		return nil
	}
	// A writer that knows no deadlines is a test's; a connection always does.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.limits.BodyTime))
	if r.Method != http.MethodPost {
		return malformed("", r.Method+" takes no body: leave it out")
	}
	return nil
}

// recovered answers for a handler that panicked, and logs it once.
func (s *Server) recovered(w *recorder, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(v)
	}
	s.log.Error("intake: panic", "method", r.Method, "path", clip(r.URL.Path), "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	if w.wrote {
		panic(http.ErrAbortHandler) // half an answer must not look whole
	}
	problem(http.StatusInternalServerError, "the application failed on this request; its log says why").write(w)
}

// recorder remembers whether an answer has begun.
type recorder struct {
	http.ResponseWriter
	wrote bool
}

// WriteHeader notes that the answer has begun; a second status is dropped, as the first is out.
func (r *recorder) WriteHeader(status int) {
	if r.wrote {
		return
	}
	r.wrote = true
	r.ResponseWriter.WriteHeader(status)
}

// Write notes that the answer has begun.
func (r *recorder) Write(b []byte) (int, error) {
	r.wrote = true
	return r.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// setRetryAfter sets the header where seconds are known.
func setRetryAfter(h http.Header, seconds int) {
	if seconds > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds))
	}
}

// splitAddress reads an address to listen on. A host that is empty is all of this machine's addresses.
func splitAddress(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("listen on %q: write host:port, as in 127.0.0.1:7788: %w", addr, err)
	}
	port, err = strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("listen on %q: port %q is not a number from 0 to 65535", addr, text)
	}
	return host, port, nil
}

// isLoopback says whether only this machine reaches a host.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
