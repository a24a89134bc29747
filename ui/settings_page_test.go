package ui

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

func TestEverySettingHasTextsAndARow(t *testing.T) {
	b := newBench(t, usual, nil)
	rows := map[settings.Key]int{}
	for _, r := range b.settingRows {
		rows[r.key]++
	}
	for _, d := range settings.Definitions {
		if _, ok := settingTexts[d.Key]; !ok || rows[d.Key] != 1 {
			t.Errorf("%s: texts %v, %d rows", d.Key, ok, rows[d.Key])
		}
	}
	for _, p := range settings.Problems {
		if _, ok := refusals[p]; !ok {
			t.Errorf("no sentence for %s", p)
		}
	}
}

func TestASettingSaysWhereItComesFrom(t *testing.T) {
	d, _ := settings.DefinitionOf(settings.OCRRadius)
	refused := d.Check(7000)
	for _, c := range []struct {
		name    string
		state   settings.State
		refused error
		applied bool
		want    settingView
	}{
		{
			"the default",
			settings.State{Definition: d, Value: 80, Source: settings.FromDefault},
			nil, false,
			settingView{value: 80, text: "80", isDefault: true, note: mark{own.Dash, colorQuiet, "Default: 80"}},
		},
		{
			"changed by a person",
			settings.State{Definition: d, Value: 90, Source: settings.FromKept},
			nil, false,
			settingView{value: 90, text: "90", note: mark{own.Dots, colorQuiet, "Changed here. Default: 80"}},
		},
		{
			"just changed",
			settings.State{Definition: d, Value: 90, Source: settings.FromKept},
			nil, true,
			settingView{value: 90, text: "90", note: mark{own.Check, colorComplete, "In force now."}},
		},
		{
			"held by a flag",
			settings.State{Definition: d, Value: 90, Source: settings.FromFlag, Name: "--ocr-radius"},
			nil, false,
			settingView{value: 90, text: "90", locked: true, note: mark{own.Pause, colorContinue, "Locked: the program was started with --ocr-radius."}},
		},
		{
			"held by the environment",
			settings.State{Definition: d, Value: 80, Source: settings.FromEnvironment, Name: "X_RADIUS"},
			nil, false,
			settingView{value: 80, text: "80", locked: true, isDefault: true, note: mark{own.Pause, colorContinue, "Locked: the environment variable X_RADIUS holds it."}},
		},
		{
			"refused",
			settings.State{Definition: d, Value: 80, Source: settings.FromDefault},
			refused, false,
			settingView{value: 80, text: "80", isDefault: true, note: mark{own.Cross, colorFailed, "Not taken: 7000 is not between 8 and 1000."}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := viewSetting(c.state, (&Window{}).refusalText(c.refused), c.applied)
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(settingView{}, mark{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNumbersAreWrittenAsTheLanguageDoes(t *testing.T) {
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	if err := speak(LanguageFrench); err != nil {
		t.Fatal(err)
	}
	d, _ := settings.DefinitionOf(settings.Escalation)
	if got := (&Window{}).refusalText(d.Check(1.5)); got != "Refusé\u00a0: 1,5 n'est pas entre 0 et 1." {
		t.Errorf("refusal %q", got)
	}
	if got := valueText(.55); got != "0,55" {
		t.Errorf("value %q", got)
	}
}

// fieldOf finds a setting's entry.
func (b *bench) fieldOf(key settings.Key) (*settingRow, *field) {
	b.t.Helper()
	for _, r := range b.settingRows {
		if r.key == key {
			return r, r.control.object.(*fyne.Container).Objects[0].(*field)
		}
	}
	b.t.Fatalf("no row for %s", key)
	return nil, nil
}

func TestAFieldCountsOnEnterAndRefusesInPlace(t *testing.T) {
	b := newBench(t, usual, nil)
	b.goTo(pageSettings)
	b.settings.choose(2)
	r, f := b.fieldOf(settings.OCRRadius)
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	write := func(text string) {
		f.SetText("")
		test.Type(f, text)
	}
	write("7000")
	if r.note.Content() != "Not taken: 7000 is not between 8 and 1000." {
		t.Errorf("while writing it says %q", r.note.Content())
	}
	f.TypedKey(enter)
	b.queue.run()
	if got := b.p.Settings.Values().OCRRadius; got != 80 || f.Text != "7000" {
		t.Errorf("radius %d, field %q: want it refused and left to be mended", got, f.Text)
	}
	write("120")
	if r.note.Content() != tr("set.enter") {
		t.Errorf("while writing it says %q", r.note.Content())
	}
	f.TypedKey(enter)
	b.queue.until(t, "the change", func() bool { return r.note.Content() == tr("set.applied") })
	if got := b.p.Settings.Values().OCRRadius; got != 120 || !r.reset.Visible() {
		t.Errorf("radius %d, way back %v", got, r.reset.Visible())
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if f.Text != "130" {
		t.Errorf("an arrow makes %q of 120", f.Text)
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if f.Text != "120" || b.p.Settings.Values().OCRRadius != 120 {
		t.Errorf("after Escape the field says %q", f.Text)
	}
	test.Tap(r.reset)
	b.queue.until(t, "the default", func() bool { return f.Text == "80" })
	if r.reset.Visible() {
		t.Error("the way back is still there")
	}
}

func TestLeavingAFieldPutsItInForce(t *testing.T) {
	b := newBench(t, usual, nil)
	b.goTo(pageSettings)
	b.settings.choose(2)
	r, f := b.fieldOf(settings.Escalation)
	b.window.Canvas().Focus(f)
	f.SetText("0,4")
	b.window.Canvas().Unfocus()
	b.queue.until(t, "the change", func() bool { return r.applied })
	if got := b.p.Settings.Values().Escalation; got != .4 {
		t.Errorf("threshold %v", got)
	}
}

func TestWhatAFlagHoldsIsLocked(t *testing.T) {
	b := newBench(t, usual, nil,
		settings.Override{Key: settings.OCRRadius, Source: settings.FromFlag, Name: "--ocr-radius", Value: 60},
		settings.Override{Key: settings.ValidatorEnabled, Source: settings.FromEnvironment, Name: "RPA_VALIDATOR_ENABLED", Value: false})
	r, f := b.fieldOf(settings.OCRRadius)
	if !f.Disabled() || f.Text != "60" || r.reset.Visible() || !strings.Contains(r.note.Content(), "--ocr-radius") {
		t.Errorf("field %q, disabled %v, way back %v, note %q", f.Text, f.Disabled(), r.reset.Visible(), r.note.Content())
	}
	for _, r := range b.settingRows {
		if tick, ok := r.control.object.(*own.Tick); ok && r.key == settings.ValidatorEnabled && (!tick.Disabled() || tick.Checked) {
			t.Errorf("tick disabled %v, checked %v", tick.Disabled(), tick.Checked)
		}
	}
}

func TestATickPutsASettingInForce(t *testing.T) {
	b := newBench(t, usual, nil)
	for _, r := range b.settingRows {
		if r.key == settings.ValidatorShadow {
			test.Tap(r.control.object.(*own.Tick))
			b.queue.until(t, "the change", func() bool { return r.applied })
		}
	}
	if !b.p.Settings.Values().ValidatorShadow {
		t.Error("the shadow mode is off")
	}
}

func TestAtLeastOneLanguageIsRead(t *testing.T) {
	b := newBench(t, usual, nil)
	var row *settingRow
	for _, r := range b.settingRows {
		if r.key == settings.OCRLanguages {
			row = r
		}
	}
	ticks := func() []fyne.CanvasObject { return row.control.object.(*fyne.Container).Objects }
	b.queue.until(t, "the languages", func() bool { return len(ticks()) == 3 })
	test.Tap(ticks()[0].(*own.Tick))
	b.queue.until(t, "English alone", func() bool { return len(b.p.Settings.Values().OCRLanguages) == 1 })
	b.queue.run()
	test.Tap(ticks()[0].(*own.Tick))
	b.queue.run()
	if got := b.p.Settings.Values().OCRLanguages; !cmp.Equal(got, []string{"eng"}) || row.refused == nil {
		t.Errorf("languages %q, refused %v", got, row.refused)
	}
	if !ticks()[0].(*own.Tick).Checked {
		t.Error("the tick of the last language is gone, though it is read")
	}
}

func TestAChangeFromElsewhereIsShown(t *testing.T) {
	b := newBench(t, usual, nil)
	_, f := b.fieldOf(settings.RetentionDays)
	b.play() // Run has begun to watch
	if err := b.p.Settings.Change(t.Context(), settings.RetentionDays, 30, "someone"); err != nil {
		t.Fatal(err)
	}
	b.queue.until(t, "the new value", func() bool { return f.Text == "30" })
}

func TestArrowsGoThroughTheSections(t *testing.T) {
	b := newBench(t, usual, nil)
	b.goTo(pageSettings)
	for range 10 {
		b.typedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	}
	if b.section != len(b.settings.bodies)-1 {
		t.Errorf("section %d, want the last", b.section)
	}
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	b.setLanguage(LanguageFrench)
	if b.section != len(b.settings.bodies)-2 || !b.settings.bodies[b.section].Visible() {
		t.Errorf("after the change of language section %d is shown", b.section)
	}
}

func TestTheTokenIsRenewedOnlyAfterAQuestion(t *testing.T) {
	b := newBench(t, usual, nil)
	note := own.NewText("")
	b.renewErr = errors.New("disk full")
	b.renewToken(note)
	b.queue.until(t, "the refusal", func() bool { return strings.Contains(note.Content(), tr("why.unknown")) })
	b.renewErr = nil
	b.renewToken(note)
	b.queue.until(t, "the new token", func() bool { return note.Content() == tr("settings.renew.done") })
	box := b.renewRow().(*fyne.Container).Objects[1].(*fyne.Container).Objects[0].(*fyne.Container)
	ask, yes, no := box.Objects[0].(*own.Button), box.Objects[1].(*own.Button), box.Objects[2].(*own.Button)
	if yes.Visible() {
		t.Fatal("it may be renewed by one press")
	}
	test.Tap(ask)
	test.Tap(no)
	if b.renewed.Load() != 2 || yes.Visible() {
		t.Errorf("renewed %d times, question still there: %v", b.renewed.Load(), yes.Visible())
	}
	test.Tap(ask)
	test.Tap(yes)
	b.queue.until(t, "the renewal", func() bool { return b.renewed.Load() == 3 })
}

func TestTabGoesFromThePagesToTheSectionsToTheirFields(t *testing.T) {
	b := newBench(t, usual, nil)
	b.goTo(pageSettings)
	b.settings.choose(len(b.settings.names) - 1)
	var order []string
	for range 3 + len(b.settings.names) + 1 {
		b.window.Canvas().FocusNext()
		switch focused := b.window.Canvas().Focused().(type) {
		case *railItem:
			order = append(order, "page")
		case *own.Button:
			order = append(order, focused.Text)
		default:
			order = append(order, "field")
		}
	}
	want := append([]string{"page", "page", "page"}, sectionNames(b.Window)...)
	if diff := cmp.Diff(append(want, "field"), order); diff != "" {
		t.Errorf("order of Tab (-want +got):\n%s", diff)
	}
}

func sectionNames(w *Window) []string {
	var all []string
	for _, s := range w.sections() {
		all = append(all, s.name)
	}
	return all
}
