package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigie/replay"
	"vigie/storage"
	"vigie/ui"
)

func TestASecondInstanceSaysSoAndReadsWhatIsKept(t *testing.T) {
	ctx := context.Background()
	data := t.TempDir()
	open := func() (*house, error) {
		c := &watchCmd{Listen: "127.0.0.1:0", dataFlag: dataFlag{Data: data}}
		h, err := openHouse(ctx, c, &output{t.Output(), t.Output()})
		t.Cleanup(func() {
			if err := h.close(); err != nil {
				t.Error(err)
			}
		})
		return h, err
	}
	first, err := open()
	if err != nil {
		t.Fatal(err)
	}
	keep(t, first, "kept", 1)
	second, err := open()
	if !errors.Is(err, storage.ErrLocked) || bannerOf(err) != ui.BannerStoreLocked || !strings.Contains(err.Error(), "another instance") {
		t.Fatalf("error %v", err)
	}
	if !second.store.ReadOnly() || second.supervisor != nil || second.server != nil {
		t.Error("it does more than read")
	}
	if !kept(t, second)["kept"] {
		t.Error("the kept session cannot be looked at")
	}
	if err := second.importBundle(ctx, demoSteps(t, "s02a1"), nil); !errors.Is(err, errNoStore) {
		t.Errorf("importing: %v", err)
	}
	if _, _, err := first.supervisor.Start(ctx, replay.Session{ID: "live", Agent: "a"}); err != nil {
		t.Errorf("the first instance: %v", err)
	}
}

func TestASecondInstanceWithoutAWindowEndsWithASentence(t *testing.T) {
	data := t.TempDir()
	v := startVigie(t, nil, data, "--headless")
	var out, errs bytes.Buffer
	code := run([]string{"--headless", "--data", data, "--listen", "127.0.0.1:0"}, &out, &errs)
	if code != exitFound || !strings.Contains(errs.String(), "the store is in use by another instance") {
		t.Errorf("exit code %d, %q", code, errs.String())
	}
	v.stop(t)
}

func TestADamagedStoreIsLeftAsItIs(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(data, storeFile)
	damaged := bytes.Repeat([]byte("no store "), 4000)
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := call("--headless", "--data", data, "--listen", "127.0.0.1:0")
	if code != exitFound || !strings.Contains(errs, "damaged") {
		t.Errorf("exit code %d, %q", code, errs)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, damaged) {
		t.Errorf("the damaged file was changed (error %v)", err)
	}
}
