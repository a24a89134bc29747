package ocr

import (
	"image"
	"strings"
	"unicode"
)

// Find looks for a label in lines that were read, and returns the best place. It matches whole words only ("edge" isn't in
// "knowledge"), words that the reader split or joined, a label that the screen cuts with an ellipsis, and a label that goes
// on in the lines below. The second result is false when the best place scores below Threshold. Of two places that score
// the same, one where the label stands alone wins, then the upper one.
func Find(lines []Line, expected string) (Match, bool) {
	label := labelRunes(expected)
	if len(label) == 0 {
		return Match{}, false
	}
	var best Match
	for i := range lines {
		best = better(best, findInLine(lines, i, label))
		best = better(best, findAcross(lines, i, label))
	}
	return best, best.Score >= Threshold
}

func better(a, b Match) Match {
	if b.Score > a.Score || b.Score == a.Score && b.Whole && !a.Whole {
		return b
	}
	return a
}

// unit is a run of letters and digits, or of other characters, in a folded word.
type unit struct {
	text []rune
	word int
	// glued tells that no space stands before it.
	glued bool
}

// units cuts a line's words into units, so that a label in brackets or behind an icon's debris is word-bounded.
func units(words []Word, base int) []unit {
	var us []unit
	for i, w := range words {
		runes := []rune(cut(w.Text))
		glued := false
		for start := 0; start < len(runes); {
			end := start + 1
			for end < len(runes) && isInk(runes[end]) == isInk(runes[start]) {
				end++
			}
			us = append(us, unit{text: runes[start:end], word: base + i, glued: glued})
			start, glued = end, true
		}
	}
	return us
}

func isInk(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func findInLine(lines []Line, i int, label []rune) Match {
	us := units(lines[i].Words, 0)
	best := Match{Line: i}
	from, to := 0, 0
	for start := range us {
		end, score := bestWindow(us[start:], label)
		if score > best.Score {
			best.Score, from, to = score, start, start+end
		}
	}
	if best.Score == 0 {
		return best
	}
	best.Words = lines[i].Words[us[from].word : us[to-1].word+1]
	best.Box = boxOf(best.Words)
	best.Read = joined(us[from:to])
	best.Whole = nothingBeside(us[:from]) && nothingBeside(us[to:])
	return best
}

// joined is the text of units.
func joined(us []unit) string {
	var b strings.Builder
	for k, u := range us {
		if k > 0 && !u.glued {
			b.WriteByte(' ')
		}
		b.WriteString(string(u.text))
	}
	return b.String()
}

// bestWindow returns how many of the first units resemble the label most, and the score.
func bestWindow(us []unit, label []rune) (int, float64) {
	window := make([]rune, 0, 2*len(label)+8)
	end, best := 0, 0.0
	for k, u := range us {
		if k > 0 && !u.glued {
			window = append(window, ' ')
		}
		window = append(window, u.text...)
		if len(window) > 2*len(label)+8 {
			break
		}
		if s := windowScore(window, label); s > best {
			end, best = k+1, s
		}
	}
	return end, best
}

func windowScore(window, label []rune) float64 {
	s := scoreRunes(window, label)
	if t := truncatedScore(window, label); t > s {
		return t
	}
	return s
}

// truncatedMin is how many characters of a label must stand before an ellipsis to recognise it.
const truncatedMin = 4

// truncatedScore compares a text that ends in an ellipsis with the beginning of the label.
func truncatedScore(window, label []rune) float64 {
	text := string(window)
	head := strings.TrimRight(text, ". ")
	if len(text)-len(head) < 2 {
		return 0
	}
	h := []rune(head)
	if len(h) < truncatedMin || len(h) >= len(label) {
		return 0
	}
	return 0.95 * scoreRunes(h, label[:len(h)])
}

// nothingBeside tells that the units hold no letter or digit, save a lone one that an icon was read as.
func nothingBeside(us []unit) bool {
	n := 0
	for _, u := range us {
		if isInk(u.text[0]) {
			n += len(u.text)
		}
	}
	return n <= 1
}

// findAcross compares the label with line i and the lines under it together, as far as they aren't longer than the label.
func findAcross(lines []Line, i int, label []rune) Match {
	words := lines[i].Words
	best := Match{Line: i}
	last := lines[i].Box
	for {
		below := lineBelow(lines, last)
		if below < 0 {
			return best
		}
		words = append(words[:len(words):len(words)], lines[below].Words...)
		last = lines[below].Box
		text := labelRunes(textOf(words))
		if s := windowScore(text, label); s > best.Score {
			best = Match{Score: s, Line: i, Words: words, Box: boxOf(words), Whole: true, Read: string(text)}
		}
		if len(text) > len(label)+len(label)/4 {
			return best
		}
	}
}

// lineBelow is the index of the line that goes on under box, at most a line's height lower and as wide at least by half of
// the narrower one; -1 when there is none.
func lineBelow(lines []Line, box image.Rectangle) int {
	for j, l := range lines {
		gap := l.Box.Min.Y - box.Max.Y
		overlap := min(l.Box.Max.X, box.Max.X) - max(l.Box.Min.X, box.Min.X)
		if l.Box.Min.Y > box.Min.Y+box.Dy()/2 && gap <= box.Dy() && 2*overlap >= min(l.Box.Dx(), box.Dx()) && overlap > 0 {
			return j
		}
	}
	return -1
}

func textOf(words []Word) string { return Line{Words: words}.Text() }

func boxOf(words []Word) image.Rectangle {
	var box image.Rectangle
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}
