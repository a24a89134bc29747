package vault

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// ring is a keyring in memory.
type ring map[string]string

func (r ring) Get(name string) (string, error) {
	if s, ok := r[name]; ok {
		return s, nil
	}
	return "", errors.New("no such secret")
}

func (r ring) Set(name, secret string) error { r[name] = secret; return nil }

const phrase = "quatre mots de passe"

func TestALockOpensWithItsSecretOnly(t *testing.T) {
	keys := ring{}
	byPhrase, first, err := NewPassphrase(phrase)
	if err != nil {
		t.Fatal(err)
	}
	byRing, second, err := NewKeyring(keys)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		lock   Lock
		vault  *Vault
		phrase string
		ring   Ring
		want   error
	}{
		"the passphrase":           {byPhrase, first, phrase, nil, nil},
		"another passphrase":       {byPhrase, first, phrase + " ", nil, ErrWrong},
		"no passphrase":            {byPhrase, first, "", nil, ErrWrong},
		"the keyring":              {byRing, second, "", keys, nil},
		"a keyring of another key": {byRing, second, "", ring{byRing.Name: strings.Repeat("ab", 32)}, ErrWrong},
		"a keyring with nonsense":  {byRing, second, "", ring{byRing.Name: "x"}, ErrWrong},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := json.Marshal(c.lock)
			if err != nil {
				t.Fatal(err)
			}
			var lock Lock
			if err := json.Unmarshal(data, &lock); err != nil {
				t.Fatal(err)
			}
			v, err := lock.Open(c.phrase, c.ring)
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if err != nil {
				return
			}
			plain, err := v.Open(c.vault.Seal([]byte("text"), []byte("a")), []byte("a"))
			if err != nil || string(plain) != "text" {
				t.Errorf("opened %q, error %v", plain, err)
			}
		})
	}
	for name, keys := range map[string]Ring{"no keyring": nil, "an empty keyring": ring{}} {
		if _, err := byRing.Open("", keys); err == nil || !strings.Contains(err.Error(), "keyring") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestLocksThatMakeNoSenseAreRefused(t *testing.T) {
	good, _, err := NewPassphrase(phrase)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Lock){
		"a newer format":        func(l *Lock) { l.Format = 2 },
		"an unknown keeper":     func(l *Lock) { l.With = "paper" },
		"more memory than any":  func(l *Lock) { l.MemoryKiB = 1 << 31 },
		"no passes":             func(l *Lock) { l.Time = 0 },
		"passes without end":    func(l *Lock) { l.Time = 1 << 31 },
		"no threads":            func(l *Lock) { l.Threads = 0 },
		"another salt":          func(l *Lock) { l.Salt = []byte("x") },
		"no key":                func(l *Lock) { l.Wrapped = nil },
		"a key of another kind": func(l *Lock) { l.With = Keyring },
	} {
		t.Run(name, func(t *testing.T) {
			l := good
			change(&l)
			if v, err := l.Open(phrase, nil); err == nil || v != nil {
				t.Errorf("it was opened")
			}
		})
	}
	if _, _, err := NewPassphrase("kurz"); !errors.Is(err, ErrShort) {
		t.Errorf("a short passphrase: %v", err)
	}
}

func TestASealedValueOpensInItsPlaceOnly(t *testing.T) {
	_, v, err := NewKeyring(ring{})
	if err != nil {
		t.Fatal(err)
	}
	plain := []byte("Madame Invraisemblable")
	sealed := v.Seal(plain, []byte("reports"), []byte("a"))
	if bytes.Contains(sealed, plain[:6]) || bytes.Equal(sealed, v.Seal(plain, []byte("reports"), []byte("a"))) {
		t.Error("it is not hidden")
	}
	if got, err := v.Open(sealed, []byte("reports"), []byte("a")); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("got %q, error %v", got, err)
	}
	if got, err := v.Open(v.Seal(nil), nil...); err != nil || got == nil || len(got) > 0 {
		t.Errorf("an empty value: %v, error %v", got, err)
	}
	for name, place := range map[string][][]byte{
		"another key": {[]byte("reports"), []byte("b")}, "another bucket": {[]byte("pictures"), []byte("a")},
		"the same letters": {[]byte("report"), []byte("sa")}, "none": nil,
	} {
		if _, err := v.Open(sealed, place...); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for i := range sealed {
		sealed[i] ^= 1
		if _, err := v.Open(sealed, []byte("reports"), []byte("a")); !errors.Is(err, ErrChanged) {
			t.Errorf("byte %d was changed: error %v", i, err)
		}
		sealed[i] ^= 1
	}
	for _, short := range [][]byte{nil, sealed[:10], sealed[:30]} {
		if _, err := v.Open(short); !errors.Is(err, ErrChanged) {
			t.Errorf("%d bytes: error %v", len(short), err)
		}
	}
}
