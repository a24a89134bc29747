package storage

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

// childStore makes the test binary a program that writes to the store it names.
const childStore = "VIGIE_STORAGE_TEST_CHILD"

// childWrites stores reports without end, and prints a step's number once its report is acknowledged.
func childWrites(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	first := 1
	if sum, err := s.Session(context.Background(), "kill"); err == nil {
		first = sum.Steps + 1
	}
	for step := first; ; step++ {
		if err := s.SaveReport(context.Background(), summary("kill", step), report("kill", step), childPictures(step)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprintln(os.Stdout, step)
	}
}

func childPictures(step int) replay.Pictures {
	before, err := loadShot(uint64(step), 100)
	if err != nil {
		panic(err)
	}
	return replay.Pictures{Before: before}
}

// kills is how often the writer is killed; VIGIE_KILLS sets another number.
func kills(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("VIGIE_KILLS"))
	if err != nil {
		return 20
	}
	return n
}

func TestKillingTheWriterLosesNothingThatWasAcknowledged(t *testing.T) {
	path := storePath(t)
	hashes := map[int]string{} // of the pictures, by step
	acknowledged := 0
	for range kills(t) {
		acknowledged = max(acknowledged, killOne(t, path, 1+rand.IntN(12)))
		if t.Failed() {
			return
		}
		verifyAfterKill(t, path, acknowledged, hashes)
	}
	t.Logf("%d kills, %d reports acknowledged, none lost", kills(t), acknowledged)
}

// killOne starts a writer, kills it after some acknowledgements, and returns the last one it gave.
func killOne(t *testing.T, path string, after int) (last int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childStore+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 1; lines.Scan(); n++ {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Error(err)
		}
		if n == after {
			if err := child.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() == 1 {
		t.Errorf("the writer ended by itself: %v", err)
	}
	return last
}

func verifyAfterKill(t *testing.T, path string, acknowledged int, hashes map[int]string) {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeChecked(t, s)
	all := reports(t, s, "kill")
	if len(all) < acknowledged || len(all) > acknowledged+1 {
		t.Fatalf("%d reports, %d were acknowledged", len(all), acknowledged)
	}
	for i, got := range all {
		if hashes[i+1] == "" {
			hashes[i+1] = childPictures(i + 1).Before.Hash()
		}
		want := report("kill", i+1)
		want.Event.Screenshots.Before = hashes[i+1]
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("report %d (-want +got):\n%s", i+1, diff)
		}
	}
}
