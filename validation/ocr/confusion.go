package ocr

// Costs of an edit, in characters. One that Tesseract doesn't make easily counts more than its character, so that a word of
// six letters with another letter is another word. They follow how Tesseract errs on text of 11–14 px: shapes
// that differ by a stroke of one pixel are cheap to exchange, thin shapes are cheap to lose.
const (
	costOther = 1.6
	costSpace = 0.3
	costThin  = 0.6
)

// confusedPairs are folded characters that are read for each other, either way.
var confusedPairs = map[string]float32{
	"0o": .1, "1l": .1, "1i": .1, "1|": .1, "li": .1, "l|": .1, "i|": .1, "i!": .2, "l!": .2, "1!": .2, "l]": .3, "l[": .3,
	"1]": .3, "1[": .3, "i]": .3, "i[": .3, "|]": .2, "|[": .2, "l/": .4, "i/": .4, "ij": .4, "lj": .4,
	"5s": .2, "8b": .2, "2z": .2, "6b": .3, "9g": .3, "9q": .3, "0d": .4, "0q": .4, "oq": .4, "od": .5, "8s": .4, "4a": .4, "7t": .4,
	"gq": .4, "cg": .4, "cd": .5, "j)": .3, "l)": .3, "i)": .3, "fr": .6, "yg": .6, "uv": .4, "ce": .4, "co": .4, "eo": .5, "ao": .5, "ae": .5, "hn": .5, "hb": .5, "nu": .5, "nr": .5, "vy": .4,
	"ft": .4, "tl": .4, "it": .4, "fl": .5, "fi": .5, "c(": .3, "c<": .4, "o@": .4, "0@": .4, "kx": .5, "vw": .5, "mn": .6,
	",.": .2, ";:": .2, ".:": .3, ",;": .2, "'\"": .2, "-_": .2, "-~": .2, "({": .2, "([": .2, ")}": .2, ")]": .2, ",'": .3,
	".'": .3, "@©": .2, "©o": .3, "®o": .3, "€e": .2, "€c": .3, "°o": .2, "°0": .2, "*'": .3, "*x": .4, "$s": .2, "-.": .4, "+t": .3,
	"=-": .4, "\\/": .4, "|/": .3, "&8": .3, "ii": 0,
}

// confusedRuns are folded character pairs that are read as one character, or the other way round.
var confusedRuns = map[string]float32{
	"rnm": .2, "cld": .3, "vvw": .2, "rin": .4, "nnm": .4, "inm": .4, "nim": .4, "iiu": .4, "liu": .5, "iin": .5, "lin": .5,
	"lih": .5, "lob": .5, "lok": .5, "icd": .5, "cia": .5, "tii": .5, "(ic": .5, "lcd": .5, "oed": .6, "uiw": .5, "l<k": .2,
	"i<k": .2, "1<k": .2, "|<k": .2, "l)d": .4, "''\"": .1, "..…": 0, "iih": .5, "iim": .6, "llu": .5, "tlh": .6,
}

// pairCost and runCost are the tables above, indexed by ASCII characters; zero stands for no entry.
var (
	pairCost [128][128]float32
	runCost  [128][128][128]float32
)

func init() {
	for pair, cost := range confusedPairs {
		r := []rune(pair)
		if r[0] < 128 && r[1] < 128 {
			pairCost[r[0]][r[1]], pairCost[r[1]][r[0]] = cost, cost
		}
	}
	for run, cost := range confusedRuns {
		r := []rune(run)
		if r[0] < 128 && r[1] < 128 && r[2] < 128 {
			runCost[r[0]][r[1]][r[2]] = cost
		}
	}
}

// substitution is the cost of reading a for b.
func substitution(a, b rune, strictDigits float32) float32 {
	if a == b {
		return 0
	}
	if a < 128 && b < 128 {
		if c := pairCost[a][b]; c > 0 {
			return c
		}
	}
	if isDigit(a) || isDigit(b) {
		return strictDigits
	}
	return costOther
}

// loss is the cost of a character that only one of the two texts has.
func loss(r rune, strictDigits float32) float32 {
	switch {
	case r == ' ':
		return costSpace
	case isDigit(r):
		return strictDigits
	case isThin(r):
		return costThin
	}
	return costOther
}

// run is the cost of reading the two characters a, b for c; ok is false when they aren't confused.
func run(a, b, c rune) (cost float32, ok bool) {
	if a >= 128 || b >= 128 || c >= 128 {
		return 0, false
	}
	cost = runCost[a][b][c]
	return cost, cost > 0
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isThin tells punctuation of few pixels, which is lost or invented most easily.
func isThin(r rune) bool {
	switch r {
	case '.', ',', '\'', '"', ':', ';', '-', '_', '|', '!', '(', ')', '[', ']', '~', '*', '`', '<', '>', '=', '/', '\\':
		return true
	}
	return false
}
