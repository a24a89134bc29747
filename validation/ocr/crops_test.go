package ocr

import (
	"context"
	"image"
	"path/filepath"
	"testing"
)

// crop returns a small real screenshot of testdata/ocr.
func crop(t *testing.T, name string) *image.RGBA {
	t.Helper()
	return loadPicture(t, filepath.Join("..", "..", "testdata", "ocr", name+".png"))
}

func TestReadRealLabels(t *testing.T) {
	p := testPool(t)
	for _, c := range []struct{ name, label, absent string }{
		{"apostrophe", "Contacter l’accueil", "Contacter le service"},
		{"cancel-web", "Cancel", "OK"},
		{"checkbox-list", "Electronic signature", "Electronic archive"},
		{"checkbox-scaled", "Validés uniquement", "Refusés uniquement"},
		{"coloured-button", "Place the order", "Cancel the order"},
		{"dont-save", "Don't Save", "Save as"},
		{"equals", "=", "+"},
		{"focused-dotted", "Activer l'anticrénelage", "Activer l'amélioration"},
		{"item", "Item", "Items 2"},
		{"link", "Approve", "Reject"},
		{"list-row", "Arc-Dark", "Arc-Light"},
		{"page-number", "2", "4"},
		{"profile-tab", "Profile", "Private"},
		{"selected-row", "Vidal Optique", "Garnier et Fils"},
		{"selected-row-dark", "Traiteur Aubert", "Traiteur Albert"},
		{"tab-accent", "Éditeur", "Éditer"},
		{"tab-gtk", "Police", "Polices de titre"},
		{"tab-light", "Statements", "Settlements"},
		{"tab-web", "Imagerie", "Image"},
		{"times", "×", "-"},
		{"two-lines", "Log In", "Log Out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			im := crop(t, c.name)
			lines, err := p.Read(context.Background(), im, im.Rect)
			if err != nil {
				t.Fatal(err)
			}
			if m, ok := Find(lines, c.label); !ok {
				t.Errorf("%q isn't read in %v (score %.2f)", c.label, texts(lines), m.Score)
			} else if !m.Box.In(im.Rect) || m.Box.Empty() {
				t.Errorf("%q stands at %v, outside the picture %v", c.label, m.Box, im.Rect)
			}
			if m, ok := Find(lines, c.absent); ok {
				t.Errorf("%q is found in %v (score %.2f)", c.absent, texts(lines), m.Score)
			}
		})
	}
}

func texts(lines []Line) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = l.Text()
	}
	return all
}

func TestReadLine(t *testing.T) {
	p, im := testPool(t), crop(t, "coloured-button")
	for _, c := range []struct {
		name string
		box  image.Rectangle
		want string
	}{
		{"a button", im.Rect, "Place the order"},
		{"its empty end", image.Rect(im.Rect.Max.X-30, 0, im.Rect.Max.X, im.Rect.Max.Y), ""},
		{"outside the picture", image.Rect(-50, -50, -10, -10), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			line, err := p.ReadLine(context.Background(), im, c.box)
			if err != nil || line.Text() != c.want {
				t.Errorf("ReadLine(%v) = %q, %v; want %q", c.box, line.Text(), err, c.want)
			}
		})
	}
}
