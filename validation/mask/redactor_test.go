package mask

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/screen"
)

func TestTheFieldOfASecretIsCovered(t *testing.T) {
	elsewhere := image.Rect(100, 450, 130, 470)
	for _, c := range []struct {
		name          string
		at            *validation.Point
		before, after page
		covered       []image.Rectangle
		shown         []image.Rectangle
	}{
		{"dots in the field", center(secretBox), signIn("lea", ""), signIn("lea", "********"), []image.Rectangle{secretBox}, []image.Rectangle{userBox.Inset(2), elsewhere}},
		{"a revealed password", center(secretBox), signIn("lea", ""), signIn("lea", "Hibou-42"), []image.Rectangle{secretBox}, []image.Rectangle{userBox.Inset(2)}},
		{"nothing arrived", center(secretBox), signIn("lea", ""), signIn("lea", ""), []image.Rectangle{secretBox}, []image.Rectangle{userBox.Inset(2)}},
		{"typed into the wrong field", center(secretBox), signIn("", ""), signIn("Hibou-42", ""), []image.Rectangle{secretBox, image.Rect(308, 211, 364, 222)}, []image.Rectangle{elsewhere}},
		{"no position known", nil, signIn("lea", ""), signIn("lea", "Hibou-42"), []image.Rectangle{image.Rect(308, 281, 364, 292)}, []image.Rectangle{userBox.Inset(2)}},
		{"no position, and nothing changed", nil, signIn("lea", "Hibou-42"), signIn("lea", "Hibou-42"), []image.Rectangle{{Max: size}}, nil},
		{"a position outside the screen", &validation.Point{X: 3, Y: 3}, signIn("lea", "Hibou-42"), signIn("lea", "Hibou-42"), []image.Rectangle{{Max: size}}, nil},
		{"a bare line, no field drawn", &validation.Point{X: .5, Y: .9}, newPage(white), newPage(white), []image.Rectangle{image.Rect(201, 513, 799, 567)}, []image.Rectangle{image.Rect(100, 100, 900, 400)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r Redactor
			shown := redact(t, &r, types(t, c.at, c.before, c.after))
			for _, p := range []*screen.Picture{shown.Before, shown.After[0]} {
				for _, box := range c.covered {
					if !isCovered(t, p, box) {
						t.Errorf("%v is not covered; covered are %+v", box, shown.Covers)
					}
				}
			}
			for _, box := range c.shown {
				if covers(shown.Covers, box) {
					t.Errorf("%v is covered by %+v", box, shown.Covers)
				}
			}
		})
	}
}

func covers(all []Cover, box image.Rectangle) bool {
	for _, c := range all {
		if c.Box.Overlaps(box) {
			return true
		}
	}
	return false
}

func TestAnotherPageAfterTheSecretIsShown(t *testing.T) {
	var r Redactor
	shown := redact(t, &r, types(t, center(secretBox), signIn("lea", ""), dossier()))
	if !isCovered(t, shown.Before, secretBox) {
		t.Error("the field is not covered")
	}
	if covers(shown.Covers, image.Rect(40, 400, 700, 560)) {
		t.Errorf("the page is covered: %+v", shown.Covers)
	}
}

func TestTheFieldStaysCoveredWhileItStands(t *testing.T) {
	focused := signIn("lea", "Hibou-42")
	focused.frame(secretBox.Inset(-1), blue)
	focused.text(308, 291, "Hibou-42")
	refused := signIn("lea", "Hibou-42")
	refused.text(300, 320, "Mot de passe incorrect")
	for _, c := range []struct {
		name string
		now  page
		want bool
	}{
		{"the same page", signIn("lea", "Hibou-42"), true},
		{"its frame lit up", focused, true},
		{"an error below it", refused, true},
		{"dimmed behind a dialog", dimmed(signIn("lea", "Hibou-42")), true},
		{"another page", dossier(), false},
		{"an empty page", newPage(white), false},
		{"another page, dark", newPage(black), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r Redactor
			redact(t, &r, types(t, center(secretBox), signIn("lea", ""), signIn("lea", "********")))
			shown := redact(t, &r, clicks(t, signIn("lea", "********"), c.now))
			if !isCovered(t, shown.Before, secretBox) {
				t.Error("the picture before is not covered")
			}
			if got := isCovered(t, shown.After[0], secretBox); got != c.want {
				t.Errorf("covered %v, want %v", got, c.want)
			}
			back := redact(t, &r, clicks(t, c.now, signIn("lea", "Hibou-42")))
			if !isCovered(t, back.After[0], secretBox) {
				t.Error("the field that came back is not covered")
			}
		})
	}
}

func TestAScreenOfAnotherSizeIsCoveredAtTheSamePlace(t *testing.T) {
	var r Redactor
	redact(t, &r, types(t, center(secretBox), signIn("lea", ""), signIn("lea", "********")))
	half, err := screen.Blank(size.Div(2))
	if err != nil {
		t.Fatal(err)
	}
	shown := redact(t, &r, &validation.Step{Action: validation.Action{Type: "click_anchor"}, After: []*screen.Picture{half}})
	want := image.Rectangle{Min: secretBox.Min.Div(2), Max: secretBox.Max.Div(2)}
	if len(shown.Covers) != 1 || !want.In(shown.Covers[0].Box) {
		t.Errorf("covered %+v, want %v", shown.Covers, want)
	}
}

func TestAfterARestartTheFieldIsKnownAgain(t *testing.T) {
	var first, second Redactor
	kept := redact(t, &first, types(t, center(secretBox), signIn("lea", ""), signIn("lea", "********")))
	second.Recall(kept.Covers, load(t, kept.After[0].Bytes()))
	shown := redact(t, &second, clicks(t, signIn("lea", "Hibou-42"), dossier()))
	if !isCovered(t, shown.Before, secretBox) || isCovered(t, shown.After[0], secretBox) {
		t.Errorf("covered %+v", shown.Covers)
	}
	var third Redactor
	third.Recall(kept.Covers, nil) // its picture cannot be read: it stays covered
	if shown := redact(t, &third, clicks(t, signIn("lea", "Hibou-42"), dossier())); !isCovered(t, shown.After[0], secretBox) {
		t.Errorf("covered %+v", shown.Covers)
	}
}

func TestTheSamePictureIsCoveredOnce(t *testing.T) {
	var r Redactor
	first := redact(t, &r, types(t, center(secretBox), signIn("lea", ""), signIn("lea", "********")))
	second := redact(t, &r, clicks(t, signIn("lea", "********"), dossier()))
	if first.After[0].Hash() != second.Before.Hash() {
		t.Error("the after of a step and the before of the next are two pictures")
	}
	if first.After[0] != second.Before {
		t.Error("it is encoded twice")
	}
}

func TestWithoutSecretsAndZonesPicturesAreNotTouched(t *testing.T) {
	var r Redactor
	step := clicks(t, signIn("lea", ""), dossier())
	shown := redact(t, &r, step)
	if shown.Before != step.Before || shown.After[0] != step.After[0] || len(shown.Covers) > 0 {
		t.Errorf("got %+v", shown)
	}
	if step.Before.DecodeTime() > 0 || step.After[0].DecodeTime() > 0 {
		t.Error("a picture was decoded")
	}
}

func TestADamagedPictureOfASecretIsBlanked(t *testing.T) {
	whole := shot(t, signIn("lea", "Hibou-42")).Bytes()
	var r Redactor
	step := types(t, center(secretBox), signIn("lea", ""), signIn("lea", "Hibou-42"))
	step.After[0] = load(t, whole[:len(whole)/2])
	shown := redact(t, &r, step)
	if shown.After[0].Size() != size || !isCovered(t, shown.After[0], image.Rectangle{Max: size}) {
		t.Error("a part of it is kept")
	}
}

func TestASecretWithoutPictures(t *testing.T) {
	var r Redactor
	shown := redact(t, &r, &validation.Step{Action: validation.Action{Type: "type_secret"}})
	if shown.Before != nil || len(shown.After) > 0 || len(shown.Covers) > 0 {
		t.Errorf("got %+v", shown)
	}
}

func TestZonesAreCoveredInEveryPicture(t *testing.T) {
	var r Redactor
	zone := Zone{X0: .1, Y0: .5, X1: .30001, Y1: .6, Name: "patient"}
	shown := redact(t, &r, clicks(t, signIn("lea", ""), dossier()), zone)
	box := image.Rect(100, 300, 301, 360)
	for _, p := range []*screen.Picture{shown.Before, shown.After[0]} {
		if !isCovered(t, p, box) || isCovered(t, p, box.Inset(-1)) {
			t.Errorf("covered %+v, want %v", shown.Covers, box)
		}
	}
	if len(shown.Covers) != 1 || shown.Covers[0].Name != "patient" || shown.Covers[0].Why != WhyZone {
		t.Errorf("covers %+v", shown.Covers)
	}
}
