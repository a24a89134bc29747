package mask

import (
	"image"
	"image/draw"
	"testing"

	"vigie/validation"
	"vigie/validation/screen"
)

// wide is a page on a screen of 1920×1080.
func wide(p page) page {
	img := image.NewRGBA(image.Rect(0, 0, 1920, 1080))
	for _, at := range []image.Point{{}, {960, 0}, {0, 540}, {960, 540}} {
		draw.Draw(img, image.Rectangle{Min: at, Max: at.Add(image.Pt(960, 540))}, p.RGBA, image.Point{}, draw.Src)
	}
	return page{img}
}

// BenchmarkRedact measures a report's two pictures of 1920×1080, decoded beforehand as validating needs them anyway.
func BenchmarkRedact(b *testing.B) {
	at := &validation.Point{X: 430. / 1920, Y: 286. / 1080}
	before, after, other := wide(signIn("lea", "")), wide(signIn("lea", "********")), wide(dossier())
	decoded := func(s *validation.Step) *validation.Step {
		for _, p := range append([]*screen.Picture{s.Before}, s.After...) {
			if _, err := p.RGBA(); err != nil {
				b.Fatal(err)
			}
		}
		return s
	}
	secret := decoded(types(b, at, before, after))
	for _, c := range []struct {
		name   string
		typed  bool
		step   *validation.Step
		zones  []Zone
		covers int
	}{
		{"no secret, no zone", false, decoded(clicks(b, after, other)), nil, 0},
		{"the secret step", false, secret, nil, 4}, // the page is drawn four times
		{"the field stands in both", true, decoded(clicks(b, after, before)), nil, 4},
		{"the field is gone", true, decoded(clicks(b, other, other)), nil, 0},
		{"a zone", false, decoded(clicks(b, after, other)), []Zone{{X0: .5, X1: 1, Y1: .1}}, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				var r Redactor
				if c.typed {
					r.typed(secret)
				}
				shown, err := r.Redact(c.step, c.zones)
				if err != nil || len(shown.Covers) != c.covers {
					b.Fatalf("covers %+v, error %v", shown.Covers, err)
				}
			}
		})
	}
}
