package assets

import (
	"embed"
	"io/fs"
)

//go:embed demo/session.json demo/steps.jsonl demo/*.png
var demo embed.FS

// Demo is the demo replay as a bundle: session.json, steps.jsonl and the pictures at its top. demo/make.py makes it.
func Demo() fs.FS {
	bundle, err := fs.Sub(demo, "demo")
	if err != nil {
		panic(err) // only for a name that is no path
	}
	return bundle
}
