// Package widget holds Vigie's own widgets: drawn signs, themed texts, bars, lists and buttons that hand on keys, and
// the screenshot view with its overlays.
//
// Everything here runs on Fyne's goroutine, except [Loader]'s workers, which decode and scale pictures and hand the
// result back through a dispatcher.
package widget
