package ui

import (
	"encoding/json"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
)

// toolkitWords are the words of Fyne's own dialogs and menus, in French. The window's texts are loaded under the system
// locale's name, where Fyne does not look for its own ones any more.
var toolkitWords = map[string]string{
	"(Parent)": "(Parent)", "Advanced": "Avancé", "Cancel": "Annuler", "Confirm": "Confirmer", "Copy": "Copier",
	"Create Folder": "Créer un dossier", "Cut": "Couper", "Enter filename": "Nom du fichier", "Error": "Erreur",
	"Favourites": "Favoris", "File": "Fichier", "Folder": "Dossier", "New Folder": "Nouveau dossier", "No": "Non", "OK": "OK",
	"Open": "Ouvrir", "Paste": "Coller", "Quit": "Quitter", "Redo": "Rétablir", "Save": "Enregistrer",
	"Select all": "Tout sélectionner", "Show Hidden Files": "Afficher les fichiers cachés", "Undo": "Défaire", "Yes": "Oui",
	"file.name": "Nom", "file.parent": "Parent",
	// Places that a file dialog offers.
	"App Files": "Données de Vigie", "Computer": "Ordinateur", "Desktop": "Bureau", "Documents": "Documents",
	"Downloads": "Téléchargements", "Home": "Mes fichiers", "Music": "Musique", "Pictures": "Images", "Videos": "Vidéos",
}

// toolkitEnglish are the words whose key is not what they say.
var toolkitEnglish = map[string]string{"file.name": "Name", "file.parent": "Parent"}

// speakToolkit loads Fyne's own words under a locale's name.
func speakToolkit(language string, l fyne.Locale) error {
	words := make(map[string]string, len(toolkitWords))
	for key, french := range toolkitWords {
		english, ok := toolkitEnglish[key]
		if !ok {
			english = key
		}
		words[key] = english
		if language == LanguageFrench {
			words[key] = french
		}
	}
	data, err := json.Marshal(words)
	if err != nil {
		return fmt.Errorf("write the toolkit's words: %w", err)
	}
	if err := lang.AddTranslationsForLocale(data, l); err != nil {
		return fmt.Errorf("load the toolkit's words of %q: %w", language, err)
	}
	return nil
}

// fileDialog is one of Fyne's dialogs that choose a file or folder.
type fileDialog interface {
	Show()
	Hide()
	Resize(size fyne.Size)
	SetTitleText(text string)
	SetView(view dialog.ViewLayout)
	SetOnClosed(closed func())
}

// showFiles shows such a dialog over the whole window. Escape closes it.
func (w *Window) showFiles(d fileDialog, title string) {
	if w.files != nil {
		return
	}
	d.SetTitleText(title)
	d.SetView(dialog.ListView) // whole names
	d.SetOnClosed(func() { w.files = nil })
	d.Resize(w.window.Canvas().Size())
	w.files = d
	d.Show()
	namePlaces(w.window.Canvas().Overlays().Top())
}

// namePlaces gives the places of a file dialog their names in the window's language: Fyne writes them in English.
func namePlaces(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *widget.PopUp:
		namePlaces(o.Content)
	case *fyne.Container:
		for _, child := range o.Objects {
			namePlaces(child)
		}
	case *container.Split:
		places, ok := o.Leading.(*widget.List)
		if !ok {
			return
		}
		fill := places.UpdateItem
		places.UpdateItem = func(id widget.ListItemID, item fyne.CanvasObject) {
			fill(id, item)
			translateLabels(item)
		}
		places.Refresh()
	}
}

// translateLabels puts the labels of a toolkit's row into the window's language.
func translateLabels(o fyne.CanvasObject) {
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			translateLabels(child)
		}
	case *widget.Label:
		if _, ok := toolkitWords[o.Text]; ok {
			o.SetText(t(o.Text))
		}
	}
}
