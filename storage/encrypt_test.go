package storage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/storage/vault"
	"vigie/validation/screen"
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

// marks are what an encrypted file must not hold.
func marks(t testing.TB) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"a picture": shot(t, 1, 300).Bytes()[3000:3200], "a label": []byte("Madame Invraisemblable"), "a note": []byte("vu à l’écran"),
		"a workflow": []byte("Demo_urgence"), "a setting": []byte("réglage"), "an answer": []byte("réponse"),
	}
}

// fillAll stores something of every kind.
func fillAll(t testing.TB, s *Store) {
	t.Helper()
	ctx := context.Background()
	r := decided("a", 1)
	r.Event.Context.Label = "Madame Invraisemblable"
	save(t, s, summary("a", 1), r, replay.Pictures{After: []*screen.Picture{shot(t, 1, 300)}})
	save(t, s, summary("a", 2), report("a", 2), replay.Pictures{After: []*screen.Picture{shot(t, 2, 100)}})
	if err := errors.Join(s.SetSetting(ctx, "k", "réglage"), s.KeepAnswer(ctx, "q", []byte("réponse"))); err != nil {
		t.Fatal(err)
	}
}

// wantAll looks for what fillAll stored.
func wantAll(t testing.TB, s *Store) {
	t.Helper()
	ctx := context.Background()
	all := reports(t, s, "a")
	if len(all) != 2 || all[0].Event.Context.Label != "Madame Invraisemblable" || all[0].Decisions[1].Note != "vu à l’écran" {
		t.Fatalf("reports: %+v", all)
	}
	data, err := s.Picture(ctx, all[0].Event.Screenshots.After[0])
	if err != nil || !bytes.Equal(data, shot(t, 1, 300).Bytes()) {
		t.Errorf("the picture: %d bytes, error %v", len(data), err)
	}
	var setting string
	if found, err := s.Setting(ctx, "k", &setting); !found || err != nil || setting != "réglage" {
		t.Errorf("the setting: %q, %v", setting, err)
	}
	if answer, found, err := s.Answer(ctx, "q"); !found || err != nil || string(answer) != "réponse" {
		t.Errorf("the answer: %q, %v", answer, err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestAnEncryptedStoreHoldsNothingInClear(t *testing.T) {
	keys := ring{}
	for name, opts := range map[string]Options{
		"by passphrase": {Encrypt: vault.Passphrase, Passphrase: phrase}, "by keyring": {Encrypt: vault.Keyring, Ring: keys},
	} {
		t.Run(name, func(t *testing.T) {
			path := storePath(t)
			s, err := Open(path, opts)
			if err != nil {
				t.Fatal(err)
			}
			fillAll(t, s)
			wantAll(t, s)
			if found := held(t, path, marks(t)); len(found) > 0 {
				t.Errorf("the file holds %q", found)
			}
			if err := s.Compact(context.Background()); err != nil || !s.Encrypted() {
				t.Errorf("compact: %v", err)
			}
			reader, err := Open(path, Options{ReadOnly: true, Timeout: briefly, Passphrase: opts.Passphrase, Ring: opts.Ring})
			if err != nil {
				t.Fatal(err)
			}
			wantAll(t, reader)
			closeChecked(t, reader)
			closeChecked(t, s)
			for _, again := range []Options{opts, {Passphrase: opts.Passphrase, Ring: opts.Ring}} {
				if s, err = Open(path, again); err != nil {
					t.Fatal(err)
				}
				wantAll(t, s)
				closeChecked(t, s)
			}
		})
	}
}

func TestAnEncryptedStoreOpensWithItsPassphraseOnly(t *testing.T) {
	path := storePath(t)
	s, err := Open(path, Options{Encrypt: vault.Passphrase, Passphrase: phrase})
	if err != nil {
		t.Fatal(err)
	}
	closeChecked(t, s)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		opts Options
		want error
	}{
		"no passphrase":           {Options{}, ErrEncrypted},
		"no passphrase, reading":  {Options{ReadOnly: true}, ErrEncrypted},
		"a wrong one":             {Options{Passphrase: phrase + "x"}, vault.ErrWrong},
		"a wrong one, reading":    {Options{Passphrase: "x", ReadOnly: true}, vault.ErrWrong},
		"a new one, as for a new": {Options{Encrypt: vault.Passphrase, Passphrase: "another passphrase"}, vault.ErrWrong},
	} {
		if _, err := Open(path, c.opts); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a wrong passphrase changed the file (error %v)", err)
	}
}

func TestWhatCanNotBeEncryptedIsSaid(t *testing.T) {
	path := storePath(t)
	closeChecked(t, openStore(t, path))
	if _, err := Open(path, Options{Encrypt: vault.Passphrase, Passphrase: phrase}); !errors.Is(err, ErrNotEncrypted) {
		t.Errorf("a store that is there already: %v", err)
	}
	for name, opts := range map[string]Options{
		"a short passphrase": {Encrypt: vault.Passphrase, Passphrase: "kurz"}, "no keyring": {Encrypt: vault.Keyring},
		"an unknown way": {Encrypt: "paper"},
	} {
		path := storePath(t)
		if _, err := Open(path, opts); err == nil {
			t.Errorf("%s was accepted", name)
		}
		s, err := Open(path, Options{}) // what was begun is an ordinary new file
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		closeChecked(t, s)
	}
}

func TestAStoreIsEncryptedGivenANewKeyAndDecrypted(t *testing.T) {
	ctx := context.Background()
	path := storePath(t)
	s := openStore(t, path)
	fillAll(t, s)
	sequence := stats(t, s)
	old, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if err := s.Encrypt(ctx, Options{Encrypt: vault.Passphrase, Passphrase: phrase}); err != nil {
		t.Fatal(err)
	}
	wantAll(t, s)
	if found := held(t, path, marks(t)); len(found) > 0 {
		t.Errorf("the encrypted file holds %q", found)
	}
	former := new(bytes.Buffer)
	if _, err := former.ReadFrom(old); err != nil || len(bytes.Trim(former.Bytes(), "\x00")) > 0 {
		t.Errorf("the former file was not overwritten (error %v)", err)
	}
	save(t, s, summary("a", 3), report("a", 3), replay.Pictures{}) // sequences went along
	closeChecked(t, s)

	s, err = Open(path, Options{Passphrase: phrase})
	if err != nil {
		t.Fatal(err)
	}
	if got := reports(t, s, "a"); len(got) != 3 {
		t.Errorf("%d reports, want 3", len(got))
	}
	if err := s.Encrypt(ctx, Options{Encrypt: vault.Passphrase, Passphrase: "cinq mots de passe"}); err != nil {
		t.Fatal(err)
	}
	closeChecked(t, s)
	if _, err := Open(path, Options{Passphrase: phrase}); !errors.Is(err, vault.ErrWrong) {
		t.Errorf("the former passphrase: %v", err)
	}
	s, err = Open(path, Options{Passphrase: "cinq mots de passe"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Encrypt(ctx, Options{}); err != nil || s.Encrypted() {
		t.Fatal(err)
	}
	s = reopen(t, s)
	if diff := cmp.Diff(sequence.Pictures, stats(t, s).Pictures); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
	lines := told(t, s)
	for i, want := range []string{"encrypt", "encrypt", "encrypt"} {
		if line := lines[len(lines)-3+i]; !strings.Contains(line, want) {
			t.Errorf("the log tells %q", line)
		}
	}
}

func TestASealedValueInAnothersPlaceIsDamage(t *testing.T) {
	path := storePath(t)
	s, err := Open(path, Options{Encrypt: vault.Passphrase, Passphrase: phrase})
	if err != nil {
		t.Fatal(err)
	}
	fillAll(t, s)
	closeChecked(t, s)
	alter(t, path, func(tx *txn) error {
		log := tx.Bucket(bucketReports).Bucket([]byte("a")).Bucket(keyLog)
		first, second := bytes.Clone(log.Get(number(1))), bytes.Clone(log.Get(number(2)))
		return errors.Join(log.Put(number(1), second), log.Put(number(2), first))
	})
	if s, err = Open(path, Options{Passphrase: phrase}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Reports(context.Background(), "a"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("got %v", err)
	}
	if err := s.Check(context.Background()); !errors.Is(err, ErrCorrupt) {
		t.Errorf("the check: %v", err)
	}
}
