package ocr

import (
	"context"
	"image"
	"path/filepath"
	"testing"
)

// benchRegion is a region of 240×60 at a button of a real page.
func benchRegion(b *testing.B) (*Pool, *image.RGBA, image.Rectangle) {
	b.Helper()
	dir := corpusDir(b)
	im := loadPicture(b, filepath.Join(dir, "web", "dev", "001-after.png"))
	p, err := New(Config{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.Close() })
	at := image.Pt(im.Rect.Dx()*107/1000, im.Rect.Dy()*3138/10000)
	b.ReportAllocs()
	return p, im, image.Rect(at.X-120, at.Y-30, at.X+120, at.Y+30)
}

// forget empties what the pool keeps, so that reading is measured and not remembering.
func (p *Pool) forget() { p.memo = newMemo() }

func BenchmarkRead(b *testing.B) {
	p, im, region := benchRegion(b)
	for b.Loop() {
		p.forget()
		if _, err := p.Read(context.Background(), im, region); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadAgain(b *testing.B) {
	p, im, region := benchRegion(b)
	for b.Loop() {
		if _, err := p.Read(context.Background(), im, region); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadSparse(b *testing.B) {
	p, im, region := benchRegion(b)
	at := region.Min.Add(region.Size().Div(2))
	for b.Loop() {
		p.forget()
		if _, err := sparseAsIs(context.Background(), p, im, image.Rect(at.X-80, at.Y-80, at.X+80, at.Y+80)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFindLines(b *testing.B) {
	_, im, region := benchRegion(b)
	for b.Loop() {
		FindLines(im, region)
	}
}

func BenchmarkFindLinesOnAScreen(b *testing.B) {
	_, im, _ := benchRegion(b)
	for b.Loop() {
		FindLines(im, im.Rect)
	}
}

func BenchmarkFind(b *testing.B) {
	lines := textLines("Fichier Édition Affichage Aide", "Imagerie Biologie Prescriptions Comptes rendus", "Cliquez sur Enregistrer pour finir", "Annuler OK")
	b.ReportAllocs()
	for b.Loop() {
		Find(lines, "Enregistrer sous…")
	}
}
