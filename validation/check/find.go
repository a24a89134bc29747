package check

import (
	"cmp"
	"context"
	"image"
	"slices"
	"strings"
	"unicode/utf8"

	"vigie/validation"
	"vigie/validation/ocr"
)

// find looks for a text in a region of a picture. The lines that it would fill are read first; those that have room for most of
// it only where none of them is that text, and the others, in which it may go on or be cut off, where those do not hold it.
func find(ctx context.Context, s *validation.Scene, picture *image.RGBA, region image.Rectangle, want string) (ocr.Match, bool, error) {
	filled, err := s.ReadThose(ctx, picture, region, func(b image.Rectangle) bool { return fills(b, want) })
	if err != nil {
		return ocr.Match{}, false, err
	}
	if m, ok := ocr.Find(filled, want); ok && m.Whole && m.Score >= exactly {
		return m, true, nil
	}
	for _, room := range slices.Compact([]int{roomForMost(want), roomFor(want)}) {
		lines, err := s.ReadThose(ctx, picture, region, func(b image.Rectangle) bool { return ocr.Room(b) >= room })
		if err != nil {
			return ocr.Match{}, false, err
		}
		if m, ok := ocr.Find(lines, want); ok {
			return m, true, nil
		}
		if m, ok := ocr.Find(joined(lines), want); ok && strings.Contains(want, " ") {
			return m, true, nil
		}
	}
	return ocr.Match{}, false, nil
}

// joined puts pieces of text together that follow each other on one row as words do: a sentence of which a word is marked, or
// that is written in wide letters, comes in pieces.
func joined(lines []ocr.Line) []ocr.Line {
	pieces := slices.Clone(lines)
	slices.SortFunc(pieces, func(a, b ocr.Line) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	var rows []ocr.Line
	for _, l := range pieces {
		i := slices.IndexFunc(rows, func(row ocr.Line) bool { return goesOn(row.Box, l.Box) })
		if i < 0 {
			rows = append(rows, l)
			continue
		}
		rows[i].Words = slices.Concat(rows[i].Words, l.Words)
		rows[i].Box = rows[i].Box.Union(l.Box)
	}
	return rows
}

// goesOn says whether a piece of text follows a row's end as its next word.
func goesOn(row, piece image.Rectangle) bool {
	high, gap := max(row.Dy(), piece.Dy()), piece.Min.X-row.Max.X
	return gap >= -2 && gap <= high*5/4 && abs(center(row).Y-center(piece).Y)*3 <= high
}

// fills says whether a line is about as long as a text.
func fills(b image.Rectangle, want string) bool {
	room := ocr.Room(b)
	return room >= roomForMost(want) && room <= 2*utf8.RuneCountInString(want)+4
}

// exactly is the score from which a text that was read is the wanted one and no other.
const exactly = .98

// roomForMost is the room of a line in which most of a text can stand; roomFor the least in which a text, or what an
// ellipsis leaves of it, can.
func roomForMost(want string) int { return utf8.RuneCountInString(want) * 3 / 5 }

func roomFor(want string) int { return min(roomForMost(want), leastPiece) }

// leastPiece is how many characters of a text its shortest line, or what an ellipsis leaves of it, is taken to have.
const leastPiece = 3

// found says whether a text stands in a region of a picture.
func found(ctx context.Context, s *validation.Scene, picture *image.RGBA, region image.Rectangle, want string) bool {
	_, ok, err := find(ctx, s, picture, region, want)
	return ok && err == nil
}
