// Package score holds what a validator said of a corpus against what really happened, and counts.
//
// A false accept is a COMPLETE where the effect failed or is still pending; a false alarm is a TERMINATE where the
// effect was achieved or is still pending; undecided is a CONTINUE where the effect is settled. A step without a
// verdict is missing. Everything else is right. These definitions, and the layout of [Board.WriteTable], are those that
// figures about this matrix are published with, so that they can be set side by side.
package score
