package intake

import (
	"fmt"
	"net/http"

	"vigie/assets"
)

const healthPath = "/v1/health"

// route is one call of the API; openapi.yaml describes the same ones.
type route struct {
	method, path string
	handle       func(http.ResponseWriter, *http.Request) error
}

// routes lists all calls.
func (s *Server) routes() []route {
	return []route{
		{http.MethodGet, healthPath, s.health},
		{http.MethodGet, "/v1/openapi.yaml", s.openAPI},
		{http.MethodPost, "/v1/sessions", s.startSession},
		{http.MethodPost, "/v1/sessions/{id}/steps/announce", s.announce},
		{http.MethodPost, "/v1/sessions/{id}/steps", s.report},
		{http.MethodGet, "/v1/sessions/{id}/decisions", s.decisions},
		{http.MethodGet, "/v1/sessions/{id}/stream", s.stream},
		{http.MethodPost, "/v1/sessions/{id}/finish", s.finish},
	}
}

// dispatch calls the route, and puts the mux's own refusals into the form of all others.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	h, pattern := s.mux.Handler(r)
	if r.Method == http.MethodHead && pattern != "" {
		// A pattern of GET takes HEAD too, which would wait for decisions that it cannot send.
		wrongMethod(w, r, http.MethodGet)
		return
	}
	if pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	var refusal muxRefusal
	h.ServeHTTP(&refusal, r)
	if allow := refusal.Header().Get("Allow"); allow != "" {
		wrongMethod(w, r, allow)
		return
	}
	problem(http.StatusNotFound, fmt.Sprintf("there is no call %s: see /v1/openapi.yaml", clip(r.URL.Path))).write(w)
}

func wrongMethod(w http.ResponseWriter, r *http.Request, allow string) {
	w.Header().Set("Allow", allow)
	problem(http.StatusMethodNotAllowed, fmt.Sprintf("%s is not a method of %s: use %s", clip(r.Method), clip(r.URL.Path), allow)).write(w)
}

// muxRefusal takes the headers of the mux's own answer and drops the rest.
type muxRefusal struct{ header http.Header }

// Header returns the headers set so far.
func (m *muxRefusal) Header() http.Header {
	if m.header == nil {
		m.header = http.Header{}
	}
	return m.header
}

// WriteHeader drops the status.
func (m *muxRefusal) WriteHeader(int) {}

// Write drops the text.
func (m *muxRefusal) Write(b []byte) (int, error) { return len(b), nil }

func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	var h Health
	if s.p.State != nil {
		h = s.p.State()
	}
	h.Version = s.p.Version
	h.Status = "ok"
	if s.life.Err() != nil {
		h.Status = "stopping"
	}
	writeJSON(w, http.StatusOK, "application/json", h)
	return nil
}

func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = w.Write(assets.OpenAPI) // an agent that has gone needs no description
	return nil
}
