package intake

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"vigie/replay"
	"vigie/validation/screen"
)

// maxEvent is the longest event without its pictures, in bytes.
const maxEvent = replay.MaxEventBytes

// parcel is a report as it came: the event's JSON and the encoded pictures.
type parcel struct {
	event  []byte
	before []byte
	after  [][]byte // oldest first
}

// accepted answers a report that is stored and not decided.
type accepted struct {
	EventID string `json:"event_id"`
}

func (s *Server) report(w http.ResponseWriter, r *http.Request) error {
	q, err := parseQuery(r, "wait")
	if err != nil {
		return err
	}
	wait, err := parseWait(q)
	if err != nil {
		return err
	}
	e, err := s.take(w, r)
	if err != nil {
		return err
	}
	if d := s.firstDecision(r, e, wait); d != nil {
		if writeJSON(w, http.StatusOK, "application/json", d) {
			s.delivered(r.Context(), e.SessionID, []replay.Decision{*d})
		}
		return nil
	}
	writeJSON(w, http.StatusAccepted, "application/json", accepted{e.ID})
	return nil
}

// take reads a report and hands it to the desk. It returns once the desk has stored it.
func (s *Server) take(w http.ResponseWriter, r *http.Request) (replay.Event, error) {
	read, limit, err := s.reader(r)
	if err != nil {
		return replay.Event{}, err
	}
	if r.ContentLength > limit {
		return replay.Event{}, tooLarge(limit)
	}
	weight := r.ContentLength
	if weight < 0 { // chunked: it may be as long as is allowed
		weight = limit
	}
	leave, err := s.reports.enter(r.PathValue("id"), weight)
	if err != nil {
		return replay.Event{}, err
	}
	defer leave()
	p, err := read(w, r, limit)
	if err != nil {
		return replay.Event{}, err
	}
	e, pictures, err := p.open(r.PathValue("id"))
	if err != nil {
		return replay.Event{}, err
	}
	// A report that is whole is stored even where the agent hangs up now: it will send the same one again.
	_, _, err = s.p.Desk.Report(context.WithoutCancel(r.Context()), e, pictures)
	return e, err
}

// reader finds how a report's body is to be read, and its longest length.
func (s *Server) reader(r *http.Request) (func(http.ResponseWriter, *http.Request, int64) (parcel, error), int64, error) {
	switch {
	case isType(r, "multipart/form-data"):
		return readMultipart, s.limits.MultipartBody, nil
	case isType(r, "application/json"):
		return readInline, s.limits.JSONBody, nil
	}
	return nil, 0, problem(http.StatusUnsupportedMediaType,
		"send the report as multipart/form-data with the parts event, before and after, or as application/json")
}

// open decodes a parcel for the session that the address names.
func (p parcel) open(sessionID string) (replay.Event, replay.Pictures, error) {
	e, err := replay.DecodeEvent(p.event)
	if err != nil {
		return e, replay.Pictures{}, err
	}
	if e.SessionID == "" {
		e.SessionID = sessionID
	}
	if e.SessionID != sessionID {
		return e, replay.Pictures{}, invalid("session_id",
			fmt.Sprintf("session_id %q is not the session %q of the address: send both alike", clip(e.SessionID), clip(sessionID)))
	}
	pictures, err := p.load()
	// Names of files mean nothing here: what counts is what came with the request.
	e.Screenshots = names(pictures)
	return e, pictures, err
}

// maxPixels bounds the pictures of a report together, in pixels: they may all be decoded at once, at four bytes each. Nine
// screens of 4K are 75 million.
const maxPixels = 3 * screen.MaxPixels

// load checks the pictures' headers.
func (p parcel) load() (replay.Pictures, error) {
	var out replay.Pictures
	var err error
	pixels := 0
	if p.before != nil {
		if out.Before, err = loadPicture("before", p.before, &pixels); err != nil {
			return out, err
		}
	}
	for i, data := range p.after {
		picture, err := loadPicture(fmt.Sprintf("after picture %d", i+1), data, &pixels)
		if err != nil {
			return out, err
		}
		out.After = append(out.After, picture)
	}
	return out, nil
}

// loadPicture checks a picture's header, and adds its pixels to those of the others.
func loadPicture(name string, data []byte, pixels *int) (*screen.Picture, error) {
	p, err := screen.Load(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if *pixels += p.Size().X * p.Size().Y; *pixels > maxPixels {
		return nil, fmt.Errorf("%s: %w: the pictures have more than %d pixels together", name, screen.ErrTooLarge, maxPixels)
	}
	return p, nil
}

// names are the pictures' content hashes.
func names(p replay.Pictures) replay.Screenshots {
	var out replay.Screenshots
	if p.Before != nil {
		out.Before = p.Before.Hash()
	}
	for _, a := range p.After {
		out.After = append(out.After, a.Hash())
	}
	return out
}

// firstDecision waits for the first decision on an event; nil when there is none in time. The report is stored by now, so
// nothing that goes wrong here is an error of the call: the agent asks for decisions instead.
func (s *Server) firstDecision(r *http.Request, e replay.Event, wait time.Duration) *replay.Decision {
	if wait == 0 {
		return nil
	}
	var first *replay.Decision
	_ = s.whileWaiting(r, func(c waiting) error {
		ctx, stop := context.WithTimeout(c.ctx, wait)
		defer stop()
		c.ctx = ctx
		first = s.firstOf(c, e.ID, wait)
		return nil
	})
	return first
}

// firstOf looks through a session's decisions for the first on an event.
func (s *Server) firstOf(c waiting, eventID string, wait time.Duration) *replay.Decision {
	for after := 0; ; {
		ds, since, err := s.look(c, after, wait)
		if err != nil || len(ds) == 0 {
			return nil
		}
		for _, d := range whilePaused(ds, since) {
			if d.EventID == eventID {
				return &d
			}
		}
		after = ds[len(ds)-1].Seq
	}
}
