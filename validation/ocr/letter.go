package ocr

import "context"

// byLetterKey is the key of a context in which lines are read by the letter.
type byLetterKey struct{}

// ByLetter returns a context in which lines are read at their full width, however long: for texts of which each letter counts.
func ByLetter(ctx context.Context) context.Context {
	return context.WithValue(ctx, byLetterKey{}, true)
}

// IsByLetter says whether a context is one of ByLetter.
func IsByLetter(ctx context.Context) bool { return ctx.Value(byLetterKey{}) != nil }
