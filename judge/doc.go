// Package judge asks a local vision model, through Ollama, what the checks cannot settle.
//
// It is asked last and trusted little. What it is shown is bounded in size; what must not be seen was covered before, in
// the pictures that it is given. The words of a step and of a screen reach the model as quoted data only; the instructions are constant texts of this
// package, versioned and embedded. An answer is believed only where it has the right form, came in time and claims enough
// confidence; all else leaves a step undecided. Whether there is a server, and a model that can see, is kept fresh in the
// background, so that no step waits for one that is not there.
//
// Caveats. Servers differ in what they refuse: one that is given a picture for a model without vision may answer as if it
// had looked, so a model's capabilities are asked for before any question. Models that a server runs elsewhere are not
// used, since the pictures would leave the machine that the user named.
package judge
