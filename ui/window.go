package ui

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// Archive is what the window reads of stored sessions. Methods may block; the window calls them on goroutines of its
// own.
type Archive interface {
	// Sessions lists all sessions, the newest first.
	Sessions(ctx context.Context) ([]replay.Summary, error)
	// Reports returns a session's reports in the order in which they came.
	Reports(ctx context.Context, sessionID string) ([]*replay.Report, error)
	// Picture returns a picture's encoded bytes by its hash.
	Picture(ctx context.Context, hash string) ([]byte, error)
}

// Preferences keep the person's choices. fyne.Preferences is one.
type Preferences interface {
	String(key string) string
	SetString(key, value string)
}

// Params is what a window needs. All fields are needed, except where a comment says otherwise.
type Params struct {
	App     fyne.App
	Watch   replay.Watch
	Archive Archive
	// PlayDemo starts the demo replay and returns at once. It is called on Fyne's goroutine.
	PlayDemo func()
	// Import reads the bundle at a path (a folder or a .zip) into the store; of one that ctx ends nothing is kept. Export writes
	// a session to a path, in one of the Export… forms and a language ("fr" or "en"). Delete deletes a session that is over.
	// They are called on goroutines of their own, and tell how far they are.
	Import func(ctx context.Context, path string, told func(done, total int)) error
	Export func(ctx context.Context, session, format, path, language string, told func(done, total int)) error
	Delete func(ctx context.Context, session string) error
	// Address is what agents call: host and port, or an https URL where other machines may call; empty while nothing listens.
	// Token is what they need. Both are called on Fyne's goroutine and must not block.
	Address func() string
	Token   func() string
	// RenewToken replaces the token; every agent needs the new one from then on. Languages are Tesseract's names of the
	// installed languages. Both are called on goroutines of their own.
	RenewToken func() error
	Languages  func() []string
	// Zones are those that are covered in the screenshots of workflows; nil where they cannot be changed.
	Zones Zones
	// Settings are the program's settings. The window changes them, and shows changes from elsewhere.
	Settings *settings.Set
	// Reason says why something did not work. Nil knows none.
	Reason func(error) Reason
	// Fingerprint is that of the certificate that agents meet; empty, or nil, where there is none.
	Fingerprint func() string
	// Notify shows a desktop notification, with a sound where that is wanted. It is called on a goroutine of its own.
	Notify func(title, text string, sound bool)
	// Tray may be nil: there is no place for an icon with a menu then.
	Tray Tray
	// Dispatch runs a function on Fyne's goroutine soon: fyne.Do in the program, a queue in tests.
	Dispatch    func(func())
	Preferences Preferences
	// Judge says how the vision model is; nil means that there is none. It is called on Fyne's goroutine and must not block.
	Judge func() replay.JudgeState
	// JudgeDesk lists the model server's models and tries one, for the settings; nil where there is no judge. It is called on
	// goroutines of its own.
	JudgeDesk replay.JudgeDesk
	// Who is the account name that a decision carries.
	Who string
	// Log may be nil: slog's default then.
	Log *slog.Logger
	// Now is the time; nil means time.Now.
	Now func() time.Time
	// CacheBytes bounds the pixels that are kept; 0 means 128 MiB.
	CacheBytes int
}

// page is a page of the window.
type page uint8

const (
	pageLive page = iota
	pageSessions
	pageSettings
)

// Window is the supervisor's window. Its methods run on Fyne's goroutine, except where they say otherwise.
type Window struct {
	p      Params
	window fyne.Window
	loader *own.Loader
	keys   *own.Keys
	// shifted says whether the shift key is held.
	shifted func() bool

	snapshot   *replay.Snapshot
	selection  selection
	shown      *replay.Report // on the Live page
	shownSince time.Time
	orders     map[orderKey]order
	told       map[orderKey]time.Time
	badged     int // the number of waiting sessions that icon and tray show
	trayed     []string
	chips      []sessionView
	banners    []banner
	listedAt   time.Time
	query      query  // of the sessions page
	running    []*job // long work, and what came of it

	page      page
	rail      [3]*railItem
	live      *livePage
	sessions  *sessionsPage
	pages     [3]fyne.CanvasObject
	bannerBox *fyne.Container
	jobBox    *fyne.Container
	root      *fyne.Container
	modal     *widget.PopUp // in front of everything; nil when nothing is
	files     fileDialog    // that chooses a file; nil when none does
	refills   []func()      // fill in address and token anew

	settings    *settingsPage
	settingRows []*settingRow
	section     int       // of the settings page
	zonesRow    *zonesRow // of the settings page; nil where no zones can be drawn

	ctx  context.Context // of Run; decisions and reads end with it
	stop context.CancelFunc
	jobs sync.WaitGroup
}

// minWidth and minHeight are the smallest window, in Fyne's units.
const (
	minWidth, minHeight = 1024, 640
	defaultCache        = 128 << 20
)

// New makes the window and shows it. Call it after the app was made and before it runs. Nothing moves until [Window.Run].
func New(p Params) *Window {
	if p.Log == nil {
		p.Log = slog.Default()
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.CacheBytes == 0 {
		p.CacheBytes = defaultCache
	}
	w := &Window{p: p, snapshot: &replay.Snapshot{}, selection: selection{follow: true}, orders: make(map[orderKey]order)}
	w.ctx, w.stop = context.WithCancel(context.Background())
	w.loader = own.NewLoader(p.Archive.Picture, p.Dispatch, p.CacheBytes)
	w.shifted = shifted
	w.keys = &own.Keys{Key: w.typedKey, Rune: w.typedRune}
	w.applyTheme()
	if err := speak(w.languageChoice()); err != nil {
		p.Log.Error("window's texts can't be loaded", "error", err)
	}
	w.window = p.App.NewWindow(t("app.title"))
	w.window.SetMaster()
	w.window.SetPadded(false)
	w.window.SetOnDropped(w.dropped)
	w.build()
	w.showTray()
	w.window.SetCloseIntercept(w.askClose)
	w.window.Resize(fyne.NewSize(1280, 800))
	w.window.Show()
	return w
}

// Fyne is Fyne's window, for what only the program can do: icon, close, size.
func (w *Window) Fyne() fyne.Window { return w.window }

// build makes the whole content, in the language that is spoken now.
func (w *Window) build() {
	w.refills = nil
	w.rail = [3]*railItem{
		newRailItem(t("rail.live"), theme.IconNameVisibility, w.keys, func() { w.goTo(pageLive) }),
		newRailItem(t("rail.sessions"), theme.IconNameList, w.keys, func() { w.goTo(pageSessions) }),
		newRailItem(t("rail.settings"), theme.IconNameSettings, w.keys, func() { w.goTo(pageSettings) }),
	}
	if w.live != nil {
		w.live.steps.pane.stop()
		w.sessions.steps.pane.stop()
	}
	w.live, w.sessions = w.newLivePage(), w.newSessionsPage()
	w.settings = w.newSettingsPage()
	w.pages = [3]fyne.CanvasObject{w.live.root, w.sessions.root, w.settings.root}
	w.bannerBox, w.jobBox = container.NewVBox(), container.NewVBox()
	stack := container.New(own.Fixed{}, w.pages[0], w.pages[1], w.pages[2])
	w.root = frame(w.bannerBox, w.jobBox, newRail(w.rail[0], w.rail[1], w.rail[2]), nil, stack)
	w.window.SetContent(container.New(atLeast{}, w.root))
	w.window.Canvas().SetOnTypedKey(w.typedKey)
	w.window.Canvas().SetOnTypedRune(w.typedRune)
	w.showBanners()
	w.showJobs()
	w.goTo(w.page)
	w.showLive()
}

// atLeast keeps the window from being smaller than everything has room in.
type atLeast struct{ own.Fixed }

// MinSize is the smallest window.
func (atLeast) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(minWidth, minHeight) }

// goTo shows a page.
func (w *Window) goTo(p page) {
	w.page = p
	for n := range w.pages {
		show(w.pages[n], page(n) == p) //nolint:gosec // three pages
		w.rail[n].selectIt(page(n) == p)
	}
	if p == pageSessions {
		w.sessions.refresh()
		w.listedAt = w.now()
	}
}

// now is the time, as the parameters have it.
func (w *Window) now() time.Time { return w.p.Now() }

func (w *Window) toClipboard(text string) { w.p.App.Clipboard().SetContent(text) }

// background runs a function on a goroutine of its own; Run waits for it at the end.
func (w *Window) background(work func(context.Context)) {
	w.jobs.Go(func() { work(w.ctx) })
}

// Keys of the preferences.
const (
	prefLanguage = "language"
	prefTheme    = "theme"
)

func (w *Window) languageChoice() string {
	return oneOf(w.p.Preferences.String(prefLanguage), ThemeSystem, LanguageEnglish, LanguageFrench)
}

func (w *Window) themeChoice() string {
	return oneOf(w.p.Preferences.String(prefTheme), ThemeSystem, ThemeLight, ThemeDark)
}

// setLanguage changes the language at once: the content is built anew, and shows what was shown.
func (w *Window) setLanguage(choice string) {
	w.p.Preferences.SetString(prefLanguage, choice)
	if err := speak(choice); err != nil {
		w.p.Log.Error("window's texts can't be loaded", "error", err)
	}
	w.buildAnew()
	w.showTitle()
	w.showTray()
}

// buildAnew makes the whole content anew, and puts the focus where it was: the same number of steps from the first thing that can have it.
func (w *Window) buildAnew() {
	canvas, place := w.window.Canvas(), 0
	if focused := canvas.Focused(); focused != nil {
		canvas.Unfocus()
		for place = 1; place < maxFocusable; place++ {
			if canvas.FocusNext(); canvas.Focused() == focused {
				break
			}
		}
	}
	w.build()
	for range place % maxFocusable {
		canvas.FocusNext()
	}
}

// maxFocusable is more than can have the focus on a page.
const maxFocusable = 200

// setTheme changes the colours at once.
func (w *Window) setTheme(choice string) {
	w.p.Preferences.SetString(prefTheme, choice)
	w.applyTheme()
	w.buildAnew()
}

func (w *Window) applyTheme() { w.p.App.Settings().SetTheme(look{choice: w.themeChoice()}) }
