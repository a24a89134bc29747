package ocr

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold makes texts comparable that differ only in how they are written: case, accents, width, ligatures, dashes, quotes,
// ellipses and spaces. The result is lower case, in compatibility decomposition (NFKD) without combining marks, with
// single spaces and none at its ends. Fold(Fold(s)) equals Fold(s).
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(s, "\uFFFD")) {
		switch {
		case isSpace(r):
			space = true
			continue
		case isInvisible(r):
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		foldRune(&b, r)
	}
	return b.String()
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\u2800' }

// isInvisible tells marks, formatting characters and control characters, which carry no shape of their own.
func isInvisible(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc) }

func foldRune(b *strings.Builder, r rune) {
	if plain, ok := plainForms[r]; ok {
		b.WriteString(plain)
		return
	}
	lower := unicode.ToLower(r)
	if lower < unicode.MaxASCII {
		b.WriteRune(lower)
		return
	}
	if plain, ok := plainForms[lower]; ok {
		b.WriteString(plain)
		return
	}
	if unicode.Is(unicode.Pd, r) {
		b.WriteByte('-')
		return
	}
	b.WriteRune(lower)
}

// plainForms are the characters that have no compatibility decomposition but a plain form that means the same on a screen.
var plainForms = map[rune]string{
	'œ': "oe", 'æ': "ae", 'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i",
	'−': "-", '‐': "-", '‑': "-", '⁃': "-", '﹘': "-",
	'‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '`': "'", '´': "'", 'ʼ': "'", 'ʹ': "'", '‹': "'", '›': "'",
	'“': "\"", '”': "\"", '„': "\"", '‟': "\"", '″': "\"", '«': "\"", '»': "\"",
	'×': "x", '✕': "x", '✖': "x", '✗': "x", '✘': "x", '⨯': "x", '╳': "x",
	'⋯': "...", '․': ".", '·': ".", '•': ".", '⁄': "/", '∕': "/", '∶': ":", '➕': "+", '✚': "+",
}
