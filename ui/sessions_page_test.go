package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
)

func press(b *bench, names ...fyne.KeyName) {
	for _, name := range names {
		b.typedKey(&fyne.KeyEvent{Name: name})
	}
}

func TestTheKeysGoThroughTheListOfSessions(t *testing.T) {
	b := stored(t, 30)
	press(b, fyne.KeyDown, fyne.KeyDown, fyne.KeyPageDown, fyne.KeyUp)
	if b.sessions.at() != 10 {
		t.Errorf("row %d, want 10", b.sessions.at())
	}
	press(b, fyne.KeyEnd, fyne.KeyDown)
	if b.sessions.at() != 29 {
		t.Errorf("row %d, want the last", b.sessions.at())
	}
	press(b, fyne.KeyHome, fyne.KeyReturn)
	b.queue.until(t, "the session", func() bool { return len(b.sessions.reports) == 4 })
	press(b, fyne.KeyEscape)
	if b.sessions.opened != "" || b.sessions.at() != 0 {
		t.Errorf("back in the list at row %d, with %q open", b.sessions.at(), b.sessions.opened)
	}
	b.sessions.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if b.sessions.opened != "stored-0" {
		t.Errorf("a space opens %q", b.sessions.opened)
	}
}

func TestTheMarkStaysOnItsSession(t *testing.T) {
	b := stored(t, 10)
	press(b, fyne.KeyDown, fyne.KeyDown)
	b.sessions.sort(byDate)
	b.queue.until(t, "the other order", func() bool { return b.sessions.found[0].Session.ID == "stored-9" })
	if b.sessions.current != "stored-1" || b.sessions.at() != 8 {
		t.Errorf("the keys are about %q in row %d", b.sessions.current, b.sessions.at())
	}
}

func TestASearchListsWhatFits(t *testing.T) {
	b := stored(t, 40)
	b.typedRune('/')
	if b.window.Canvas().Focused() != b.sessions.filters.search {
		t.Fatal("the slash does not go to the search")
	}
	test.Type(b.sessions.filters.search, "stored-3")
	b.queue.until(t, "what fits", func() bool { return len(b.sessions.found) == 11 })
	if got := b.sessions.filters.count.Content(); got != "11 of 40 sessions" || !b.sessions.filters.clear.Visible() {
		t.Errorf("count %q", got)
	}
	b.sessions.filters.search.SetText("nothing like it")
	b.queue.until(t, "that nothing fits", func() bool { return b.sessions.message.Visible() })
	if b.sessions.message.Text != tr("sessions.none_found") {
		t.Errorf("it says %q", b.sessions.message.Text)
	}
	test.Tap(b.sessions.filters.clear)
	b.queue.until(t, "all again", func() bool { return len(b.sessions.found) == 40 })
	b.sessions.filters.outcome.SetSelected(tr("phase.aborted"))
	b.queue.until(t, "the aborted ones", func() bool { return len(b.sessions.found) == 8 })
	b.sessions.filters.kind.SetSelected(tr("category.wrong_target"))
	b.queue.until(t, "the aborted ones with a wrong target", func() bool { return len(b.sessions.found) == 2 })
	b.setLanguage(LanguageFrench)
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	b.queue.until(t, "the list in French", func() bool { return b.sessions.filters.count.Content() == "2 séances sur 40" })
	if got := b.sessions.filters.outcome.Selected; got != tr("phase.aborted") {
		t.Errorf("the filter says %q", got)
	}
}

func TestAnImportShowsHowFarItIsAndCanBeCancelled(t *testing.T) {
	b := newBench(t, usual, nil)
	b.hold = make(chan struct{})
	b.importBundle("/tmp/bundle.zip")
	b.queue.until(t, "its progress", func() bool { return b.running[0].done == 1 })
	j := b.running[0]
	if j.count.Content() != "1 of 4" || j.text.Content() != "Importing bundle.zip" {
		t.Errorf("it says %q, %q", j.text.Content(), j.count.Content())
	}
	b.setLanguage(LanguageFrench) // builds everything anew
	if got := b.running[0].text.Content(); got != "Import de bundle.zip" {
		t.Errorf("in French it says %q", got)
	}
	b.setLanguage(LanguageEnglish)
	test.Tap(j.button)
	b.queue.until(t, "its end", func() bool { return b.ended(1) })
	if got := b.running[0].text.Content(); got != "The import of bundle.zip was cancelled. Nothing of it is kept." {
		t.Errorf("it says %q", got)
	}
	test.Tap(b.running[0].button)
	if len(b.running) != 0 {
		t.Error("its line is still there")
	}
}

func TestAnExportSaysWhereItWentOrWhyNot(t *testing.T) {
	b := stored(t, 3)
	b.export(b.sessions.found[1], ExportReport, "/tmp/r.html")
	b.queue.until(t, "its end", func() bool { return b.ended(1) })
	b.workErr = errors.New("disk full")
	b.export(b.sessions.found[1], ExportBundle, "/tmp/r.zip")
	b.queue.until(t, "its end", func() bool { return b.ended(2) })
	if diff := cmp.Diff([]string{"stored-1 html /tmp/r.html en", "stored-1 bundle /tmp/r.zip en"}, b.exports); diff != "" {
		t.Errorf("exports (-want +got):\n%s", diff)
	}
	said := []string{b.running[0].text.Content(), b.running[1].text.Content()}
	if diff := cmp.Diff([]string{"Exported to /tmp/r.html", "The export failed: " + tr("why.unknown")}, said); diff != "" {
		t.Errorf("said (-want +got):\n%s", diff)
	}
}

// modalButtons are the buttons of what stands in front of everything.
func modalButtons(o fyne.CanvasObject) []*own.Button {
	var all []*own.Button
	switch o := o.(type) {
	case *own.Button:
		return []*own.Button{o}
	case *fyne.Container:
		for _, child := range o.Objects {
			all = append(all, modalButtons(child)...)
		}
	}
	return all
}

func TestASessionIsDeletedOnlyAfterAQuestion(t *testing.T) {
	b := stored(t, 5)
	press(b, fyne.KeyDown, fyne.KeyDelete)
	if b.modal == nil {
		t.Fatal("it does not ask")
	}
	press(b, fyne.KeyEscape)
	press(b, fyne.KeyDelete)
	buttons := modalButtons(b.modal.Content)
	if b.window.Canvas().Focused() != buttons[0] {
		t.Error("the focus is not on the harmless answer")
	}
	next := b.sessions.found[1].Session.ID
	b.archive.Stored = b.archive.Stored[1:]
	test.Tap(buttons[1])
	b.queue.until(t, "the shorter list", func() bool { return len(b.sessions.found) == 4 && len(b.running) == 0 })
	if diff := cmp.Diff([]string{"stored-0"}, b.deletes); diff != "" {
		t.Errorf("deleted (-want +got):\n%s", diff)
	}
	if b.sessions.current != next || b.sessions.at() != 0 {
		t.Errorf("the keys are about %q in row %d, want the next session %q", b.sessions.current, b.sessions.at(), next)
	}
}

func TestASessionThatGoesOnIsNotDeleted(t *testing.T) {
	b := stored(t, 5) // the fifth is paused
	press(b, fyne.KeyEnd, fyne.KeyDelete)
	if buttons := modalButtons(b.modal.Content); len(buttons) != 1 {
		t.Errorf("%d answers, want one that keeps it", len(buttons))
	}
}

func TestADeletionThatIsCancelledSaysThatTheSessionIsKept(t *testing.T) {
	b := stored(t, 5)
	b.workErr = fmt.Errorf("delete it: %w", context.Canceled)
	b.deleteSession(b.sessions.found[0])
	b.queue.until(t, "its end", func() bool { return b.ended(1) })
	if got, want := b.running[0].text.Content(), tr("delete.cancelled"); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

func TestADeletionThatFailsIsSaid(t *testing.T) {
	b := stored(t, 5)
	b.workErr = errors.New("read only")
	b.deleteSession(b.sessions.found[0])
	b.queue.until(t, "its end", func() bool { return b.ended(1) })
	if got := b.running[0].text.Content(); !strings.Contains(got, tr("why.unknown")) {
		t.Errorf("it says %q", got)
	}
}

func TestTheToolkitSpeaksTheChosenLanguage(t *testing.T) {
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	for _, c := range []struct{ language, cancel, place string }{
		{LanguageFrench, "Annuler", "Ordinateur"}, {LanguageEnglish, "Cancel", "Computer"}, {LanguageFrench, "Annuler", "Ordinateur"},
	} {
		if err := speak(c.language); err != nil {
			t.Fatal(err)
		}
		if cancel, place := lang.L("Cancel"), lang.L("Computer"); cancel != c.cancel || place != c.place {
			t.Errorf("%s: %q and %q, want %q and %q", c.language, cancel, place, c.cancel, c.place)
		}
	}
}

func TestPlacesOfTheChoiceOfAFileAreNamedInTheWindowsLanguage(t *testing.T) {
	b := stored(t, 5)
	b.setLanguage(LanguageFrench)
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	b.typedRune('i')
	b.queue.until(t, "the choice", func() bool { return b.files != nil })
	var said []string
	for _, object := range test.LaidOutObjects(b.window.Canvas().Overlays().Top()) {
		if label, ok := object.(*widget.Label); ok {
			said = append(said, label.Text)
		}
	}
	for _, c := range []struct {
		word string
		want bool
	}{{"Mes fichiers", true}, {"Home", false}, {"Computer", false}} {
		if slices.Contains(said, c.word) != c.want {
			t.Errorf("%q is there: %v, want %v; the labels are %q", c.word, !c.want, c.want, said)
		}
	}
}

func TestEscapeClosesTheChoiceOfAFile(t *testing.T) {
	b := stored(t, 5)
	b.typedRune('i')
	if b.files == nil || b.window.Canvas().Overlays().Top() == nil {
		t.Fatal("no file can be chosen")
	}
	press(b, fyne.KeyEscape)
	if b.files != nil || b.window.Canvas().Overlays().Top() != nil {
		t.Error("the choice is still there")
	}
}

func TestExportOffersEveryForm(t *testing.T) {
	b := stored(t, 5)
	press(b, fyne.KeyDown)
	b.typedRune('e')
	if n := len(modalButtons(b.modal.Content)); n != 4 {
		t.Errorf("%d buttons, want three forms and a way out", n)
	}
}

func TestFilesAreNamedAfterTheSession(t *testing.T) {
	for workflow, want := range map[string]string{
		"Demo_urgence 3/db": "Demo_urgence-3-db-20260508-140311", "../évil\x00": "évil-20260508-140311", "Urgences : note, codage": "Urgences-note-codage-20260508-140311",
		strings.Repeat("é", 200): strings.Repeat("é", 60) + "-20260508-140311",
	} {
		s := replay.Summary{Session: replay.Session{Workflow: workflow, StartedAt: stage.At}}
		if got := fileNameOf(&s); got != want {
			t.Errorf("%q becomes %q, want %q", workflow, got, want)
		}
	}
}

func TestSessionsStructure(t *testing.T) {
	b := stored(t, 3)
	b.archive.Kept["stored-1"] = steps(2, validation.Terminate)
	item := newSessionItem(b.keys)
	v := viewSession(b.sessions.found[1], b.clock)
	item.set(&v, true, func(fyne.Position) {})
	item.Resize(fyne.NewSize(916, 44))
	test.AssertObjectRendersToMarkup(t, "session-row.xml", item)
	test.AssertObjectRendersToMarkup(t, "session-filters.xml", b.sessions.filters.root)
}
