package ui

import (
	"context"
	"errors"
	"time"

	"vigie/replay"
)

// orderKey names the report that an order is about, and the pause: a step that is paused once more is decided once more.
type orderKey struct {
	session, event string
	since          int64
}

func keyOf(l *replay.Live, event string) orderKey {
	key := orderKey{session: l.Session.ID, event: event}
	if l.PausedSince != nil {
		key.since = l.PausedSince.UnixNano()
	}
	return key
}

// settleTime is how long a step has to be on screen before a decision on it is taken: a key that was meant for what
// stood there before does nothing.
const settleTime = 400 * time.Millisecond

// decide sends the person's order for the report on screen, once. It goes out on a goroutine of its own, because the
// supervisor makes it durable first.
func (w *Window) decide(action, note string) {
	live, shown := liveOf(w.snapshot, w.selection.session), w.shown
	if w.page != pageLive || live == nil || shown == nil || waitingReport(live) != shown || w.now().Sub(w.shownSince) < settleTime {
		return
	}
	key := keyOf(live, shown.Event.ID)
	if given, ok := w.orders[key]; ok && given.err == "" {
		return
	}
	w.orders[key] = order{action: action}
	w.showClocks(w.now())
	w.window.Canvas().Unfocus()
	o := replay.Order{SessionID: key.session, EventID: key.event, Action: action, Note: note, Who: w.p.Who}
	w.background(func(ctx context.Context) {
		err := w.p.Watch.Decide(ctx, o)
		w.p.Dispatch(func() { w.decided(key, o, err) })
	})
}

// decided notes what became of an order.
func (w *Window) decided(key orderKey, o replay.Order, err error) {
	given := order{action: o.Action}
	if err != nil {
		w.p.Log.Warn("decision was refused", "session", o.SessionID, "event", o.EventID, "action", o.Action, "error", err)
		given = order{action: o.Action, err: w.refusal(err)}
	}
	w.orders[key] = given
	w.showClocks(w.now())
}

// refusal is why an order was refused, in words.
func (w *Window) refusal(err error) string {
	switch {
	case errors.Is(err, replay.ErrDecided):
		return t("pause.refused_decided")
	case errors.Is(err, replay.ErrEnded), errors.Is(err, replay.ErrUnknownSession):
		return t("pause.refused_ended")
	default:
		return w.why(err)
	}
}

// forgetOrders forgets the orders of sessions that are gone.
func (w *Window) forgetOrders() {
	for key := range w.orders {
		if liveOf(w.snapshot, key.session) == nil {
			delete(w.orders, key)
		}
	}
}
