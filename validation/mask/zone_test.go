package mask

import (
	"image"
	"math"
	"strings"
	"testing"
)

func TestZonesThatMakeNoSenseAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		zone Zone
		ok   bool
	}{
		{"a part of the screen", Zone{X0: .1, Y0: .2, X1: .3, Y1: .4}, true},
		{"all of it", Zone{X1: 1, Y1: 1, Name: "tout"}, true},
		{"empty", Zone{}, false},
		{"upside down", Zone{X0: .1, Y0: .4, X1: .3, Y1: .2}, false},
		{"beyond the edge", Zone{X0: .1, Y0: .2, X1: 1.01, Y1: .4}, false},
		{"before the edge", Zone{X0: -.1, Y0: .2, X1: 1, Y1: .4}, false},
		{"no number", Zone{X0: math.NaN(), Y0: .2, X1: 1, Y1: .4}, false},
		{"a name that steers a terminal", Zone{X1: 1, Y1: 1, Name: "a\x1b[2J"}, false},
		{"a long name", Zone{X1: 1, Y1: 1, Name: strings.Repeat("é", 201)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.zone.Check(); (err == nil) != c.ok {
				t.Errorf("error %v, want none: %v", err, c.ok)
			}
		})
	}
}

func TestAZoneIsRoundedOutwards(t *testing.T) {
	got := Zone{X0: .101, Y0: .101, X1: .199, Y1: .199}.On(image.Pt(100, 100))
	if want := image.Rect(10, 10, 20, 20); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestZonesAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]Zone{
		"60%,0%,100%,12%":          {X0: .6, X1: 1, Y1: .12},
		" 60 % , 0 , 1 , 12.5 % ":  {X0: .6, X1: 1, Y1: .125},
		"0.333333,0.1,0.666667,.2": {X0: .333333, Y0: .1, X1: .666667, Y1: .2},
	} {
		z, err := ParseZone(text)
		if err != nil || z != want {
			t.Errorf("%q is read as %+v, error %v", text, z, err)
		}
		again, err := ParseZone(z.String())
		if err != nil || again != z {
			t.Errorf("%+v is written as %q, which is read as %+v, error %v", z, z.String(), again, err)
		}
	}
	for _, text := range []string{"", "1,2,3", "a,0,1,1", "0,0,1,1,1", "0,0,NaN,1", "0,0,200%,1", "%,0,1,1"} {
		if z, err := ParseZone(text); err == nil {
			t.Errorf("%q is read as %+v", text, z)
		}
	}
}

func FuzzParseZone(f *testing.F) {
	f.Add("60%,0%,100%,12%")
	f.Add("0,0,1,.5")
	f.Fuzz(func(t *testing.T, text string) {
		z, err := ParseZone(text)
		if err == nil && z.Check() != nil {
			t.Errorf("%q is read as %+v, which makes no sense", text, z)
		}
	})
}
