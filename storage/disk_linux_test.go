package storage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

// smallDisk mounts a disk of the size, as in "4m"; it skips the test where that is not allowed.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small disk can't be mounted here (that needs root): %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

func TestAFullDiskLosesNothingAndSaysWhatToDo(t *testing.T) {
	path := filepath.Join(smallDisk(t, "4m"), "vigie.db")
	s := openStore(t, path)
	var want []*replay.Report
	var err error
	for step := 1; step < 100; step++ {
		pictures := replay.Pictures{Before: shot(t, uint64(step), 500)}
		if err = s.SaveReport(context.Background(), summary("a", step), report("a", step), pictures); err != nil {
			break
		}
		r := report("a", step)
		r.Event.Screenshots.Before = pictures.Before.Hash()
		want = append(want, r)
	}
	if !errors.Is(err, replay.ErrStore) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "free some space") {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff(want, reports(t, s, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := s.Compact(context.Background()); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("compact on a full disk: %v", err)
	}
	s = reopen(t, s)
	if diff := cmp.Diff(want, reports(t, s, "a")); diff != "" {
		t.Errorf("after reopening (-want +got):\n%s", diff)
	}
	// Deleting works on a full disk, and makes room.
	if err := s.Delete(context.Background(), "a"); err != nil {
		t.Fatal(err)
	}
	save(t, s, summary("b", 1), report("b", 1), replay.Pictures{Before: shot(t, 1, 500)})
}

func TestADiskThatIsFullFromTheStart(t *testing.T) {
	folder := smallDisk(t, "8k")
	if _, err := Open(filepath.Join(folder, "vigie.db"), Options{}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
}

func TestAReadOnlyFolder(t *testing.T) {
	folder := smallDisk(t, "4m")
	path := filepath.Join(folder, "vigie.db")
	s := openStore(t, path)
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	closeChecked(t, s)
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("an existing file: %v", err)
	}
	if _, err := Open(filepath.Join(folder, "new.db"), Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a new file: %v", err)
	}
	reader, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(reports(t, reader, "a")) != 1 {
		t.Error("the report is not read")
	}
	closeChecked(t, reader)
}

func TestAFolderWithoutTheRightToWrite(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(filepath.Join(folder, "vigie.db"), Options{}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("got %v", err)
	}
}
