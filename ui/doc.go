// Package ui is the supervisor's window.
//
// State comes in one way: [Window.Run] waits for the supervisor's wake-up, takes a snapshot and hands one update to
// Fyne's goroutine through the injected dispatcher. Pure functions make view models from snapshot and selection (files
// view_*.go); widgets show them. Decisions go out through [replay.Watch]. Nothing here decodes, scales, reads disk or
// waits on Fyne's goroutine.
package ui
