package intake

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestCallsPerSecondAreBounded(t *testing.T) {
	start := time.Date(2026, 5, 8, 14, 0, 0, 0, time.UTC)
	type call struct {
		after   time.Duration
		session string
		calls   int
		let     int // of them are let in
	}
	for _, tt := range []struct {
		name  string
		calls []call
	}{
		{"twice the rate at once, and no more", []call{{0, "a", 30, 20}}},
		{"what a second pays back", []call{{0, "a", 30, 20}, {time.Second, "a", 30, 10}}},
		{"a bucket is never fuller than full", []call{{0, "a", 1, 1}, {time.Hour, "a", 30, 20}}},
		{"the loud one leaves room for the quiet one", []call{{0, "loud", 1000, 20}, {0, "quiet", 10, 10}}},
		{"all together", []call{{0, "a", 20, 20}, {0, "b", 20, 20}, {0, "c", 20, 10}}},
		{"a clock that jumps back", []call{{0, "a", 15, 15}, {-time.Hour, "a", 30, 5}, {time.Second, "a", 30, 10}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRates(Limits{Calls: 25, CallsPerSession: 10})
			now := start
			for _, c := range tt.calls {
				now = now.Add(c.after)
				let := 0
				for range c.calls {
					if r.enter(c.session, now) == nil {
						let++
					}
				}
				if let != c.let {
					t.Errorf("%s: %d of %d calls let in, want %d", c.session, let, c.calls, c.let)
				}
			}
		})
	}
}

func TestSessionsThatAreGoneTakeNoMemory(t *testing.T) {
	r := newRates(Limits{Calls: 1 << 30, CallsPerSession: 10})
	now := time.Now()
	for i := range 50 * maxBuckets {
		now = now.Add(time.Millisecond)
		if err := r.enter(strconv.Itoa(i), now); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(r.sessions); n > 2*maxBuckets {
		t.Errorf("%d buckets are held", n)
	}
}

func TestTooFastIsToldWhenToComeBack(t *testing.T) {
	_, url := serve(t, newMemDesk(nil), Limits{CallsPerSession: 1})
	for i := range 4 {
		resp, body := answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions", "", ""))
		switch {
		case i < 2 && resp.StatusCode != http.StatusNoContent:
			t.Errorf("call %d: %d %s, want 204", i, resp.StatusCode, body)
		case i == 3 && (resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "1"):
			t.Errorf("call %d: %d %v %s, want 429 and Retry-After: 1", i, resp.StatusCode, resp.Header, body)
		}
	}
	for range 5 { // who asks for health alone may ask
		if resp, body := answer(t, request(t, "GET", url+"/v1/health", "", "")); resp.StatusCode != http.StatusOK {
			t.Errorf("health: %d %s", resp.StatusCode, body)
		}
	}
}

func TestHeaderThatDripsInIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := newPipes()
		s := NewServer(Params{Desk: &fakeDesk{}, Token: func() string { return testToken }, Log: quiet()})
		done := make(chan error, 1)
		go func() { done <- s.ServeOn(network) }()
		c, err := network.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = io.Copy(io.Discard, c) }() // what the server says of it
		start := time.Now()
		for _, b := range []byte("GET /v1/health HTTP/1.1\r\nX-Long: " + strings.Repeat("x", 1000)) {
			if _, err = c.Write([]byte{b}); err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err == nil {
			t.Error("the server took a header that lasts a quarter of an hour")
		}
		if took := time.Since(start); took > 15*time.Second {
			t.Errorf("cut off after %s, want 10s", took)
		}
		_ = c.Close()
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		<-done
	})
}

func TestConnectionsAreBounded(t *testing.T) {
	_, url := serve(t, &fakeDesk{}, Limits{Connections: 3})
	addr := strings.TrimPrefix(url, "http://")
	var held []net.Conn
	for range 3 {
		held = append(held, raw(t, addr, "GET /v1/health HTTP/1.1\r\n"))
	}
	waitFor(t, func() bool { // the fourth is closed without a word
		c := raw(t, addr, "")
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, err := c.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	})
	_ = held[0].Close()
	waitFor(t, func() bool { // and is let in once there is room
		c := raw(t, addr, fmt.Sprintf("GET /v1/health HTTP/1.1\r\nHost: %s\r\n\r\n", addr))
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			return false
		}
		_ = resp.Body.Close()
		if !resp.Close {
			t.Error("who has no token may hold the connection")
		}
		return resp.StatusCode == http.StatusOK
	})
}

func TestOneMachineLeavesRoomForOthers(t *testing.T) {
	b := newBounded(nil, Limits{Connections: 5, ConnectionsPerHost: 2}.withDefaults())
	host := func(ip string) string { return otherHost(&net.TCPAddr{IP: net.ParseIP(ip)}) }
	for _, tt := range []struct {
		ip   string
		want bool
	}{
		{"192.0.2.1", true},
		{"192.0.2.1", true},
		{"192.0.2.1", false},
		{"192.0.2.2", true},
		{"127.0.0.1", true},
		{"127.0.0.1", true},
		{"127.0.0.1", false},
	} {
		if got := b.enter(host(tt.ip)); got != tt.want {
			t.Errorf("%s: let in %v, want %v", tt.ip, got, tt.want)
		}
	}
	b.leave(host("192.0.2.1"))
	if !b.enter(host("192.0.2.2")) {
		t.Error("a place that was given back is not given away")
	}
}
