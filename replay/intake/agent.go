package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode"

	"vigie/replay"
)

// ErrAborted is returned by Play when it was told to abort.
var ErrAborted = errors.New("the replay was aborted")

// Source is what a replay is played from: a bundle.
type Source interface {
	// About returns the session.
	About() replay.Session
	// Steps returns the events in the order in which they were sent.
	Steps() []replay.Event
	// Pictures reads an event's screenshots.
	Pictures(e replay.Event) (replay.Pictures, error)
}

// PlayParams say what is played, and to whom.
type PlayParams struct {
	// Source is the replay.
	Source Source
	// URL is the server's, as in http://127.0.0.1:7788; Token its token.
	URL, Token string
	// Fingerprint is that of the server's certificate, for an https URL; "" asks the authorities that this machine trusts.
	Fingerprint string
	// SessionID is sent in place of the session's own, with now as its start; "" keeps both. FreshID makes one that was not used before.
	SessionID string
	// Speed divides the waiting that the steps were recorded with and that the server asks for; 1 is as recorded, 0 waits for
	// nothing but decisions.
	Speed float64
	// From is the first step_index that is sent; 0 sends all.
	From int
	// Patience is how long a server that does not answer is tried again; 0 takes 2 minutes.
	Patience time.Duration
	// Out takes one line per decision; nil drops them.
	Out io.Writer
	// Client replaces the HTTP client; nil takes one that asks no proxy.
	Client *http.Client
}

// FreshID makes a session id that starts with id and was not used before, as long as no two are made in a microsecond.
func FreshID(id string, now time.Time) string {
	stamp := now.UTC().Format("20060102-150405.000000")
	if runes := []rune(id); len(runes) > replay.MaxIDLength-len(stamp)-1 {
		id = string(runes[:replay.MaxIDLength-len(stamp)-1])
	}
	return id + "-" + stamp
}

// Play is the reference agent: it sends a replay's steps and obeys every decision. It returns nil when the replay came to
// its end, ErrAborted when it was told to stop, a *Problem when a call was refused.
func Play(ctx context.Context, p PlayParams) error {
	if p.Patience == 0 {
		p.Patience = 2 * time.Minute
	}
	if p.Out == nil {
		p.Out = io.Discard
	}
	a := &player{p: p, session: p.Source.About()}
	if p.SessionID != "" {
		a.session.ID, a.session.StartedAt = p.SessionID, time.Now() // a replay of its own, not the recorded one
	}
	var err error
	if a.client, err = newClient(p, a.say); err != nil {
		return err
	}
	defer a.client.http.CloseIdleConnections()
	if err := a.start(ctx); err != nil {
		return fmt.Errorf("start session %q: %w", a.session.ID, err)
	}
	return a.finish(ctx, a.playAll(ctx))
}

// player is a replay that is being played.
type player struct {
	p       PlayParams
	client  *client
	session replay.Session
	capture map[string]int
	seq     int               // of the last decision taken
	queue   []replay.Decision // received and not taken
	paused  string            // since when, as it was last said
}

func (a *player) start(ctx context.Context) error {
	body, err := replay.EncodeSession(a.session)
	if err != nil {
		return err
	}
	return a.client.post(ctx, "/v1/sessions", json.RawMessage(body), func(resp *http.Response) error {
		var answer started
		err := readJSON(resp, &answer)
		a.capture = answer.CaptureAfter
		return err
	})
}

func (a *player) playAll(ctx context.Context) error {
	for _, step := range attempts(a.p.Source.Steps(), a.p.From) {
		if err := a.playStep(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// finish says how it ended. A replay that was cut off says nothing: its session can be resumed.
func (a *player) finish(ctx context.Context, played error) error {
	outcome := "completed"
	switch {
	case errors.Is(played, ErrAborted):
		outcome = "aborted"
	case played != nil:
		return played
	}
	err := a.client.post(ctx, sessionPath(a.session.ID)+"/finish", map[string]string{"outcome": outcome}, nil)
	if isConflict(err) {
		err = nil // an abort has ended the session already, or a first call to finish whose answer was lost
	}
	if played != nil {
		return played
	}
	if err == nil {
		a.say("session %s finished", a.session.ID)
	}
	return err
}

// attempts groups events by step, in the order in which the steps begin, from a step on.
func attempts(events []replay.Event, from int) [][]replay.Event {
	var steps [][]replay.Event
	place := map[int]int{}
	for _, e := range events {
		if e.StepIndex < from {
			continue
		}
		i, ok := place[e.StepIndex]
		if !ok {
			i = len(steps)
			place[e.StepIndex] = i
			steps = append(steps, nil)
		}
		steps[i] = append(steps[i], e)
	}
	return steps
}

// attempt is what is sent as the nth attempt: the recorded one, else the last one again with an id of its own. The id is
// the same each time it is made, so that an agent that starts anew repeats itself instead of reporting twice.
func attempt(recorded []replay.Event, n int) replay.Event {
	e := recorded[min(n, len(recorded))-1]
	if n > len(recorded) {
		e.ID = fmt.Sprintf("%s~%d", e.ID, n)
	}
	e.Attempt = n
	return e
}

// playStep sends a step until it is told to go on.
func (a *player) playStep(ctx context.Context, recorded []replay.Event) error {
	for n := 1; ; n++ {
		e := attempt(recorded, n)
		e.SessionID = a.session.ID
		if err := a.send(ctx, e); err != nil {
			return fmt.Errorf("step %d attempt %d: %w", e.StepIndex, n, err)
		}
		d, err := a.decision(ctx, e)
		if err != nil {
			return fmt.Errorf("step %d attempt %d: %w", e.StepIndex, n, err)
		}
		switch d.Action {
		case replay.DoContinue, replay.DoResume:
			return nil
		case replay.DoAbort:
			return fmt.Errorf("step %d: %w", e.StepIndex, ErrAborted)
		case replay.DoRecheck:
			if err := a.pace(ctx, float64(d.AfterMS)); err != nil {
				return err
			}
		}
	}
}

// send announces a step, lets the time pass that it took, and reports it.
func (a *player) send(ctx context.Context, e replay.Event) error {
	path := sessionPath(a.session.ID) + "/steps"
	announcement := map[string]int{"step_index": e.StepIndex, "attempt": e.Attempt}
	if err := a.client.post(ctx, path+"/announce", announcement, nil); err != nil && !isConflict(err) {
		return err // a conflict is a step that was reported before: the report itself is answered as then
	}
	if err := a.pace(ctx, e.Result.ElapsedMS+float64(a.captureAfter(e.Action.Type))); err != nil {
		return err
	}
	pictures, err := a.p.Source.Pictures(e)
	if err != nil {
		return err
	}
	body, mediaType, err := encodeReport(e, pictures)
	if err != nil {
		return err
	}
	return a.client.do(ctx, call{method: http.MethodPost, path: path, mediaType: mediaType, body: body}, nil)
}

// decision waits for a decision that ends the waiting on a report. The clock stands still while the session is paused.
func (a *player) decision(ctx context.Context, e replay.Event) (replay.Decision, error) {
	for {
		d, err := a.next(ctx)
		if err != nil {
			return d, err
		}
		if !concerns(d, e) {
			continue
		}
		a.say("%s", decisionLine(d, e))
		if d.Action != replay.DoPause && d.Action != replay.DoHandoff {
			return d, nil
		}
	}
}

// next takes the next decision of the session, in the order of seq and each once.
func (a *player) next(ctx context.Context) (replay.Decision, error) {
	for len(a.queue) == 0 {
		ds, paused, err := a.client.decisions(ctx, a.session.ID, a.seq)
		if err != nil {
			return replay.Decision{}, err
		}
		a.queue = ds
		if len(ds) == 0 && paused != "" && paused != a.paused {
			a.paused = paused
			a.say("paused since %s, waiting for a person", printable(paused))
		}
	}
	d := a.queue[0]
	a.queue = a.queue[1:]
	a.seq = max(a.seq, d.Seq)
	return d, nil
}

// concerns says whether a decision is about a report. A step that was announced and came late is decided without one;
// an abort ends the replay whatever it was about.
func concerns(d replay.Decision, e replay.Event) bool {
	return d.EventID == e.ID || d.Action == replay.DoAbort || (d.EventID == "" && d.StepIndex == e.StepIndex)
}

// captureAfter is how long the server wants the agent to wait before its after picture, in milliseconds.
func (a *player) captureAfter(actionType string) int {
	if ms, ok := a.capture[actionType]; ok {
		return ms
	}
	return a.capture["default"]
}

// pace waits milliseconds of the replay's time.
func (a *player) pace(ctx context.Context, ms float64) error {
	if a.p.Speed <= 0 {
		return ctx.Err()
	}
	return sleep(ctx, time.Duration(ms/a.p.Speed*float64(time.Millisecond)))
}

// say prints one line. Who cannot be written to does not stop a replay.
func (a *player) say(format string, args ...any) {
	_, _ = fmt.Fprintf(a.p.Out, format+"\n", args...)
}

// decisionLine is a decision for a person at a terminal.
func decisionLine(d replay.Decision, e replay.Event) string {
	parts := []string{
		fmt.Sprintf("step %d/%d attempt %d", d.StepIndex, max(e.StepTotal, e.StepIndex), d.Attempt),
		fmt.Sprintf("%-9s %.2f", d.Verdict, d.Confidence), string(d.Category),
		fmt.Sprintf("-> %s by %s", d.Action, d.By), d.Reason, d.Note,
	}
	var said []string
	for _, part := range parts {
		if part = strings.TrimSpace(printable(part)); part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "  ")
}

// printable keeps a text on one line, and keeps it from steering the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
}

func isConflict(err error) bool {
	var p *Problem
	return errors.As(err, &p) && p.Status == http.StatusConflict
}
