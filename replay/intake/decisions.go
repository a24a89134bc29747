package intake

import (
	"context"
	"errors"
	"net/http"
	"time"

	"vigie/replay"
)

// PausedHeader carries, while a session is paused, since when: RFC 3339, in UTC. It is on answers that have no decision to
// carry it.
const PausedHeader = "Vigie-Paused-Since"

// decisions is the long poll. It answers 200 with the decisions, or 204 when none came in time. While the session is
// paused a wait longer than the heartbeat begins its 200 early and sends a line feed per heartbeat, which JSON allows
// before a value; the value is then an empty list when no decision came. A status 102 would be cleaner, but common
// clients take it for the answer.
func (s *Server) decisions(w http.ResponseWriter, r *http.Request) error {
	q, err := parseQuery(r, "after", "wait")
	if err != nil {
		return err
	}
	after, err := parseAfter("after", q.Get("after"))
	if err != nil {
		return err
	}
	wait, err := parseWait(q)
	if err != nil {
		return err
	}
	return s.whileWaiting(r, func(c waiting) error { return s.poll(c, w, after, wait) })
}

// waiting is a call that waits for decisions on a session.
type waiting struct {
	ctx     context.Context // ends with the request or with the server
	session string
	// allowed says whether the call's token still holds.
	allowed func() bool
}

// whileWaiting runs a call that waits, where there is room for one more.
func (s *Server) whileWaiting(r *http.Request, call func(waiting) error) error {
	id := r.PathValue("id")
	leave, err := s.waits.enter(id, 1)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.life, cancel)()
	return call(waiting{ctx: ctx, session: id, allowed: func() bool { return s.holdsToken(r) }})
}

// look asks the desk, and forgets the answer where the token was renewed meanwhile.
func (s *Server) look(c waiting, after int, wait time.Duration) ([]replay.Decision, *time.Time, error) {
	ds, since, err := s.p.Desk.Decisions(c.ctx, c.session, after, wait)
	switch {
	case !c.allowed():
		return nil, nil, errRenewed
	case err != nil && c.ctx.Err() != nil && s.life.Err() != nil:
		return nil, nil, replay.ErrShuttingDown
	}
	return ds, since, err
}

// errRenewed ends a wait whose token does not hold any more.
var errRenewed = problem(http.StatusUnauthorized, "the token was renewed: `vigie token` prints the new one")

// poll waits in pieces of one heartbeat.
func (s *Server) poll(c waiting, w http.ResponseWriter, after int, wait time.Duration) error {
	begun := false
	for {
		piece := min(wait, s.limits.Heartbeat)
		ds, since, err := s.look(c, after, piece)
		wait -= piece
		switch {
		case begun && (err != nil || len(ds) > 0 || wait <= 0):
			// The status is out. An empty list sends the agent back with the same after, where it meets the error itself.
			return s.sendDecisions(c, w, ds, since)
		case err != nil:
			return err
		case len(ds) > 0:
			return s.sendDecisions(c, w, ds, since)
		case wait <= 0:
			setPaused(w.Header(), since)
			w.WriteHeader(http.StatusNoContent)
			return nil
		case begun || since != nil:
			if !begun {
				setPaused(w.Header(), since)
				w.Header().Set("Content-Type", "application/json")
			}
			begun = true
			if !pulse(w, "\n") {
				return nil // the agent has gone: it comes back with the same after
			}
		}
	}
}

// sendDecisions ends a poll with the decisions, and notes them as delivered once they are on the wire.
func (s *Server) sendDecisions(c waiting, w http.ResponseWriter, ds []replay.Decision, since *time.Time) error {
	ds = whilePaused(ds, since)
	setPaused(w.Header(), since)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	if writeJSON(w, http.StatusOK, "application/json", ds) {
		s.delivered(c.ctx, c.session, ds)
	}
	return nil
}

// delivered tells the desk what was written. A failure costs only the window's sign that the agent has it.
func (s *Server) delivered(ctx context.Context, id string, ds []replay.Decision) {
	if len(ds) == 0 {
		return
	}
	// The agent may close its connection the moment it has read the answer: that must not undo the note.
	err := s.p.Desk.Delivered(context.WithoutCancel(ctx), id, ds[len(ds)-1].Seq)
	if err != nil && !errors.Is(err, replay.ErrEnded) {
		s.log.Warn("intake: note a delivered decision", "session", clip(id), "error", err)
	}
}

// whilePaused sets since when the session is paused on copies of the decisions.
func whilePaused(ds []replay.Decision, since *time.Time) []replay.Decision {
	out := make([]replay.Decision, len(ds))
	for i, d := range ds {
		if d.PausedSince == nil {
			d.PausedSince = since
		}
		out[i] = d
	}
	return out
}

func setPaused(h http.Header, since *time.Time) {
	if since != nil {
		h.Set(PausedHeader, since.UTC().Format(time.RFC3339Nano))
	}
}

// pulse writes a piece of an answer that goes on, and says whether somebody still reads it. It has a deadline of its own:
// a reader that has stopped reading must not hold its goroutine for ever.
func pulse(w http.ResponseWriter, text string) bool {
	c := http.NewResponseController(w)
	_ = c.SetWriteDeadline(time.Now().Add(writeTime)) // a writer without deadlines is a test's
	_, err := w.Write([]byte(text))
	return err == nil && c.Flush() == nil
}
