package ui

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func icon512(t *testing.T) fyne.Resource {
	t.Helper()
	data, err := os.ReadFile("../assets/icon/vigie.png")
	if err != nil {
		t.Fatal(err)
	}
	return fyne.NewStaticResource("vigie.png", data)
}

func TestTheIconShowsHowManyWait(t *testing.T) {
	test.NewTempApp(t)
	icon := icon512(t)
	if got, err := badged(icon, 0); err != nil || got != icon {
		t.Errorf("nobody waits: %v, %v, want the icon as it is", got, err)
	}
	all := image.NewRGBA(image.Rect(0, 0, 5*96, 96))
	for n, count := range []int{0, 1, 4, 9, 23} {
		made, err := badged(icon, count)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := png.Decode(bytes.NewReader(made.Content()))
		if err != nil {
			t.Fatal(err)
		}
		for y := range 96 {
			for x := range 96 {
				all.Set(n*96+x, y, over(color.NRGBAModel.Convert(decoded.At(x*512/96, y*512/96)).(color.NRGBA), rgb(0xFFFFFF)))
			}
		}
	}
	test.AssertImageMatches(t, "badges.png", all)
}

func TestAnIconThatIsNoPictureIsRefused(t *testing.T) {
	if _, err := badged(fyne.NewStaticResource("x", []byte("x")), 1); err == nil {
		t.Error("a text was taken for an icon")
	}
}

func TestASmallIconHasItsNumberToo(t *testing.T) {
	made := badge(image.NewRGBA(image.Rect(0, 0, 32, 32)), 3)
	found := map[color.Color]bool{}
	for y := range 32 {
		for x := range 32 {
			found[made.At(x, y)] = true
		}
	}
	if !found[badgeGround] || !found[badgeText] {
		t.Error("there is no disc, or no number on it")
	}
}
