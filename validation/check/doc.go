// Package check holds the checkers, one file each, named as in matrix.md §4. Each looks at one signal of one step and
// returns a finding; what several of them look at (the aim of a click, what changed because of it) is looked at once.
package check
