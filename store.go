package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/zalando/go-keyring"
	"golang.org/x/term"

	"vigie/storage"
	"vigie/storage/vault"
)

// passphraseEnv is the environment variable that holds the passphrase of an encrypted store. There is no such flag: other
// accounts of the computer see the command line.
const passphraseEnv = "VIGIE_PASSPHRASE"

// keyFlag says what opens an encrypted store.
type keyFlag struct {
	PassphraseFile string `type:"path" placeholder:"FILE" env:"VIGIE_PASSPHRASE_FILE" help:"File with the passphrase of an encrypted store (else VIGIE_PASSPHRASE holds it, else it is asked for)."`
}

// passphrase is the one given; "" where none is.
func (k *keyFlag) passphrase() (string, error) {
	if k.PassphraseFile == "" {
		return os.Getenv(passphraseEnv), nil
	}
	return readPassphrase(k.PassphraseFile)
}

// readPassphrase reads a file that its owner alone may read.
func readPassphrase(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", badCall(fmt.Errorf("read the passphrase: %w", err))
	}
	if info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		return "", badCall(fmt.Errorf("the file %q with the passphrase can be read by others: chmod 600 it", path))
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", badCall(fmt.Errorf("read the passphrase: %w", err))
	}
	return string(bytes.TrimRight(data, "\r\n")), nil
}

// osRing is the system's keyring.
type osRing struct{}

const ringService = "vigie"

// Get reads a secret.
func (osRing) Get(name string) (string, error) { return keyring.Get(ringService, name) }

// Set keeps a secret.
func (osRing) Set(name, secret string) error { return keyring.Set(ringService, name, secret) }

// options are those to open the store with.
func (d *dataFlag) options(readOnly, encrypt bool) (storage.Options, error) {
	phrase, err := d.passphrase()
	o := storage.Options{ReadOnly: readOnly, Who: accountName(), Passphrase: phrase, Ring: osRing{}}
	if encrypt {
		o.Encrypt = vault.Keyring
		if phrase != "" {
			o.Encrypt = vault.Passphrase
		}
	}
	return o, err
}

// openStore opens the data folder's store, and asks for its passphrase where that is needed and somebody sits there.
// encrypt makes a new store encrypted.
func (d *dataFlag) openStore(readOnly, encrypt bool) (*storage.Store, error) {
	dir, err := d.dir()
	if err != nil {
		return nil, err
	}
	o, err := d.options(readOnly, encrypt)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, storeFile)
	store, err := storage.Open(path, o)
	if errors.Is(err, storage.ErrEncrypted) && term.IsTerminal(int(os.Stdin.Fd())) {
		if o.Passphrase, err = ask("Passphrase of the store: "); err != nil {
			return nil, badCall(err)
		}
		store, err = storage.Open(path, o)
	}
	return store, mendable(err)
}

// mendable marks those errors of opening a store that the caller can mend, and says how.
func mendable(err error) error {
	how := ""
	switch {
	case errors.Is(err, storage.ErrEncrypted):
		how = fmt.Sprintf(" in %s, or in a file with --passphrase-file", passphraseEnv)
	case errors.Is(err, storage.ErrNotEncrypted):
		how = ` by "vigie encrypt"`
	case errors.Is(err, vault.ErrWrong):
		how = ": give the right passphrase, or the keyring that holds its key"
	case errors.Is(err, vault.ErrShort):
	default:
		return err
	}
	return badCall(fmt.Errorf("%w%s", err, how))
}

// ask asks for a passphrase on the terminal, which does not show it.
func ask(question string) (string, error) {
	fmt.Fprint(os.Stderr, question)
	data, err := term.ReadPassword(int(os.Stdin.Fd()))
	fmt.Fprintln(os.Stderr)
	if err != nil {
		return "", fmt.Errorf("read the passphrase: %w", err)
	}
	return string(data), nil
}

// openToNote opens the store for writing, so that what is done can be noted; where another instance has it, or it cannot be
// written to, for reading.
func (d *dataFlag) openToNote() (*storage.Store, error) {
	store, err := d.openStore(false, false)
	if errors.Is(err, storage.ErrLocked) || errors.Is(err, storage.ErrReadOnly) {
		return d.openStore(true, false)
	}
	return store, err
}

// withStore opens the store for a moment. An error is the caller's to mend.
func (d *dataFlag) withStore(readOnly bool, use func(*storage.Store) error) error {
	store, err := d.openStore(readOnly, false)
	if errors.Is(err, storage.ErrLocked) {
		err = fmt.Errorf("a running Vigie has the store: close it first, or use its window: %w", err)
	}
	if err != nil {
		return badCall(err)
	}
	if err := errors.Join(use(store), store.Close()); err != nil {
		return badCall(err)
	}
	return nil
}
