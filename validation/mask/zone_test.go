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
