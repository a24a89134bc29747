package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vigie/replay"
	"vigie/storage"
)

// number is an environment variable's number, or otherwise.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// seeded makes a source of chances that come again.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// torture kills the real program while robots report to it and a person decides.
type torture struct {
	ledger *ledger
	token  string
	stop   chan struct{} // closed when the robots shall come to an end

	mu    sync.Mutex
	base  string // where the program listens; "" while it does not
	desk  *desk
	notes atomic.Int64
}

// TestKilledProgramLosesNothing kills the program VIGIE_KILLS times (20), at moments that VIGIE_SEED leads to.
func TestKilledProgramLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	const robots = 4
	kills, seed := number("VIGIE_KILLS", 20), uint64(number("VIGIE_SEED", int(time.Now().UnixNano()%1_000_000)))
	t.Logf("VIGIE_SEED=%d VIGIE_KILLS=%d", seed, kills)
	data := t.TempDir()
	k := &torture{ledger: newLedger(), token: token(t, data), stop: make(chan struct{})}
	var work sync.WaitGroup
	for i := range robots {
		r := &robot{t: t, k: k, name: "robot-" + strconv.Itoa(i), random: seeded(seed + uint64(i))}
		work.Go(r.work)
	}
	random := seeded(seed + robots)
	for range kills {
		k.lifetime(t, data, random)
		k.ledger.holdAgainst(t, data)
		if t.Failed() {
			break
		}
	}
	close(k.stop)
	d := sitDown(t, data)
	k.sit(d, <-d.address)
	work.Wait()
	d.standUp(t)
	k.ledger.holdAgainst(t, data)
	k.ledger.sum(t, kills)
}

// lifetime runs the program until it is killed: while it starts, or in the middle of its work.
func (k *torture) lifetime(t *testing.T, data string, random *rand.Rand) {
	t.Helper()
	d := sitDown(t, data)
	moment := time.Duration(random.IntN(40_000)) * time.Microsecond
	if random.IntN(8) == 0 {
		select {
		case <-time.After(10 * moment):
		case <-d.ended:
		}
		d.kill(t)
		return
	}
	select {
	case at := <-d.address:
		k.sit(d, at)
	case <-d.ended:
	}
	k.ledger.wait(random.IntN(24), d.ended)
	time.Sleep(moment) // it is random, and nothing is expected by then
	d.kill(t)
	k.sit(nil, "")
}

// sit says which program runs, and where.
func (k *torture) sit(d *desk, base string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.desk, k.base = d, base
}

func (k *torture) now() (*desk, string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.desk, k.base
}

// decide is the person: the order is given until it is certain that it was carried out.
func (k *torture) decide(o replay.Order) {
	k.ledger.ordering(o)
	for {
		d, _ := k.now()
		if d == nil {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		a, ok := d.call(&o)
		switch {
		case ok && a.Error == "":
			k.ledger.acknowledged(o)
			return
		case ok && a.Decided: // an earlier try whose acknowledgement was lost
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// openKept opens the store of a program that has ended, checks it whole, and closes it after use.
func openKept(t *testing.T, data string, use func(*storage.Store)) {
	t.Helper()
	path := filepath.Join(data, storeFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return // killed before it made one
	}
	store, err := storage.Open(path, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := store.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	use(store)
}
