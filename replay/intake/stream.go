package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"vigie/replay"
)

// stream sends decisions as server-sent events: id is the decision's seq, event is "decision", data its JSON. A comment
// each heartbeat says whether the session is paused. It ends when the server or the session does.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	q, err := parseQuery(r, "after")
	if err != nil {
		return err
	}
	after, err := streamStart(r, q)
	if err != nil {
		return err
	}
	return s.whileWaiting(r, func(c waiting) error {
		// Asked once without waiting, so that an unknown session is a 404 and not an empty stream.
		ds, since, err := s.look(c, after, 0)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if pulse(w, "retry: 1000\n"+comment(since)) {
			s.streamOn(c, w, after, ds, since)
		}
		return nil
	})
}

// streamOn sends what there is and waits for more, until the agent, the session, its token or the server is gone.
func (s *Server) streamOn(c waiting, w http.ResponseWriter, after int, ds []replay.Decision, since *time.Time) {
	var err error
	for {
		text := comment(since)
		if len(ds) > 0 {
			text = events(whilePaused(ds, since))
			after = ds[len(ds)-1].Seq
		}
		if !pulse(w, text) {
			return
		}
		s.delivered(c.ctx, c.session, ds)
		ds, since, err = s.look(c, after, s.limits.Heartbeat)
		if err != nil {
			s.streamEnd(w, err)
			return
		}
	}
}

// streamEnd says why a stream ends, where somebody still reads it.
func (s *Server) streamEnd(w http.ResponseWriter, err error) {
	why := ": the stream ends, ask again\n\n"
	switch {
	case errors.Is(err, replay.ErrEnded):
		why = "event: ended\ndata: {}\n\n"
	case errors.Is(err, replay.ErrShuttingDown):
		why = ": shutting down\n\n"
	case errors.Is(err, errRenewed):
		why = ": the token was renewed\n\n"
	case !errors.Is(err, context.Canceled):
		s.log.Error("intake: stream", "error", err)
	}
	pulse(w, why) // whoever has gone does not miss it
}

// comment is the stream's sign of life.
func comment(since *time.Time) string {
	if since == nil {
		return ": running\n\n"
	}
	return fmt.Sprintf(": paused_since %s\n\n", since.UTC().Format(time.RFC3339Nano))
}

// events writes decisions in the form of the stream. Their JSON has no line feeds.
func events(ds []replay.Decision) string {
	var b strings.Builder
	for _, d := range ds {
		data, err := json.Marshal(d)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "id: %d\nevent: decision\ndata: %s\n\n", d.Seq, data)
	}
	return b.String()
}
