package bench

import (
	"cmp"
	"slices"
	"time"
)

// spread is how values lie.
type spread[T cmp.Ordered] struct {
	median, p95, most, total T
}

// spreadOf returns the lower median, the 95th percentile (the value at rank ⌊0.95·(n−1)⌋), the greatest value and the
// sum; all zero when there are no values.
func spreadOf[T ~int64 | ~uint64](values []T) spread[T] {
	var s spread[T]
	n := len(values)
	if n == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(values))
	for _, v := range sorted {
		s.total += v
	}
	s.median, s.p95, s.most = sorted[(n-1)/2], sorted[(n-1)*95/100], sorted[n-1]
	return s
}

// each returns one property of all costs.
func each[T any](costs []Cost, property func(Cost) T) []T {
	values := make([]T, len(costs))
	for i, c := range costs {
		values[i] = property(c)
	}
	return values
}

func elapsedOf(c Cost) time.Duration { return c.Elapsed }
func readingOf(c Cost) time.Duration { return c.Reading }
func bytesOf(c Cost) uint64          { return c.Bytes }
func objectsOf(c Cost) uint64        { return c.Objects }

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
func kib(n uint64) float64       { return float64(n) / 1024 }

// share is part in whole; zero when there is no whole.
func share[T ~int64 | ~uint64](part, whole T) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
