// Package intake is the HTTP server that agents talk to, and the reference agent that plays a bundle to it.
//
// The server turns calls into those of replay.Desk and knows nothing else of the program. It trusts nobody: a browser, a
// foreign Host, a wrong token, a body too long or too slow are refused before the desk hears of them. Pictures come with
// the request and never from a path that an agent names.
package intake
