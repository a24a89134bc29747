package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"

	"vigie/replay/intake"
)

// dataFlag is the folder of store, token and settings.
type dataFlag struct {
	Data string `type:"path" placeholder:"DIR" help:"Folder of the store, the token and the settings (by default the platform's place for such data)."`
	keyFlag
}

// dir returns the folder, which is created for its owner alone where it is missing.
func (d *dataFlag) dir() (string, error) {
	dir := d.Data
	if dir == "" {
		dir = filepath.Join(xdg.DataHome, "vigie")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", badCall(fmt.Errorf("make the data folder %q: %w", dir, err))
	}
	return dir, nil
}

// tokenCmd prints the token.
type tokenCmd struct {
	dataFlag
}

// Run prints the token, which is made where there is none.
func (c *tokenCmd) Run(o *output) error {
	dir, err := c.dir()
	if err != nil {
		return err
	}
	token, err := intake.OpenToken(dir)
	if err != nil {
		return badCall(err)
	}
	_, err = fmt.Fprintln(o.out, token.Value())
	return err
}
