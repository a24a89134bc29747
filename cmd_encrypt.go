package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"vigie/storage"
	"vigie/storage/vault"
)

// encryptCmd encrypts the store, or decrypts it.
type encryptCmd struct {
	Keyring           bool   `help:"Keep the key in the system's keyring, and not by a passphrase."`
	Off               bool   `help:"Decrypt the store."`
	NewPassphraseFile string `type:"path" placeholder:"FILE" help:"File with the new passphrase (else VIGIE_NEW_PASSPHRASE holds it, else it is asked for)."`
	dataFlag
}

// newPassphraseEnv is the environment variable that holds a new passphrase.
const newPassphraseEnv = "VIGIE_NEW_PASSPHRASE"

// AfterApply refuses contradictions.
func (c *encryptCmd) AfterApply() error {
	if c.Off && c.Keyring {
		return errors.New("--off and --keyring contradict each other")
	}
	return nil
}

// Run writes the store anew.
func (c *encryptCmd) Run(ctx context.Context, o *output) error {
	return c.withStore(false, func(store *storage.Store) error {
		opts := storage.Options{Ring: osRing{}}
		switch {
		case c.Off:
		case c.Keyring:
			opts.Encrypt = vault.Keyring
		default:
			var err error
			opts.Encrypt = vault.Passphrase
			if opts.Passphrase, err = c.newPassphrase(store.Encrypted()); err != nil {
				return err
			}
		}
		if err := store.Encrypt(ctx, opts); err != nil {
			return err
		}
		fmt.Fprintln(o.out, map[string]string{
			"":               "The store is not encrypted any more.",
			vault.Keyring:    "The store is encrypted. Its key is in the system's keyring, under \"vigie\": without it nobody can read the store.",
			vault.Passphrase: "The store is encrypted. Without the passphrase nobody can read it: there is no other way in.",
		}[opts.Encrypt])
		return nil
	})
}

// newPassphrase is the new one given. For a store that is not encrypted yet, it may be given as the passphrase.
func (c *encryptCmd) newPassphrase(encrypted bool) (string, error) {
	if c.NewPassphraseFile != "" {
		return readPassphrase(c.NewPassphraseFile)
	}
	phrase := os.Getenv(newPassphraseEnv)
	if phrase == "" && !encrypted {
		given, err := c.passphrase()
		if err != nil {
			return "", err
		}
		phrase = given
	}
	if phrase != "" {
		return phrase, nil
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return "", fmt.Errorf("no new passphrase is given: put it in %s, or in a file with --new-passphrase-file", newPassphraseEnv)
	}
	first, err := ask("New passphrase: ")
	if err != nil {
		return "", err
	}
	second, err := ask("The same again: ")
	if err == nil && first != second {
		err = errors.New("the two passphrases are not the same")
	}
	return first, err
}
