package ui

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// queue is a dispatcher that runs functions when the test wants.
type queue struct {
	mu   sync.Mutex
	todo []func()
	some chan struct{}
}

func newQueue() *queue { return &queue{some: make(chan struct{}, 1)} }

func (q *queue) dispatch(f func()) {
	q.mu.Lock()
	q.todo = append(q.todo, f)
	q.mu.Unlock()
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// run runs what is queued.
func (q *queue) run() {
	for {
		q.mu.Lock()
		if len(q.todo) == 0 {
			q.mu.Unlock()
			return
		}
		next := q.todo[0]
		q.todo = q.todo[1:]
		q.mu.Unlock()
		next()
	}
}

// until runs what is queued until a condition holds.
func (q *queue) until(t testing.TB, what string, done func() bool) {
	t.Helper()
	limit := time.After(3 * time.Minute) // a watchdog: a busy machine under the race detector takes its time
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		q.run()
		if done() {
			return
		}
		select {
		case <-q.some:
		case <-again.C: // what came about without being queued
		case <-limit:
			t.Fatalf("%s did not happen", what)
		}
	}
}

// bench is a window with a supervisor, an archive and a clock that a test drives.
type bench struct {
	*Window
	t       testing.TB
	watch   *stage.Watch
	archive *stage.Archive
	queue   *queue
	clock   time.Time
	demos   int
	imports []string
	notes   chan string

	exports []string
	deletes []string
	hold    chan struct{}
	workErr error

	renewed  atomic.Int32
	renewErr error
}

type memory map[string]string

func (m memory) String(key string) string    { return m[key] }
func (m memory) SetString(key, value string) { m[key] = value }

// corpus is the folder of real screenshots; the test is skipped where there is none.
func corpus(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("VIGIE_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	dir = filepath.Join(dir, "web", "dev")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no screen corpus: %v (set VIGIE_CORPUS)", err)
	}
	return dir
}

// newBench makes a window of a size with preferences, and settings that flags hold.
func newBench(t testing.TB, size fyne.Size, preferences memory, over ...settings.Override) *bench {
	t.Helper()
	b := &bench{
		t: t, watch: stage.NewWatch(), queue: newQueue(), clock: stage.At.Add(102 * time.Second), notes: make(chan string, 100),
		archive: &stage.Archive{Kept: map[string][]*replay.Report{}},
	}
	if preferences == nil {
		preferences = memory{prefLanguage: LanguageEnglish, prefTheme: ThemeLight}
	}
	set, err := settings.Load(t.Context(), nil, over...)
	if err != nil {
		t.Fatal(err)
	}
	b.Window = New(Params{
		App: test.NewTempApp(t), Watch: b.watch, Archive: b.archive, PlayDemo: func() { b.demos++ },
		Import: b.importIt, Export: b.exportIt, Delete: b.deleteIt,
		Settings: set, Languages: func() []string { return []string{"deu", "eng", "fra"} },
		RenewToken: func() error { b.renewed.Add(1); return b.renewErr },
		Address:    func() string { return "127.0.0.1:7788" }, Token: func() string { return "6f1d0c9b7a5e4f3d2c1b" },
		Notify: func(title, text string, sound bool) {
			b.notes <- title + "|" + text + map[bool]string{true: "|sound"}[sound]
		},
		Dispatch: b.queue.dispatch, Preferences: preferences, Who: "anna", Now: func() time.Time { return b.clock },
	})
	b.window.Resize(size)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { b.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		stop()
		<-ended
		if err := speak(LanguageEnglish); err != nil {
			t.Error(err)
		}
	})
	return b
}

// play shows sessions, and waits until the window has them.
func (b *bench) play(sessions ...replay.Live) {
	b.t.Helper()
	next := &replay.Snapshot{Sessions: sessions}
	b.watch.Show(next)
	b.queue.until(b.t, "the window's update", func() bool { return b.snapshot == next })
}

// later lets time pass, so that a step on screen may be decided on.
func (b *bench) later(d time.Duration) { b.clock = b.clock.Add(d) }

// steps makes n reports; the last has the verdict last, the others are COMPLETE.
func steps(n int, last validation.Verdict) []*replay.Report {
	var all []*replay.Report
	for i := range n {
		v := validation.Complete
		if i == n-1 {
			v = last
		}
		all = append(all, stage.Report(replay.Event{
			SessionID: "a", ID: "s" + string(rune('a'+i)), StepIndex: i + 1, Attempt: 1,
			Action: validation.Action{Type: "click_anchor", ByText: "Imagerie"}, Result: validation.Result{Success: true},
		}, stage.At, v))
	}
	return all
}

// paused is a session that waits for a person at its last step of n.
func paused(id string, n int) replay.Live {
	return stage.Live(id, "Demo_urgence_3_db", "lea-01", 46, replay.PhasePaused, steps(n, validation.Terminate))
}

// importIt takes an import down; while hold is not nil it waits until that is closed, or until it is cancelled.
func (b *bench) importIt(ctx context.Context, path string, told func(int, int)) error {
	b.imports = append(b.imports, path)
	return b.work(ctx, told)
}

func (b *bench) exportIt(ctx context.Context, session, format, path, language string, told func(int, int)) error {
	b.exports = append(b.exports, session+" "+format+" "+path+" "+language)
	return b.work(ctx, told)
}

func (b *bench) deleteIt(_ context.Context, session string) error {
	b.deletes = append(b.deletes, session)
	return b.workErr
}

func (b *bench) work(ctx context.Context, told func(int, int)) error {
	told(1, 4)
	if b.hold != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-b.hold:
		}
	}
	return b.workErr
}
