package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// stored says whether the store's file holds a text.
func stored(t *testing.T, data, text string) bool {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(data, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(content, []byte(text))
}

func TestAStoreIsEncryptedByCommand(t *testing.T) {
	keyring.MockInit()
	data := t.TempDir()
	on := func(want int, args ...string) string {
		t.Helper()
		return mustCall(t, want, append(args, "--data", data)...)
	}
	on(0, "mask", "add", "Urgences", "0,0,1,.5")
	if !stored(t, data, "Urgences") {
		t.Fatal("the store holds no zone")
	}
	if got := on(2, "encrypt"); !strings.Contains(got, newPassphraseEnv) {
		t.Errorf("without a passphrase: %q", got)
	}
	t.Setenv(newPassphraseEnv, "short")
	if got := on(2, "encrypt"); !strings.Contains(got, "too short") {
		t.Errorf("a short passphrase: %q", got)
	}
	t.Setenv(newPassphraseEnv, "quatre mots de passe")
	on(0, "encrypt")
	if stored(t, data, "Urgences") {
		t.Error("the encrypted store holds the zone in clear")
	}
	if got := on(2, "mask", "list"); !strings.Contains(got, "the store is encrypted: give its passphrase in VIGIE_PASSPHRASE, or") {
		t.Errorf("without the passphrase: %q", got)
	}
	t.Setenv(passphraseEnv, "another passphrase")
	if got := on(2, "audit", "verify"); !strings.Contains(got, "give the right passphrase") || strings.Contains(got, "another passphrase") {
		t.Errorf("a wrong passphrase: %q", got)
	}
	t.Setenv(passphraseEnv, "quatre mots de passe")
	if got := on(0, "mask", "list"); !strings.HasPrefix(got, "Urgences\t1") {
		t.Errorf("with the passphrase: %q", got)
	}
	on(0, "encrypt", "--keyring")
	t.Setenv(passphraseEnv, "")
	if got := on(0, "mask", "list"); !strings.HasPrefix(got, "Urgences\t1") {
		t.Errorf("with the keyring: %q", got)
	}
	keyring.MockInit() // a keyring that lost the key
	if got := on(2, "mask", "list"); !strings.Contains(got, "keyring") {
		t.Errorf("without the key: %q", got)
	}
	on(2, "encrypt", "--keyring", "--off")
}

func TestAStoreIsDecryptedByCommand(t *testing.T) {
	keyring.MockInit()
	data := t.TempDir()
	mustCall(t, 0, "mask", "add", "Urgences", "0,0,1,.5", "--data", data)
	mustCall(t, 0, "encrypt", "--keyring", "--data", data)
	mustCall(t, 0, "encrypt", "--off", "--data", data)
	if !stored(t, data, "Urgences") {
		t.Error("the store is still encrypted")
	}
	if got := mustCall(t, 0, "audit", "list", "--data", data); strings.Count(got, "  encrypt  ") != 2 {
		t.Errorf("the audit log tells %q", got)
	}
}

func TestAFileWithThePassphrase(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "passphrase")
	write(t, file, "quatre mots de passe\n")
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(newPassphraseEnv, "quatre mots de passe")
	mustCall(t, 0, "mask", "add", "Urgences", "0,0,1,.5", "--data", data)
	mustCall(t, 0, "encrypt", "--data", data)
	if got := mustCall(t, 2, "mask", "list", "--data", data, "--passphrase-file", file); !strings.Contains(got, "chmod 600") {
		t.Errorf("a file that others can read: %q", got)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	mustCall(t, 0, "mask", "list", "--data", data, "--passphrase-file", file)
	mustCall(t, 2, "mask", "list", "--data", data, "--passphrase-file", file+"x")
}

func TestANewStoreIsMadeEncrypted(t *testing.T) {
	data := t.TempDir()
	t.Setenv(passphraseEnv, "quatre mots de passe")
	v := startVigie(t, nil, data, "--headless", "--encrypt")
	p := poster{v.base, token(t, data)}
	if code, answer := p.post(t, "sessions", `{"session_id": "run", "workflow": "Urgences de nuit", "agent": "a", "started_at": "2026-05-08T14:03:11Z"}`); code != 201 {
		t.Fatalf("start: %d %s", code, answer)
	}
	v.stop(t)
	if stored(t, data, "Urgences de nuit") {
		t.Error("the store holds the workflow in clear")
	}
	t.Setenv(passphraseEnv, "")
	code, _, errs := call("--headless", "--data", data, "--listen", "127.0.0.1:0")
	if code != 2 || !strings.Contains(errs, "the store is encrypted") {
		t.Errorf("without the passphrase: exit code %d, %q", code, errs)
	}
}
