// Package assets holds the files that are built into the program.
package assets
