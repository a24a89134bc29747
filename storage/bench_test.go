package storage

import (
	"context"
	"fmt"
	"testing"
	"time"

	"vigie/replay"
)

// manySessions fills a store with n ended sessions, in one transaction.
func manySessions(b *testing.B, s *Store, n int) {
	b.Helper()
	err := s.update(context.Background(), "fill", func(tx *txn) error {
		for i := range n {
			sum := endedSummary(fmt.Sprintf("session-%05d", i), began)
			sum.Steps, sum.Session.StartedAt = 0, began.Add(time.Duration(i)*time.Minute)
			if err := putSummary(tx, sum); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkList10000Sessions(b *testing.B) {
	s := openStore(b, storePath(b))
	manySessions(b, s, 10_000)
	for b.Loop() {
		if all, err := s.Sessions(context.Background()); err != nil || len(all) != 10_000 {
			b.Fatal(len(all), err)
		}
	}
}

// BenchmarkSaveReport stores two new pictures of about 1 MB with each report.
func BenchmarkSaveReport(b *testing.B) {
	s := openStore(b, storePath(b))
	for step := 1; b.Loop(); step++ {
		b.StopTimer()
		pictures := replay.Pictures{Before: shot(b, uint64(2*step), 1000)}
		pictures.After = append(pictures.After, shot(b, uint64(2*step+1), 1000))
		b.StartTimer()
		if err := s.SaveReport(context.Background(), summary("a", step), report("a", step), pictures); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveReportWithoutPictures(b *testing.B) {
	s := openStore(b, storePath(b))
	for step := 1; b.Loop(); step++ {
		if err := s.SaveReport(context.Background(), summary("a", step), report("a", step), replay.Pictures{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOpen10000Sessions(b *testing.B) {
	path := storePath(b)
	s := openStore(b, path)
	manySessions(b, s, 10_000)
	closeChecked(b, s)
	for b.Loop() {
		s, err := Open(path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
