package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"vigie/replay"
)

// maxSmallBody bounds the bodies that hold no pictures, in bytes.
const maxSmallBody = 1 << 20

// started answers the start of a session.
type started struct {
	SessionID string `json:"session_id"`
	// CaptureAfter is how long the agent waits before its after picture, in milliseconds, by action type.
	CaptureAfter map[string]int `json:"capture_after_ms"`
	// MaxBody is the longest multipart report, MaxJSONBody the longest JSON report, in bytes.
	MaxBody     int64 `json:"max_body_bytes"`
	MaxJSONBody int64 `json:"max_json_body_bytes"`
	// Phase and Steps say where a resumed session stands: Steps is the highest step reported.
	Phase       replay.Phase `json:"phase"`
	Steps       int          `json:"steps"`
	PausedSince *time.Time   `json:"paused_since,omitempty"`
}

func (s *Server) startSession(w http.ResponseWriter, r *http.Request) error {
	data, err := smallJSON(w, r)
	if err != nil {
		return err
	}
	session, err := replay.DecodeSession(data)
	if err != nil {
		return err
	}
	summary, created, err := s.p.Desk.Start(r.Context(), session)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if created {
		status = http.StatusCreated
	}
	writeJSON(w, status, "application/json", started{
		SessionID: session.ID, CaptureAfter: s.p.CaptureAfter,
		MaxBody: s.limits.MultipartBody, MaxJSONBody: s.limits.JSONBody,
		Phase: summary.Phase, Steps: summary.Steps, PausedSince: summary.PausedSince,
	})
	return nil
}

func (s *Server) announce(w http.ResponseWriter, r *http.Request) error {
	body := struct {
		StepIndex int `json:"step_index"`
		Attempt   int `json:"attempt"`
	}{Attempt: 1}
	if err := readSmall(w, r, &body); err != nil {
		return err
	}
	if body.StepIndex < 1 {
		return invalid("step_index", fmt.Sprintf("step_index %d is not a step: the first is 1", body.StepIndex))
	}
	if body.Attempt < 1 {
		return invalid("attempt", fmt.Sprintf("attempt %d is not an attempt: the first is 1", body.Attempt))
	}
	if err := s.p.Desk.Announce(r.Context(), r.PathValue("id"), body.StepIndex, body.Attempt); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// outcomes are the ways in which a replay may end.
var outcomes = []string{"completed", "aborted", "crashed"}

func (s *Server) finish(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Outcome string `json:"outcome"`
	}
	if err := readSmall(w, r, &body); err != nil {
		return err
	}
	if !slices.Contains(outcomes, body.Outcome) {
		return invalid("outcome", fmt.Sprintf("outcome %q is not one of %v", clip(body.Outcome), outcomes))
	}
	if err := s.p.Desk.Finish(r.Context(), r.PathValue("id"), body.Outcome); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// readSmall reads a body of JSON without pictures into v.
func readSmall(w http.ResponseWriter, r *http.Request, v any) error {
	data, err := smallJSON(w, r)
	if err != nil {
		return err
	}
	return decodeJSON(data, v)
}

// smallJSON reads a body of JSON without pictures.
func smallJSON(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if _, err := parseQuery(r); err != nil {
		return nil, err
	}
	if !isType(r, "application/json") {
		return nil, problem(http.StatusUnsupportedMediaType, "send the body as Content-Type: application/json")
	}
	return readBody(w, r, maxSmallBody)
}

// decodeJSON reads one JSON value and nothing after it. A wrong type names its field.
func decodeJSON(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	err := d.Decode(v)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return invalid(wrong.Field, fmt.Sprintf("%s is a JSON %s: it must be %s", fieldName(wrong.Field), wrong.Value, jsonKind(wrong)))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("", "the JSON ends before it is whole: send a whole JSON object")
	case err != nil:
		return malformed("", "the body is not JSON: "+err.Error())
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return malformed("", "something follows the JSON object: send one object only")
	}
	return nil
}

// fieldName names a field in a sentence.
func fieldName(field string) string {
	if field == "" {
		return "the body"
	}
	return field
}

// jsonKind names what a Go type is in JSON.
func jsonKind(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); kind {
	case "struct", "map":
		return "an object"
	case "slice":
		return "an array"
	case "int":
		return "a whole number"
	default:
		return "a " + kind
	}
}
