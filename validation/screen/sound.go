package screen

import (
	"bytes"
	"image"
	"math"
)

// DoubtKind says what is wrong with a comparison of two screenshots.
type DoubtKind string

// The kinds of doubts, matrix.md §1.
const (
	DoubtDamaged    DoubtKind = "damaged"     // a picture can't be decoded; Err says why
	DoubtSizes      DoubtKind = "sizes"       // before (Have) and after (Want) differ in size
	DoubtScreenSize DoubtKind = "screen_size" // a picture's size (Have) is not the session's screen (Want)
	DoubtSameBytes  DoubtKind = "same_bytes"  // before and after are the same file
	DoubtSamePixels DoubtKind = "same_pixels" // before and after are two files with the same pixels
	DoubtBlack      DoubtKind = "black"       // nearly all pixels have the same very dark colour
	DoubtBlank      DoubtKind = "blank"       // nearly all pixels have the same colour
	DoubtHalfDrawn  DoubtKind = "half_drawn"  // a black or white band (Box) covers what before showed
)

// Doubt is a reason not to trust a comparison as it is.
type Doubt struct {
	Kind DoubtKind
	// On is "before" or "after", or empty when the doubt is about both.
	On string
	// Have and Want are sizes in pixels, where the kind is about sizes.
	Have, Want image.Point
	// Scale is Have divided by Want when the one is a clean rescale of the other; 0 when it is not.
	Scale float64
	// Box is the band of a half-drawn picture.
	Box image.Rectangle
	// Err is an ErrDamaged.
	Err error
}

// Sound says what is wrong with comparing before with after; nothing when the comparison is sound. Either may be nil.
// expect is the size in pixels of the screen or monitor that they should show, zero when it is not known.
func Sound(before, after *Picture, expect image.Point) []Doubt {
	a, doubts := look("before", before, expect, nil)
	b, doubts := look("after", after, expect, doubts)
	if a == nil || b == nil {
		return doubts
	}
	switch {
	case bytes.Equal(before.Bytes(), after.Bytes()):
		return append(doubts, Doubt{Kind: DoubtSameBytes})
	case a.Rect != b.Rect:
		have, want := before.Size(), after.Size()
		return append(doubts, Doubt{Kind: DoubtSizes, Have: have, Want: want, Scale: rescale(have, want)})
	case equalInside(a, b, a.Rect):
		return append(doubts, Doubt{Kind: DoubtSamePixels})
	}
	if band := halfDrawn(a, b); !band.Empty() && !hasKind(doubts, DoubtBlack, DoubtBlank) {
		doubts = append(doubts, Doubt{Kind: DoubtHalfDrawn, On: "after", Box: band})
	}
	return doubts
}

// look decodes one picture and adds what is wrong with it alone.
func look(on string, p *Picture, expect image.Point, doubts []Doubt) (*image.RGBA, []Doubt) {
	if p == nil {
		return nil, doubts
	}
	img, err := p.RGBA()
	if err != nil {
		return nil, append(doubts, Doubt{Kind: DoubtDamaged, On: on, Err: err})
	}
	if size := p.Size(); expect != (image.Point{}) && size != expect {
		doubts = append(doubts, Doubt{Kind: DoubtScreenSize, On: on, Have: size, Want: expect, Scale: rescale(size, expect)})
	}
	if kind := flatKind(img); kind != "" {
		doubts = append(doubts, Doubt{Kind: kind, On: on})
	}
	return img, doubts
}

func hasKind(doubts []Doubt, kinds ...DoubtKind) bool {
	for _, d := range doubts {
		for _, k := range kinds {
			if d.Kind == k {
				return true
			}
		}
	}
	return false
}

// rescale returns have/want when both sides agree on it to a pixel, else 0.
func rescale(have, want image.Point) float64 {
	if want.X < 1 || want.Y < 1 || have.X < 1 || have.Y < 1 {
		return 0
	}
	scale := float64(have.X) / float64(want.X)
	if math.Abs(float64(have.Y)-scale*float64(want.Y)) > max(1, scale) {
		return 0
	}
	return scale
}

const (
	flatNoise    = 8  // how far a channel may be off in a flat area: JPEG
	flatOddities = 48 // pixels; a pointer or a caret may stand on a flat picture
	darkest      = 16 // channels of a black capture
)

// flatKind says whether a picture is black, blank, or neither (empty). Anything drawn that is larger than a pointer
// makes it neither: a dark application shows text somewhere.
func flatKind(img *image.RGBA) DoubtKind {
	size := img.Rect.Size()
	r, g, b := at(img, size.X/2, size.Y/2)
	if odd := firstOddities(img, [3]uint8{r, g, b}); odd.Dx() > flatOddities || odd.Dy() > flatOddities {
		return ""
	}
	if max(r, g, b) <= darkest {
		return DoubtBlack
	}
	return DoubtBlank
}

// firstOddities is the box of the pixels that are not of the given colour. It stops at the row that makes the box larger
// than a pointer, which for most pictures is the first.
func firstOddities(img *image.RGBA, rgb [3]uint8) image.Rectangle {
	var odd image.Rectangle
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		row := pixels(img, img.Rect.Min.X, img.Rect.Max.X, y)
		first, last := -1, -1
		for i := 0; i < len(row); i += 4 {
			if !near(row[i:i+3], rgb, flatNoise) {
				if first < 0 {
					first = i / 4
				}
				last = i / 4
			}
		}
		if first >= 0 {
			odd = odd.Union(image.Rect(first, y, last+1, y+1))
		}
		if odd.Dx() > flatOddities || odd.Dy() > flatOddities {
			return odd
		}
	}
	return odd
}

// near says whether a pixel's channels are all within tolerance of rgb.
func near(pixel []byte, rgb [3]uint8, tolerance int) bool {
	return absDiff(pixel[0], rgb[0]) <= tolerance && absDiff(pixel[1], rgb[1]) <= tolerance && absDiff(pixel[2], rgb[2]) <= tolerance
}

// at returns the colour of a pixel inside the picture.
func at(img *image.RGBA, x, y int) (r, g, b uint8) {
	p := img.Pix[img.PixOffset(x, y):]
	return p[0], p[1], p[2]
}
