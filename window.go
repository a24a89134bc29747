package main

import (
	"context"
	_ "embed" // the icon is built in
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/user"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/gen2brain/beeep"

	"vigie/replay/settings"
	"vigie/storage"
	"vigie/ui"
	"vigie/validation/ocr"
)

//go:embed assets/icon/vigie.png
var icon []byte

// appID is the program's name for the desktop and for its preferences.
const appID = "app.vigie"

// showWindow shows the window until it is closed or ctx ends. trouble is what kept the house from being whole.
func (c *watchCmd) showWindow(ctx context.Context, h *house, trouble error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the window cannot be shown: %v (vigie --headless runs without one)", p)
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	boundGarbage()
	a := newApp()
	loop := &loop{}
	w := ui.New(h.params(ctx, a, loop.do))
	w.Fyne().SetIcon(a.Icon())
	w.Fyne().SetOnClosed(loop.end)
	var background sync.WaitGroup
	a.Lifecycle().SetOnStarted(func() {
		background.Go(func() { w.Run(ctx) })
		background.Go(func() { h.showTroubles(ctx, w, trouble) })
		background.Go(func() { <-ctx.Done(); loop.do(a.Quit) })
	})
	a.Run()
	loop.end()
	cancel()
	background.Wait()
	return nil
}

// boundGarbage lets the collector run earlier than usual, unless GOGC says when: nearly all that is kept are pixels, which
// cost it nothing to look through, and megabytes of memory when it waits.
func boundGarbage() {
	const percent = 40
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// newApp makes Fyne's application. Its metadata is set here and not left to packing, because the program promises Fyne
// (fyneDo) whatever way it was built.
func newApp() fyne.App {
	picture := fyne.NewStaticResource("vigie.png", icon)
	app.SetMetadata(fyne.AppMetadata{
		ID: appID, Name: "Vigie", Version: version, Icon: picture, Migrations: map[string]bool{"fyneDo": true},
	})
	a := app.NewWithID(appID)
	a.SetIcon(picture)
	return a
}

// loop hands functions to Fyne's goroutine, and drops them once the window is closed: Fyne would run them on the caller's
// goroutine then.
type loop struct{ ended atomic.Bool }

func (l *loop) do(f func()) {
	if l.ended.Load() {
		return
	}
	fyne.Do(func() {
		if !l.ended.Load() {
			f()
		}
	})
}

func (l *loop) end() { l.ended.Store(true) }

// params are what the window shows of the house.
func (h *house) params(ctx context.Context, a fyne.App, dispatch func(func())) ui.Params {
	p := ui.Params{
		App: a, Preferences: a.Preferences(), Dispatch: dispatch, Notify: notify, Who: accountName(),
		Address: h.called, Token: h.token.Value, Fingerprint: h.fingerprint, PlayDemo: func() { h.startDemo(ctx) },
		Import: func(ctx context.Context, path string, told func(int, int)) error {
			return h.importBundle(ctx, path, told)
		},
		Export: func(ctx context.Context, id, format, path, language string, told func(int, int)) error {
			return h.export(ctx, id, format, path, language, told)
		},
		Delete: h.deleteSession,
		Reason: reasonOf, Watch: nobody{}, Archive: nothing{}, Judge: h.judgeState, Settings: h.settings,
		RenewToken: func() error { return h.renewToken(ctx) }, Languages: func() []string { return ocr.Languages("") },
	}
	if tray, ok := a.(desktop.App); ok && hasTray() {
		p.Tray = tray
	}
	if h.judge != nil {
		p.JudgeDesk = h
	}
	if h.supervisor != nil {
		p.Watch = h.supervisor
	}
	if h.store != nil {
		p.Archive = h.store
	}
	if h.masks != nil {
		p.Zones = h.masks
	}
	return p
}

// showTroubles says in the window, and once in the log, what is not as it should be.
func (h *house) showTroubles(ctx context.Context, w *ui.Window, trouble error) {
	if trouble != nil {
		slog.Error("the program is not whole", "error", trouble)
		w.ShowTrouble(bannerOf(trouble), trouble)
	}
	if h.moved() {
		w.ShowBanner(ui.BannerPortTaken, h.address())
	}
	if h.eyes == nil {
		return
	}
	h.recorder.onFull(func(full bool) {
		if full {
			w.ShowBanner(ui.BannerDiskFull, "")
		} else {
			w.HideBanner(ui.BannerDiskFull)
		}
	})
	h.showReader(ctx, w)
}

// showReader says whether text can be read, now and after the languages were changed, until ctx ends.
func (h *house) showReader(ctx context.Context, w *ui.Window) {
	changed := make(chan struct{}, 1)
	defer h.settings.Watch(func(old, now settings.Values) {
		if !slices.Equal(old.OCRLanguages, now.OCRLanguages) {
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	})()
	for {
		switch err := h.eyes.reader().wait(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			w.ShowTrouble(ui.BannerOCRMissing, err)
		default:
			w.HideBanner(ui.BannerOCRMissing)
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

// bannerOf says as what a trouble is shown.
func bannerOf(err error) ui.BannerKind {
	switch {
	case errors.Is(err, storage.ErrLocked):
		return ui.BannerStoreLocked
	case errors.Is(err, storage.ErrNewer):
		return ui.BannerStoreNewer
	case isListening(err):
		return ui.BannerNotListening
	}
	return ui.BannerStoreFailed
}

// notify shows a notification of the desktop. One without such a thing is common, so that is no error.
func notify(title, text string, sound bool) {
	show := beeep.Notify
	if sound {
		show = beeep.Alert
	}
	switch err := patiently(func() error { return show(title, text, icon) }); {
	case errors.Is(err, errDesktopSilent):
		slog.Warn("show a notification", "error", err)
	case err != nil:
		slog.Debug("show a notification", "error", err)
	}
}

// desktopPatience is how long a notification may take.
const desktopPatience = 5 * time.Second

var errDesktopSilent = fmt.Errorf("the desktop does not answer within %v; it is not waited for", desktopPatience)

// patiently does something that cannot be cancelled, and waits for it no longer than for desktopPatience: a desktop that
// hangs must not keep the program from ending.
func patiently(do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(desktopPatience):
		return errDesktopSilent
	}
}

// hasTray says whether the desktop may have a place for an icon with a menu. On Linux and the BSDs it is reached over the
// session's D-Bus; without one, asking for it would start one.
func hasTray() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	default:
		return os.Getenv("DBUS_SESSION_BUS_ADDRESS") != ""
	}
}

// accountName is the person's account name, which decisions carry.
func accountName() string {
	u, err := user.Current()
	if err != nil {
		slog.Warn("find out the account's name", "error", err)
		return "unknown"
	}
	return u.Username
}
