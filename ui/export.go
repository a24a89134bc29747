package ui

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
)

// The forms in which a session is exported, as [Params].Export takes them.
const (
	ExportReport = "html"
	ExportBundle = "bundle"
	ExportLines  = "jsonl"
)

// exportForms are the forms with their texts and the ends of their files' names.
func exportForms() []struct{ format, name, help, suffix string } {
	return []struct{ format, name, help, suffix string }{
		{ExportReport, t("export.report"), t("export.report.help"), ".html"},
		{ExportBundle, t("export.bundle"), t("export.bundle.help"), ".zip"},
		{ExportLines, t("export.lines"), t("export.lines.help"), ".jsonl"},
	}
}

// askExport asks in which form a session is exported.
func (w *Window) askExport(s *replay.Summary) {
	lines := container.NewVBox(
		own.NewText(t("export.title")).Bold().Sized(theme.SizeNameSubHeadingText), own.Sized(modalWidth, 0, own.NewText(sessionName(s)).Shrinking()))
	var first fyne.Focusable
	for _, f := range exportForms() {
		button := own.NewButton(f.name, theme.DocumentSaveIcon(), w.keys, func() {
			w.closeModal()
			w.chooseTarget(s, f.format, f.suffix)
		})
		button.Alignment = widget.ButtonAlignLeading
		if first == nil {
			first = button
		}
		lines.Add(button)
		lines.Add(helpLabel(f.help))
	}
	leave := own.NewButton(t("export.leave"), nil, w.keys, w.closeModal)
	lines.Add(container.New(own.Columns{Widths: []float32{-1, 0}}, spacer(), leave))
	w.openModal(own.Sized(modalWidth, 0, lines), first)
}

// chooseTarget lets the person choose the file, and exports.
func (w *Window) chooseTarget(s *replay.Summary, format, suffix string) {
	save := dialog.NewFileSave(func(file fyne.URIWriteCloser, err error) {
		if err != nil {
			w.showError("export.failed", err)
			return
		}
		if file == nil {
			return
		}
		w.export(s, format, w.pathOf(file))
	}, w.window)
	save.SetFileName(fileNameOf(s) + suffix)
	w.showFiles(save, t("export.title"))
}

// export exports a session to a file.
func (w *Window) export(s *replay.Summary, format, path string) {
	id, language := s.Session.ID, spoken()
	words := jobWords{
		title: "export.running", about: func() gaps { return gaps{"Name": sessionName(s)} },
		said: func(err error) mark { return w.exported(path, err) },
	}
	w.start(words,
		func(ctx context.Context, told progress) error {
			return w.p.Export(ctx, id, format, path, language, told)
		},
		func(error) {})
}

// exported says what became of an export.
func (w *Window) exported(path string, err error) mark {
	switch {
	case errors.Is(err, context.Canceled):
		return mark{own.Dash, colorQuiet, t("export.cancelled")}
	case err != nil:
		return mark{own.Cross, colorFailed, t("export.failed", gaps{"Error": w.why(err)})}
	}
	return mark{own.Check, colorComplete, t("export.done", gaps{"Path": path})}
}

// askDelete asks before a session is deleted, and says what goes with it. One that is not over can't be.
func (w *Window) askDelete(s *replay.Summary) {
	title, name := own.NewText(t("delete.title")).Bold().Sized(theme.SizeNameSubHeadingText), own.Sized(modalWidth, 0, own.NewText(sessionName(s)).Shrinking())
	lines := container.NewVBox(title, name)
	if !hasEnded(s.Phase) {
		title.SetText(t("delete.not_yet"))
		leave := own.NewButton(t("keys.close"), nil, w.keys, w.closeModal)
		lines.Add(flush(paragraph(t("delete.live"))))
		lines.Add(container.New(own.Columns{Widths: []float32{-1, 0}}, spacer(), leave))
		w.openModal(own.Sized(modalWidth, 0, lines), leave)
		return
	}
	keep := own.NewButton(t("delete.keep"), nil, w.keys, w.closeModal)
	lines.Add(flush(paragraph(t("delete.what"))))
	yes := own.NewButton(t("delete.yes"), theme.DeleteIcon(), w.keys, func() {
		w.closeModal()
		w.deleteSession(s)
	})
	yes.Importance = widget.DangerImportance
	lines.Add(container.New(own.Columns{Widths: []float32{-1, 0, 0}, Gap: 8}, spacer(), keep, yes))
	w.openModal(own.Sized(modalWidth, 0, lines), keep)
}

func (w *Window) deleteSession(s *replay.Summary) {
	id := s.Session.ID
	if w.sessions.opened == id {
		w.sessions.close()
	}
	words := jobWords{title: "delete.running", about: func() gaps { return gaps{"Name": sessionName(s)} }, said: w.deleted}
	w.start(words,
		func(ctx context.Context, _ progress) error { return w.p.Delete(ctx, id) },
		func(err error) {
			if err == nil {
				w.sessions.passOn(id)
			}
			w.sessions.refresh()
		})
}

// deleted says what became of a deletion; nothing where it went well, as the session is gone from the list.
func (w *Window) deleted(err error) mark {
	switch {
	case errors.Is(err, context.Canceled):
		return mark{own.Dash, colorQuiet, t("delete.cancelled")}
	case err != nil:
		return mark{own.Cross, colorFailed, t("delete.failed", gaps{"Error": w.why(err)})}
	}
	return mark{}
}

// hasEnded says whether a session has ended for good.
func hasEnded(p replay.Phase) bool {
	return p == replay.PhaseFinished || p == replay.PhaseAborted || p == replay.PhaseLost
}

// sessionName is what a person calls a session by: its workflow, and when it began.
func sessionName(s *replay.Summary) string {
	if s.Session.StartedAt.IsZero() {
		return workflowOf(s)
	}
	return workflowOf(s) + " · " + date(s.Session.StartedAt)
}

// fileNameOf is a file's name for a session, of letters, digits and dashes.
func fileNameOf(s *replay.Summary) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' {
			return r
		}
		return '-'
	}, workflowOf(s))
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' }), "-")
	runes := []rune(name)
	name = string(runes[:min(60, len(runes))])
	if !s.Session.StartedAt.IsZero() {
		name += s.Session.StartedAt.Local().Format("-20060102-150405")
	}
	return name
}
