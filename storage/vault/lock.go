package vault

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"
)

// What a store's key is wrapped with.
const (
	Passphrase = "passphrase"
	Keyring    = "keyring"
)

// MinPassphrase is the least length of a passphrase, in bytes.
const MinPassphrase = 12

// The cost of a guess at the passphrase: RFC 9106's second recommendation, and the most that a lock may ask for.
const (
	argonTime    = 3
	argonMemory  = 64 << 10 // KiB
	argonThreads = 4
	maxTime      = 64
	maxMemory    = 4 << 20 // KiB
)

const lockFormat = 1

// Errors of opening a lock.
var (
	// ErrWrong is returned when the passphrase or the keyring's key is not the lock's.
	ErrWrong = errors.New("this is not what the store was encrypted with")
	// ErrShort is returned when a new passphrase is too short.
	ErrShort = fmt.Errorf("the passphrase is too short: take at least %d characters, or four words", MinPassphrase)
)

// Ring keeps secrets by name, as an operating system's keyring does.
type Ring interface {
	Get(name string) (secret string, err error)
	Set(name, secret string) error
}

// Lock wraps a store's key. Nothing in it is secret.
type Lock struct {
	Format int `json:"format"`
	// With is Passphrase or Keyring.
	With string `json:"with"`
	// Name is the key's in the keyring.
	Name string `json:"name,omitempty"`
	// Salt, Time, MemoryKiB and Threads are Argon2id's.
	Salt      []byte `json:"salt,omitempty"`
	Time      uint32 `json:"time,omitempty"`
	MemoryKiB uint32 `json:"memory_kib,omitempty"`
	Threads   uint8  `json:"threads,omitempty"`
	// Wrapped is the store's key, sealed.
	Wrapped []byte `json:"wrapped"`
}

// NewPassphrase makes a new key and its lock. A passphrase below MinPassphrase is ErrShort.
func NewPassphrase(passphrase string) (Lock, *Vault, error) {
	if len(passphrase) < MinPassphrase {
		return Lock{}, nil, ErrShort
	}
	l := Lock{
		Format: lockFormat, With: Passphrase, Salt: random(16), Time: argonTime, MemoryKiB: argonMemory, Threads: argonThreads,
	}
	return l.wrap(l.stretch(passphrase))
}

// NewKeyring makes a new key and its lock, and puts what opens it into the keyring.
func NewKeyring(ring Ring) (Lock, *Vault, error) {
	l := Lock{Format: lockFormat, With: Keyring, Name: "store-" + hex.EncodeToString(random(8))}
	key := random(chacha20poly1305.KeySize)
	if err := ring.Set(l.Name, hex.EncodeToString(key)); err != nil {
		return Lock{}, nil, fmt.Errorf("put a key into the keyring: %w", err)
	}
	return l.wrap(key)
}

// Open opens the lock: with the passphrase, or with what the keyring holds. The error is ErrWrong, or says what is missing.
func (l Lock) Open(passphrase string, ring Ring) (*Vault, error) {
	key, err := l.key(passphrase, ring)
	if err != nil {
		return nil, err
	}
	outer, err := newVault(key)
	if err != nil {
		return nil, err
	}
	inner, err := outer.Open(l.Wrapped, l.place()...)
	if err != nil {
		return nil, ErrWrong
	}
	return newVault(inner)
}

func (l Lock) key(passphrase string, ring Ring) ([]byte, error) {
	switch {
	case l.Format != lockFormat:
		return nil, fmt.Errorf("the store is encrypted in format %d, known is %d: update the program", l.Format, lockFormat)
	case l.With == Keyring:
		return keyFrom(ring, l.Name)
	case l.With != Passphrase:
		return nil, fmt.Errorf("the store's key is kept by %.40q, which is not known: update the program", l.With)
	case l.Time == 0 || l.Time > maxTime || l.MemoryKiB == 0 || l.MemoryKiB > maxMemory || l.Threads == 0:
		return nil, fmt.Errorf("the store's lock asks for %d passes over %d KiB, which makes no sense: it was changed", l.Time, l.MemoryKiB)
	}
	return l.stretch(passphrase), nil
}

func keyFrom(ring Ring, name string) ([]byte, error) {
	if ring == nil {
		return nil, errors.New("the store's key is in a keyring, and there is none here")
	}
	secret, err := ring.Get(name)
	if err != nil {
		return nil, fmt.Errorf("read the store's key %q from the keyring: %w", name, err)
	}
	key, err := hex.DecodeString(secret)
	if err != nil || len(key) != chacha20poly1305.KeySize {
		return nil, ErrWrong
	}
	return key, nil
}

func (l Lock) stretch(passphrase string) []byte {
	return argon2.IDKey([]byte(passphrase), l.Salt, l.Time, l.MemoryKiB, l.Threads, chacha20poly1305.KeySize)
}

// wrap makes the store's key and seals it.
func (l Lock) wrap(key []byte) (Lock, *Vault, error) {
	outer, err := newVault(key)
	if err != nil {
		return Lock{}, nil, err
	}
	inner := random(chacha20poly1305.KeySize)
	l.Wrapped = outer.Seal(inner, l.place()...)
	v, err := newVault(inner)
	return l, v, err
}

func (l Lock) place() [][]byte { return [][]byte{[]byte("vigie key"), []byte(l.With), []byte(l.Name)} }

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
