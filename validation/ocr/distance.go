package ocr

// distance is the weighted edit distance of two folded texts: Levenshtein's (1966) with the costs of confusion.go and
// with edits of two characters for one. strictDigits is the cost of losing a digit or of one that isn't confused.
func distance(read, expected []rune, strictDigits float32) float32 {
	n := len(expected) + 1
	var store [3 * 65]float32
	rows := store[:]
	if 3*n > len(rows) {
		rows = make([]float32, 3*n)
	}
	before, last, now := rows[:n], rows[n:2*n], rows[2*n:3*n]
	for j := 1; j < n; j++ {
		last[j] = last[j-1] + loss(expected[j-1], strictDigits)
	}
	for i := 1; i <= len(read); i++ {
		now[0] = last[0] + loss(read[i-1], strictDigits)
		for j := 1; j < n; j++ {
			now[j] = cheapest(read[:i], expected[:j], before, last, now, strictDigits)
		}
		before, last, now = last, now, before
	}
	return last[n-1]
}

// cheapest is the cheapest way to the cell (len(read), len(expected)): now is its row, last and before the two rows above.
func cheapest(read, expected []rune, before, last, now []float32, strictDigits float32) float32 {
	i, j := len(read), len(expected)
	a, b := read[i-1], expected[j-1]
	best := last[j-1] + substitution(a, b, strictDigits)
	best = min(best, last[j]+loss(a, strictDigits), now[j-1]+loss(b, strictDigits))
	if i > 1 {
		if c, ok := run(read[i-2], a, b); ok {
			best = min(best, before[j-1]+c)
		}
	}
	if j > 1 {
		if c, ok := run(expected[j-2], b, a); ok {
			best = min(best, last[j-2]+c)
		}
	}
	return best
}
