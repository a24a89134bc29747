package bench

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
	"vigie/validation/ocr"
)

// slowReader takes 30 ms a reading.
type slowReader struct{}

func (slowReader) Read(context.Context, *image.RGBA, image.Rectangle) ([]ocr.Line, error) {
	time.Sleep(30 * time.Millisecond)
	return []ocr.Line{{Words: []ocr.Word{{Text: "Imagerie"}}}}, nil
}

func (slowReader) ReadLine(context.Context, *image.RGBA, image.Rectangle) (ocr.Line, error) {
	time.Sleep(30 * time.Millisecond)
	return ocr.Line{}, errors.New("no client")
}

// glance is a check that reads twice and thinks for 40 ms.
type glance struct{ reader ocr.Reader }

func (glance) Name() string { return "glance" }

func (g glance) Check(ctx context.Context, _ *validation.Scene) (validation.Finding, error) {
	lines, err := g.reader.Read(ctx, nil, image.Rectangle{})
	if err != nil || len(lines) != 1 {
		return validation.Finding{}, errors.New("the lines got lost")
	}
	_, err = g.reader.ReadLine(ctx, nil, image.Rectangle{})
	time.Sleep(40 * time.Millisecond)
	return validation.Finding{Verdict: validation.Complete}, err
}

// The bubble's clock stands still while goroutines work, so that the times are exact.
func TestMeterCountsReadingAsAPartOfACheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMeter(slowReader{})
		checks := m.Checkers([]validation.Checker{glance{m}})
		f, err := checks[0].Check(t.Context(), nil)
		if f.Verdict != validation.Complete || err == nil || err.Error() != "no client" {
			t.Errorf("finding %v, error %v: want the check's own", f, err)
		}
		got := m.checks["glance"]
		if len(got) != 1 || got[0].Elapsed != 100*time.Millisecond || got[0].Reading != 60*time.Millisecond {
			t.Errorf("costs %+v: want one of 100 ms, 60 of them reading", got)
		}
	})
}

var kept []byte

func TestMeterCountsAllocations(t *testing.T) {
	m := NewMeter(slowReader{})
	got := m.Measure(func() { kept = make([]byte, 3<<20) })
	if got.Bytes < 3<<20 || got.Objects < 1 || got.Reading != 0 {
		t.Errorf("cost %+v: want 3 MiB, an object and no reading", got)
	}
	none := m.Measure(func() { kept[0]++ })
	if none.Bytes >= 1<<20 {
		t.Errorf("cost %+v of no allocation", none)
	}
}

func TestReadPeer(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want, dec  []time.Duration
		fault      string
	}{
		{"two steps", `{"id": "a", "elapsed_ms": 12.5, "decode_ms": 3}` + "\n" + `{"elapsed_ms": 0}` + "\n", []time.Duration{12500 * time.Microsecond, 0}, []time.Duration{3 * time.Millisecond, 0}, ""},
		{"no steps", "", nil, nil, ""},
		{"a traceback", "Traceback (most recent call last):", nil, nil, "line 1"},
		{"a step without its time", `{"elapsed_ms": 1}` + "\n" + `{"verdict": "COMPLETE"}`, nil, nil, "line 2"},
		{"a time before the start", `{"elapsed_ms": -1}`, nil, nil, "between 0 and"},
		{"a time of years", `{"elapsed_ms": 1e300}`, nil, nil, "between 0 and"},
		{"a line without an end", strings.Repeat("x", maxPeerLine+1), nil, nil, "too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			elapsed, decode, err := ReadPeer(strings.NewReader(c.text))
			if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
				t.Fatalf("error %v, want %q in it", err, c.fault)
			}
			if diff := cmp.Diff([][]time.Duration{c.want, c.dec}, [][]time.Duration{elapsed, decode}); diff != "" {
				t.Errorf("times (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzReadPeer(f *testing.F) {
	f.Add(`{"elapsed_ms": 12.5, "decode_ms": 3}` + "\n")
	f.Add(`{"elapsed_ms": null}`)
	f.Fuzz(func(t *testing.T, text string) {
		elapsed, decode, err := ReadPeer(strings.NewReader(text))
		if err != nil && elapsed != nil || len(elapsed) != len(decode) {
			t.Errorf("%d times, %d of decoding, error %v", len(elapsed), len(decode), err)
		}
		for _, d := range append(elapsed, decode...) {
			if d < 0 {
				t.Errorf("a time of %v", d)
			}
		}
	})
}

func TestSpread(t *testing.T) {
	hundred := make([]uint64, 100)
	for i := range hundred {
		hundred[i] = uint64(100 - i)
	}
	for _, c := range []struct {
		name   string
		values []uint64
		want   spread[uint64]
	}{
		{"nothing", nil, spread[uint64]{}},
		{"one value", []uint64{7}, spread[uint64]{7, 7, 7, 7}},
		{"two values: the lower is the median", []uint64{9, 3}, spread[uint64]{3, 3, 9, 12}},
		{"a hundred, descending", hundred, spread[uint64]{50, 95, 100, 5050}},
	} {
		if got := spreadOf(c.values); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestWriteReport(t *testing.T) {
	step := func(elapsed, reading int64, bytes, objects uint64) Cost {
		return Cost{time.Duration(elapsed) * time.Millisecond, time.Duration(reading) * time.Millisecond, bytes, objects}
	}
	ofMS := func(ms ...float64) (ds []time.Duration) {
		for _, v := range ms {
			ds = append(ds, milliseconds(v))
		}
		return ds
	}
	runs := []Run{
		{
			Name: "web/dev", Steps: []Cost{step(10, 5, 2048, 3), step(30, 15, 4096, 9)}, Decode: ofMS(8, 0), Peer: ofMS(40, 100),
			PeerDecode: ofMS(20, 20), Processor: 60 * time.Millisecond, PeerProcessor: 600 * time.Millisecond,
		},
		{Name: "native/dev", Steps: []Cost{step(20, 0, 1024, 1)}, Decode: ofMS(9)},
	}
	m := NewMeter(slowReader{})
	m.checks["toggle"] = []Cost{step(6, 0, 1024, 2)}
	m.checks["tab_active"] = []Cost{step(15, 12, 3072, 4), step(30, 15, 1024, 5), step(9, 0, 2048, 5)}
	var got strings.Builder
	WriteSteps(&got, runs)
	m.WriteChecks(&got, runs)
	WriteShares(&got, runs)
	want := `milliseconds per step                  n    median       p95      total decode med decode tot CPU of all
web/dev                  vigie         2      10.0      10.0         40        0.0          8         60
                         peer          2      40.0      40.0        140       20.0         40        600
                         ratio                0.25      0.25       0.29                             0.10
native/dev               vigie         1      20.0      20.0         20        9.0          9          0
ALL                      vigie         3      20.0      20.0         60        8.0         17         60
goal: median and p95 at most 0.33 of the peer's, total at most 0.25. "CPU of all" is what a busy machine does not lengthen;
it includes decoding, and the peer's start
check               calls median ms    p95 ms   share of it OCR   KiB/call allocs/call
tab_active              3      15.0      15.0   90.0%     50.0%          2           5
toggle                  1       6.0       6.0   10.0%      0.0%          1           2
OCR: 33.3% of the time
allocated per step: median 2 KiB in 3 objects, p95 2 KiB in 3, most 4 KiB in 9
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestField(t *testing.T) {
	const status = "Name:\tvigie\nVmPeak:\t  999999 kB\nVmRSS:\t  123456 kB\nThreads:\t7\nOdd:\tmany kB\n"
	for _, c := range []struct {
		name  string
		want  uint64
		fault string
	}{
		{"VmRSS", 123456, ""},
		{"VmHWM", 0, "no VmHWM"},
		{"Odd", 0, "invalid syntax"},
	} {
		got, err := field(status, c.name)
		if got != c.want || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %d, %v; want %d, %q", c.name, got, err, c.want, c.fault)
		}
	}
}
