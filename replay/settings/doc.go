// Package settings holds the program's settings: their types, defaults and limits, and where each value comes from. A
// flag wins over the environment, which wins over what a person kept, which wins over the default (matrix.md §6).
//
// It is pure but for the [Keeper] that it is handed: it reads no flag, no environment and no file. Whoever uses a setting
// reads [Set.Values] at the moment of use, or is told by [Set.Watch]; nothing needs a restart.
package settings
