package check

import (
	"vigie/validation"
	"vigie/validation/ocr"
)

// Params are what the checks need from outside.
type Params struct {
	Reader ocr.Reader
	// Judge may be nil.
	Judge   validation.Judge
	Options validation.Options
	// Roots are the folders below which files and databases may be looked at; none by default.
	Roots Roots
}

// New returns a validator with all checkers of the matrix.
func New(p Params) *validation.Validator {
	return validation.New(p.Reader, p.Judge, p.Options, All(p.Roots)...)
}

// All are the checkers of the matrix.
func All(roots Roots) []validation.Checker {
	return []validation.Checker{
		onMovedPage{OCRRegion{}},
		TabActive{},
		TabAbsence{},
		Save{},
		DialogClosed{},
		DialogPresence{},
		TitleBar{},
		onMovedPage{PixelChange{}},
		ExpectedText{},
		Typed{},
		Secret{},
		Toggle{},
		Select{},
		Scroll{},
		Focus{},
		Hover{},
		Drag{},
		Anchor{},
		Menu{},
		onMovedPage{RowKey{}},
		Evidence{},
		Escape{},
		NewSchema(),
		NewRows(roots),
		NewFile(roots),
		Human,
		Clipboard,
		InnerSteps,
	}
}
