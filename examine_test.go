package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

func events(n int) []replay.Event {
	all := make([]replay.Event, n)
	for i := range all {
		all[i].StepIndex = i + 1
	}
	return all
}

// Later steps take less time here, so that they are done before earlier ones where they may run at once.
func TestResultsComeInOrderAndNoMoreThanJobsRunAtOnce(t *testing.T) {
	for _, jobs := range []int{1, 2, 7} {
		t.Run(fmt.Sprintf("%d jobs", jobs), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var running, most int
				count := func(by int) {
					mu.Lock()
					defer mu.Unlock()
					running += by
					most = max(most, running)
				}
				work := func(e *replay.Event) *examined {
					count(1)
					time.Sleep(time.Duration(100-e.StepIndex) * time.Millisecond)
					count(-1)
					return &examined{event: e}
				}
				var got []int
				for x := range inOrder(context.Background(), events(12), jobs, work) {
					got = append(got, x.event.StepIndex)
				}
				if diff := cmp.Diff([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, got); diff != "" {
					t.Errorf("order (-want +got):\n%s", diff)
				}
				if most != jobs {
					t.Errorf("%d ran at once, want %d", most, jobs)
				}
			})
		})
	}
}

// synctest fails the test where a goroutine is left over.
func TestNothingRunsOnceTheLoopIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var done atomic.Int32
		work := func(e *replay.Event) *examined {
			time.Sleep(time.Second)
			done.Add(1)
			return &examined{event: e}
		}
		for range inOrder(context.Background(), events(100), 4, work) {
			break
		}
		if n := done.Load(); n > 8 {
			t.Errorf("%d steps were done after the first was enough", n)
		}
	})
}
