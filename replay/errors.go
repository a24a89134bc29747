package replay

import (
	"errors"
	"fmt"
)

// ErrTooLarge is returned, wrapped with the limit, when a document is larger than what is read.
var ErrTooLarge = errors.New("too large")

// ErrBusy is returned when more steps wait for their validation than are kept; the agent should try again later.
var ErrBusy = errors.New("too many steps wait for validation")

// SyntaxError says that a text is not JSON, and where it stops being so.
type SyntaxError struct {
	// Offset is the number of bytes that were read before the error.
	Offset int64
	// What says what is wrong there.
	What string
}

// Error says where and what.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("not JSON at byte %d: %s", e.Offset, e.What)
}

// FieldError says that a field of valid JSON breaks the replay format. It never holds what a secret step typed: Got
// names the kind of a value, or a value of a field that cannot hold what was typed.
type FieldError struct {
	// Field is the field's dotted path, as in "action.x_pct" or "context.dialog_bbox[2]".
	Field string
	// Want says what it should be.
	Want string
	// Got says what it was.
	Got string
}

// Error names the field, what it should be and what it was.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s must be %s, but is %s", e.Field, e.Want, e.Got)
}
