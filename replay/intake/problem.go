package intake

import (
	"encoding/json"
	"errors"
	"net/http"

	"vigie/replay"
	"vigie/validation/screen"
)

// Problem is a refusal as RFC 9457 describes it. Detail is a sentence that says what to change.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	// Field names what is wrong, by its dotted path, with 422, or the query parameter or header with 400.
	Field string `json:"field,omitempty"`
	// RetryAfter is in seconds, also sent as a header; 0 sends none.
	RetryAfter int `json:"-"`

	cause error
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// Unwrap returns what led to the problem, nil when the request itself did.
func (p *Problem) Unwrap() error { return p.cause }

// problem makes a refusal with a stable type for its status.
func problem(status int, detail string) *Problem {
	return &Problem{
		Type:   "urn:vigie:problem:" + problemNames[status],
		Title:  http.StatusText(status),
		Status: status,
		Detail: detail,
	}
}

// problemNames are the last words of the problem types.
var problemNames = map[int]string{
	http.StatusBadRequest:            "malformed",
	http.StatusUnauthorized:          "token",
	http.StatusForbidden:             "forbidden",
	http.StatusNotFound:              "not-found",
	http.StatusMethodNotAllowed:      "method",
	http.StatusRequestTimeout:        "too-slow",
	http.StatusConflict:              "conflict",
	http.StatusRequestEntityTooLarge: "too-large",
	http.StatusUnsupportedMediaType:  "media-type",
	http.StatusUnprocessableEntity:   "format",
	http.StatusTooManyRequests:       "too-many",
	http.StatusInternalServerError:   "internal",
	http.StatusServiceUnavailable:    "unavailable",
	http.StatusInsufficientStorage:   "storage",
}

// invalid refuses a field of valid JSON.
func invalid(field, detail string) *Problem {
	p := problem(http.StatusUnprocessableEntity, detail)
	p.Field = field
	return p
}

// malformed refuses a part of a request that is no JSON field: the query, a header, the body's syntax.
func malformed(field, detail string) *Problem {
	p := problem(http.StatusBadRequest, detail)
	p.Field = field
	return p
}

// later refuses for now.
func later(status, seconds int, detail string) *Problem {
	p := problem(status, detail)
	p.RetryAfter = seconds
	return p
}

// toProblem finds the refusal that fits an error of the desk or of reading a request.
func toProblem(err error) *Problem {
	var p *Problem
	var field *replay.FieldError
	var syntax *replay.SyntaxError
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &field):
		return invalid(field.Field, err.Error())
	case errors.As(err, &syntax):
		return malformed("", err.Error())
	case errors.As(err, &big):
		return tooLarge(big.Limit)
	}
	for _, known := range deskProblems {
		if errors.Is(err, known.err) {
			p := later(known.status, known.retry, err.Error()+": "+known.advice)
			p.cause = err
			return p
		}
	}
	p = problem(http.StatusInternalServerError, "the application could not handle the request; its log says why")
	p.cause = err
	return p
}

// deskProblems are the errors of the desk with what the agent can do about them.
var deskProblems = []struct {
	err    error
	status int
	retry  int
	advice string
}{
	{replay.ErrUnknownSession, http.StatusNotFound, 0, "start it with POST /v1/sessions first"},
	{replay.ErrDecided, http.StatusConflict, 0, "read the session's decisions and go on from the last one"},
	{replay.ErrOutOfOrder, http.StatusConflict, 0, "report the step and attempt that the last decision asks for"},
	{replay.ErrEnded, http.StatusConflict, 0, "start a session with a new session_id"},
	{replay.ErrShuttingDown, http.StatusServiceUnavailable, 2, "send the same request again once the application is back"},
	{replay.ErrStore, http.StatusInsufficientStorage, 5, "free space on the application's disk, then send the same report again"},
	{replay.ErrBusy, http.StatusTooManyRequests, 1, "send the same request again"},
	{replay.ErrTooLarge, http.StatusRequestEntityTooLarge, 0, "send a shorter event"},
	{screen.ErrTooLarge, http.StatusRequestEntityTooLarge, 0, "send a smaller picture"},
	{screen.ErrNotAPicture, http.StatusUnsupportedMediaType, 0, "send a PNG or a JPEG"},
}

// write sends the problem as application/problem+json.
func (p *Problem) write(w http.ResponseWriter) {
	setRetryAfter(w.Header(), p.RetryAfter)
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="vigie"`)
	}
	writeJSON(w, p.Status, "application/problem+json", p)
}

// writeJSON sends one JSON value. A failed write means that the agent is gone, which its next call tells.
func writeJSON(w http.ResponseWriter, status int, mediaType string, v any) bool {
	body, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	_, err = w.Write(append(body, '\n'))
	return err == nil && http.NewResponseController(w).Flush() == nil
}
