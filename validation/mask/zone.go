package mask

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of zones.
const (
	// MaxZones is how many zones a workflow may have.
	MaxZones = 100
	// maxName is how long a zone's name may be, in characters.
	maxName = 200
)

// Zone is a rectangle of a workflow's screenshots that is covered in all of them, as fractions 0…1 of their width and
// height.
type Zone struct {
	X0 float64 `json:"x0"`
	Y0 float64 `json:"y0"`
	X1 float64 `json:"x1"`
	Y1 float64 `json:"y1"`
	// Name says what lies there, for a person.
	Name string `json:"name,omitempty"`
}

// Check says what is wrong with a zone; nil when nothing is.
func (z Zone) Check() error {
	for _, side := range []struct {
		axis     string
		from, to float64
	}{{"x", z.X0, z.X1}, {"y", z.Y0, z.Y1}} {
		if !(side.from >= 0 && side.from < side.to && side.to <= 1) {
			return fmt.Errorf("zone from %s=%v to %v: give two fractions of the screenshot between 0 and 1, the smaller first",
				side.axis, side.from, side.to)
		}
	}
	if utf8.RuneCountInString(z.Name) > maxName || strings.ContainsFunc(z.Name, unicode.IsControl) {
		return fmt.Errorf("zone name %.40q: at most %d characters, none of them a control character", z.Name, maxName)
	}
	return nil
}

// ParseZone reads a zone as X0,Y0,X1,Y1: fractions, or percents with their sign.
func ParseZone(s string) (z Zone, err error) {
	parts := strings.Split(s, ",")
	if len(parts) != 4 {
		return z, fmt.Errorf("zone %.80q: give its four sides X0,Y0,X1,Y1, as in 60%%,0%%,100%%,12%%", s)
	}
	for i, side := range []*float64{&z.X0, &z.Y0, &z.X1, &z.Y1} {
		text, percent := strings.CutSuffix(strings.TrimSpace(parts[i]), "%")
		if *side, err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
			return z, fmt.Errorf("zone %.80q: %.20q is no number", s, parts[i])
		}
		if percent {
			*side /= 100
		}
	}
	return z, z.Check()
}

// String is the zone in percents, as ParseZone reads it.
func (z Zone) String() string {
	side := func(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e4, 'f', -1, 64) + "%" }
	return side(z.X0) + ", " + side(z.Y0) + ", " + side(z.X1) + ", " + side(z.Y1)
}

// On is the zone in pixels of a picture of the size, rounded outwards.
func (z Zone) On(size image.Point) image.Rectangle {
	w, h := float64(size.X), float64(size.Y)
	return image.Rect(
		int(math.Floor(z.X0*w)), int(math.Floor(z.Y0*h)), int(math.Ceil(z.X1*w)), int(math.Ceil(z.Y1*h)),
	)
}
