package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"vigie/replay"
	"vigie/replay/intake"
	"vigie/storage"
	"vigie/validation/ocr"
)

// storeFile is the store's file in the data folder.
const storeFile = "vigie.db"

// The usual port, and how many ports after the one that is taken are tried.
const (
	defaultPort = "7788"
	moreTries   = 20
)

// house is the running program without its window: the store, the supervisor, and the server that agents talk to. Parts
// that could not be started are nil.
type house struct {
	token      *intake.Token
	store      *storage.Store
	reader     *warmReader
	validator  replay.Validator
	supervisor *replay.Supervisor
	server     *intake.Server
	listening  atomic.Pointer[string] // the address, as in "127.0.0.1:7788"
	demo       atomic.Bool            // the demo plays
	background sync.WaitGroup
}

// openHouse opens the store, brings back the sessions that were not over, and listens. With an error it returns what could
// be started nevertheless, for a window that shows it; the caller closes that too.
func openHouse(ctx context.Context, c *watchCmd, o *output) (*house, error) {
	h := &house{}
	dir, err := c.dir()
	if err != nil {
		return h, err
	}
	if h.token, err = intake.OpenToken(dir); err != nil {
		return h, badCall(err)
	}
	path := filepath.Join(dir, storeFile)
	if h.store, err = storage.Open(path, storage.Options{}); err != nil {
		h.openReadOnly(path)
		return h, err
	}
	h.reader = startReader(ocr.Config{Workers: runtime.GOMAXPROCS(0)})
	h.validator = c.validator(h.reader)
	h.supervisor = replay.NewSupervisor(replay.Params{
		Recorder: h.store, Archive: h.store, Validator: h.validator, Journal: journalTo(o.out),
		Options: replay.Options{Rules: replay.Rules{Off: !on(c.Validator)}, Workers: runtime.GOMAXPROCS(0)},
	})
	if err := h.supervisor.Restore(ctx); err != nil {
		slog.Error("bring the sessions back", "error", err)
	}
	return h, h.listen(c.Listen)
}

// openReadOnly opens the store for reading where it cannot be written to, so that kept sessions can be looked at.
func (h *house) openReadOnly(path string) {
	store, err := storage.Open(path, storage.Options{ReadOnly: true})
	if err != nil {
		slog.Debug("open the store for reading", "error", err)
		return
	}
	h.store = store
}

// listen starts the server.
func (h *house) listen(asked string) error {
	h.server = intake.NewServer(intake.Params{Desk: h.supervisor, Token: h.token.Value, Version: version, State: h.health})
	address, err := h.server.Listen(asked, moreTries)
	switch {
	case isListening(err):
		return err
	case err != nil:
		return badCall(err)
	}
	h.listening.Store(&address)
	h.background.Go(func() {
		if err := h.server.Serve(); err != nil {
			slog.Error("the intake ended", "error", err)
		}
	})
	return nil
}

// isListening says whether an error is the system's refusal to listen.
func isListening(err error) bool {
	refused, ok := errors.AsType[*net.OpError](err)
	return ok && refused.Op == "listen"
}

// address is where agents reach the program; empty where nothing listens.
func (h *house) address() string {
	if a := h.listening.Load(); a != nil {
		return *a
	}
	return ""
}

// moved says whether another port than the one asked for had to be taken.
func (h *house) moved(asked string) bool {
	_, want, err := net.SplitHostPort(asked)
	_, got, err2 := net.SplitHostPort(h.address())
	return err == nil && err2 == nil && want != got && want != "0"
}

// health says how the validator is.
func (h *house) health() intake.Health {
	return intake.Health{Validator: h.reader.state(), Judge: "off"}
}

// closeTime is how long the parts are given to end.
const closeTime = 10 * time.Second

// close ends what runs: first nothing new comes in, then nothing is decided any more, then the store closes.
func (h *house) close() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if h.server != nil {
		err = errors.Join(err, h.server.Shutdown(ctx))
	}
	h.background.Wait()
	if h.supervisor != nil {
		err = errors.Join(err, h.supervisor.Close(ctx))
	}
	if h.store != nil {
		err = errors.Join(err, h.store.Close())
	}
	if h.reader != nil {
		h.reader.close()
	}
	return err
}

// journalTo writes the journal's lines. Lines come from several sessions at once; a terminal that is gone must not stop a
// replay, so a failed write is no error.
func journalTo(w io.Writer) func(replay.Line) {
	var mu sync.Mutex
	return func(l replay.Line) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "%s %s\n", l.At.Format(time.TimeOnly), l)
	}
}
