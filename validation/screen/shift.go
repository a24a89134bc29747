package screen

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math/bits"
)

// Shift is how far the rows of a page moved down, or up where By is negative, between two pictures: something came in
// above them, or went. Rows above From stayed where they were.
type Shift struct {
	// From is the first row of the earlier picture that moved, in pixels.
	From int
	// By is the distance in pixels.
	By int
}

// shiftColumns is how many columns the picture is cut into: a change beside a text must not hide that the text moved.
const shiftColumns = 8

// Shifted finds by how much the rows of a page moved between two pictures of one size. As many rows of a column's width
// as least says, each found once in either picture, must have moved by one distance, and few between them have stayed.
func Shifted(before, after *image.RGBA, least int) (Shift, bool) {
	if before.Rect != after.Rect || before.Rect.Empty() {
		return Shift{}, false
	}
	var moves []rowMove
	width := before.Rect.Dx() / shiftColumns
	for c := range shiftColumns {
		x := before.Rect.Min.X + c*width
		moves = append(moves, movesIn(before, after, x, x+width)...)
	}
	s, ok := commonShift(moves, least)
	for ok && s.From > before.Rect.Min.Y && movedRow(before, after, s.From-1, s.By) {
		s.From-- // the plain rows above the first that tells
	}
	return s, ok
}

// movedRow says whether a row is found at its new place in most columns, and not at its old one.
func movedRow(before, after *image.RGBA, y, by int) bool {
	r := after.Rect
	if y+by < r.Min.Y || y+by >= r.Max.Y {
		return false
	}
	width, there := r.Dx()/shiftColumns, 0
	for c := range shiftColumns {
		x := r.Min.X + c*width
		if string(pixels(before, x, x+width, y)) == string(pixels(after, x, x+width, y+by)) {
			there++
		}
	}
	return there*4 >= shiftColumns*3 && string(pixels(before, r.Min.X, r.Max.X, y)) != string(pixels(after, r.Min.X, r.Max.X, y))
}

// rowMove is a row of a column that is found at y in the earlier picture and at y+by in the later one.
type rowMove struct{ y, by int }

// movesIn pairs those rows of a column that are not of one colour and are found once in each picture.
func movesIn(before, after *image.RGBA, x0, x1 int) []rowMove {
	was, is := rowsOnce(before, x0, x1), rowsOnce(after, x0, x1)
	var moves []rowMove
	for hash, y := range was {
		if z, ok := is[hash]; ok && y >= 0 && z >= 0 {
			moves = append(moves, rowMove{y: y, by: z - y})
		}
	}
	return moves
}

// rowsOnce returns the height of each row by its hash; -1 where two rows look alike.
func rowsOnce(img *image.RGBA, x0, x1 int) map[uint64]int {
	rows := make(map[uint64]int)
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		hash, plain := hashRow(pixels(img, x0, x1, y))
		if plain {
			continue
		}
		if _, twice := rows[hash]; twice {
			rows[hash] = -1
			continue
		}
		rows[hash] = y
	}
	return rows
}

// hashRow hashes a row of pixels, two at a time, and says whether all have one colour.
func hashRow(row []byte) (hash uint64, plain bool) {
	plain = true
	var first uint64
	for i := 0; i+8 <= len(row); i += 8 {
		pair := binary.LittleEndian.Uint64(row[i:])
		if i == 0 {
			first = pair
		}
		plain = plain && pair == first
		hash = bits.RotateLeft64(hash^pair, 23) * 0x9E3779B97F4A7C15
	}
	return hash, plain
}

// commonShift is the distance that most of the rows moved that did move.
func commonShift(moves []rowMove, least int) (Shift, bool) {
	votes := make(map[int]int)
	for _, m := range moves {
		if m.by != 0 {
			votes[m.by]++
		}
	}
	by, most := 0, 0
	for d, n := range votes {
		if n > most || n == most && d < by {
			by, most = d, n
		}
	}
	if most < least {
		return Shift{}, false
	}
	first, last := spanOf(moves, by)
	stayed := 0
	for _, m := range moves {
		if m.by == 0 && m.y >= first && m.y <= last {
			stayed++
		}
	}
	return Shift{From: first, By: by}, stayed*3 <= most
}

// spanOf is the first and the last row that moved by a distance.
func spanOf(moves []rowMove, by int) (first, last int) {
	first, last = -1, -1
	for _, m := range moves {
		if m.by != by {
			continue
		}
		if first < 0 || m.y < first {
			first = m.y
		}
		last = max(last, m.y)
	}
	return first, last
}

// Realign returns the earlier picture as it would have looked had the page moved already: its rows at their new places,
// and what came in between as it is in the later one.
func Realign(before, after *image.RGBA, s Shift) *image.RGBA {
	out := image.NewRGBA(after.Rect)
	draw.Draw(out, out.Rect, before, before.Rect.Min, draw.Src)
	r := after.Rect
	for y := max(r.Min.Y, min(s.From, s.From+s.By)); y < r.Max.Y; y++ {
		row := pixels(out, r.Min.X, r.Max.X, y)
		if string(row) == string(pixels(after, r.Min.X, r.Max.X, y)) {
			continue // stays put below the page
		}
		if from := y - s.By; y < s.From+s.By || from >= r.Max.Y {
			copy(row, pixels(after, r.Min.X, r.Max.X, y))
		} else {
			copy(row, pixels(before, r.Min.X, r.Max.X, from))
		}
	}
	return out
}
