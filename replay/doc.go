// Package replay is what a replay is: sessions, step events, decisions; the session machine, which is a pure function
// of state, event and time; and the supervisor that runs it.
package replay
