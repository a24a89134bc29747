package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vigie/judge"
	"vigie/replay"
	"vigie/replay/intake"
	"vigie/replay/settings"
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
	dir        string // of store, token and settings
	token      *intake.Token
	store      *storage.Store
	settings   *settings.Set // never nil once the house is open
	masks      *masks
	eyes       *eyes
	recorder   *recorder
	judge      *judge.Judge  // nil where nothing is validated
	warm       chan struct{} // a session started: the judge's model is to be loaded
	supervisor *replay.Supervisor
	server     *intake.Server
	cert       *intake.Certificate    // nil while only this machine is listened to
	asked      string                 // the address to listen on
	listening  atomic.Pointer[string] // the address, as in "127.0.0.1:7788"
	demo       atomic.Bool            // the demo plays
	importing  sync.Map               // the names of sessions that are being imported
	background sync.WaitGroup
	// stopTidying ends what deletes in the background; nil where nothing does. stopJudge ends what the judge does there.
	stopTidying, stopJudge context.CancelFunc
}

// openHouse opens the store, brings back the sessions that were not over, and listens. With an error it returns what could
// be started nevertheless, for a window that shows it; the caller closes that too.
func openHouse(ctx context.Context, c *watchCmd, o *output) (*house, error) {
	h := &house{}
	dir, err := c.dir()
	if err != nil {
		return h, err
	}
	h.dir = dir
	if h.token, err = intake.OpenToken(dir); err != nil {
		return h, badCall(err)
	}
	if h.store, err = c.openStore(false, c.Encrypt); err != nil {
		if isBadCall(err) {
			return h, err
		}
		h.openReadOnly(&c.dataFlag)
		h.loadSettings(ctx, c)
		return h, err
	}
	h.loadSettings(ctx, c)
	if h.masks, err = openMasks(ctx, h.store); err != nil {
		return h, err
	}
	values := h.settings.Values()
	if err := h.openJudge(ctx, values); err != nil {
		return h, badCall(err)
	}
	h.eyes = openEyes(values, h.judge)
	h.recorder = &recorder{Recorder: h.store}
	h.supervisor = replay.NewSupervisor(replay.Params{
		Recorder: h.recorder, Archive: h.store, Validator: h.eyes, Journal: journalTo(o.out), Zones: h.zones,
		Options: replay.Options{Rules: rulesOf(values), Workers: workers(), ValidateWithin: validateWithin},
	})
	h.settings.Watch(h.adapt)
	if err := h.supervisor.Restore(ctx); err != nil {
		slog.Error("bring the sessions back", "error", err)
	}
	h.startTidying(ctx)
	return h, h.listen(dir, c.Listen)
}

// openReadOnly opens the store for reading where it cannot be written to, so that kept sessions can be looked at.
func (h *house) openReadOnly(d *dataFlag) {
	store, err := d.openStore(true, false)
	if err != nil {
		slog.Debug("open the store for reading", "error", err)
		return
	}
	h.store = store
}

// loadSettings reads the settings. What can't be used of them is left out, and logged.
func (h *house) loadSettings(ctx context.Context, c *watchCmd) {
	var keeper settings.Keeper
	if h.store != nil {
		keeper = h.store
	}
	var err error
	if h.settings, err = settings.Load(ctx, keeper, c.overrides()...); err != nil {
		slog.Warn("some settings are not as they were kept", "error", err)
	}
	h.settings.Guard(present)
}

// present refuses folders and languages that are not on this computer.
func present(_ context.Context, key settings.Key, value any) error {
	there := map[settings.Key]func(string) bool{
		settings.Roots:        isFolder,
		settings.OCRLanguages: func(name string) bool { return slices.Contains(ocr.Languages(""), name) },
	}[key]
	if there == nil {
		return nil
	}
	for _, name := range value.([]string) {
		if !there(name) {
			return &settings.Error{Key: key, Problem: settings.Absent, Value: name}
		}
	}
	return nil
}

// adapt takes a changed setting over.
func (h *house) adapt(old, now settings.Values) {
	h.eyes.adapt(old, now)
	h.adaptJudge(now)
	if rules := rulesOf(now); rules != rulesOf(old) {
		h.supervisor.SetRules(rules)
	}
}

// rulesOf are the session machines' rules.
func rulesOf(v settings.Values) replay.Rules {
	return replay.Rules{Off: !v.ValidatorEnabled, Shadow: v.ValidatorShadow}
}

// listen starts the server at an address, or at the usual one. For other machines it needs a certificate, which lies in
// dir.
func (h *house) listen(dir, address string) (err error) {
	h.asked = address
	if h.settings.Values().ListenRemote {
		h.asked = cmp.Or(address, ":"+defaultPort)
		if h.cert, err = intake.OpenCertificate(dir, time.Now()); err != nil {
			return badCall(err)
		}
	}
	h.asked = cmp.Or(h.asked, "127.0.0.1:"+defaultPort)
	h.server = intake.NewServer(intake.Params{
		Desk: greeter{h.supervisor, h}, Token: h.token.Value, Version: version, State: h.health, Certificate: h.cert,
	})
	address, err = h.server.Listen(h.asked, moreTries)
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

// url is how agents call the program: by this machine's name where it listens on all addresses.
func (h *house) url() string {
	name, err := os.Hostname()
	if err != nil {
		name = "127.0.0.1"
	}
	return h.urlAt(name)
}

// urlAt is the program's URL, with host in the place of "all addresses".
func (h *house) urlAt(host string) string {
	u := url.URL{Scheme: "http", Host: h.address()}
	if h.cert != nil {
		u.Scheme = "https"
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		u.Host = net.JoinHostPort(host, u.Port())
	}
	return u.String()
}

// called is what the window shows of where agents reach the program; empty where nothing listens.
func (h *house) called() string {
	if h.cert == nil || h.address() == "" {
		return h.address()
	}
	return h.url()
}

// fingerprint is that of the certificate; "" where there is none.
func (h *house) fingerprint() string {
	if h.cert == nil {
		return ""
	}
	return h.cert.Fingerprint()
}

// moved says whether another port than the one asked for had to be taken.
func (h *house) moved() bool {
	_, want, err := net.SplitHostPort(h.asked)
	_, got, err2 := net.SplitHostPort(h.address())
	return err == nil && err2 == nil && want != got && want != "0"
}

// health says how the validator and the judge are.
func (h *house) health() intake.Health {
	return intake.Health{Validator: h.eyes.reader().state(), Judge: h.judgeState().Status}
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
	if h.stopTidying != nil {
		h.stopTidying()
	}
	if h.stopJudge != nil {
		h.stopJudge()
	}
	h.background.Wait()
	if h.supervisor != nil {
		err = errors.Join(err, h.supervisor.Close(ctx))
	}
	if h.store != nil {
		err = errors.Join(err, h.store.Close())
	}
	if h.eyes != nil {
		h.eyes.close()
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
