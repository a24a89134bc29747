package vault

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// ErrChanged is returned where a sealed value is not what was sealed at its place.
var ErrChanged = errors.New("an encrypted value was changed, or is not in its place")

// Vault seals values and opens them again. It is safe for concurrent use.
type Vault struct{ aead cipher.AEAD }

func newVault(key []byte) (*Vault, error) {
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		return nil, fmt.Errorf("encrypt: %w", err)
	}
	return &Vault{aead}, nil
}

// Seal encrypts a value for its place.
func (v *Vault) Seal(plain []byte, place ...[]byte) []byte {
	out := make([]byte, v.aead.NonceSize(), v.aead.NonceSize()+len(plain)+v.aead.Overhead())
	_, _ = rand.Read(out) // never fails
	return v.aead.Seal(out, out, plain, join(place))
}

// Open decrypts a value that was sealed for the place. The error is ErrChanged.
func (v *Vault) Open(sealed []byte, place ...[]byte) ([]byte, error) {
	n := v.aead.NonceSize()
	if len(sealed) < n {
		return nil, ErrChanged
	}
	plain, err := v.aead.Open([]byte{}, sealed[:n], sealed[n:], join(place))
	if err != nil {
		return nil, ErrChanged
	}
	return plain, nil
}

// join writes a place so that no other place reads the same.
func join(place [][]byte) []byte {
	var all []byte
	for _, part := range place {
		all = binary.BigEndian.AppendUint64(all, uint64(len(part)))
		all = append(all, part...)
	}
	return all
}
