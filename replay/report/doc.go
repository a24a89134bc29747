// Package report writes a session for people and programs outside the window: as one HTML file that opens in any browser
// and prints well, and as JSON Lines to learn from.
//
// The HTML file holds all it needs: pictures as data, reduced in size, with the marks over them as vectors. What a robot
// reported is anybody's text: the templates escape it, and a content security policy in the file lets no script run, and
// nothing be loaded, even if something slipped through.
package report
