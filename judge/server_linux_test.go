package judge

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

// These tests ask a real model server, with models of random weights that are made here: real protocol, real structured
// output, real errors. What such a model says means nothing and is never looked at.

func TestRealModelAnswersInOurForm(t *testing.T) {
	o := server(t)
	j := newJudge(t, Config{Host: o.url, Model: "see", Timeout: time.Minute})
	if got := j.Look(t.Context()); got.Status != StatusReady || got.Model != seeing || len(got.Digest) != 64 {
		t.Fatalf("state %+v", got)
	}
	if err := j.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := j.Look(t.Context()); !got.Loaded {
		t.Error("the model is not loaded after the warm-up")
	}
	whole := 0
	for n := range 3 {
		step, findings := click(t)
		step.Context.Label = fmt.Sprintf("Ouvrir Imagerie %d", n)
		h, err := j.Hear(t.Context(), step, findings)
		if !wellFormed(err) {
			t.Fatalf("ask %d: %v", n, err)
		}
		if err != nil {
			continue
		}
		whole++
		w := h.Finding.Evidence.Judge
		if w.TokensIn < 100 || w.TokensOut < 50 || len(w.Digest) != 64 {
			t.Errorf("testimony %+v", w)
		}
	}
	t.Logf("%d of 3 answers were whole", whole)
	if whole == 0 {
		t.Error("no answer was whole: the model server does not hold it to the schema, or the model is none")
	}
}

// The same question has the same answer: no temperature, and a seed.
func TestRealModelRepeatsItself(t *testing.T) {
	o := server(t)
	j := newJudge(t, Config{Host: o.url, Model: seeing, Timeout: time.Minute})
	var texts []string
	for range 3 {
		step, findings := click(t)
		h, err := j.Hear(t.Context(), step, findings)
		if !wellFormed(err) {
			t.Fatal(err)
		}
		texts = append(texts, h.Replies...)
	}
	if texts[0] != texts[1] || texts[1] != texts[2] {
		t.Errorf("answers %q", texts)
	}
}

func TestRealServerLacksTheModel(t *testing.T) {
	o := server(t)
	j := newJudge(t, Config{Host: o.url, Model: "missing"})
	if got := j.Look(t.Context()).Status; got != StatusNoModel {
		t.Errorf("state %q", got)
	}
	_, err := chat(t.Context(), o.client, request("missing", ourQuestion(t), false))
	if !isMissing(err) || !strings.Contains(err.Error(), "not found") {
		t.Errorf("asked all the same: %v", err)
	}
}

// ourQuestion is a question of our own.
func ourQuestion(t *testing.T) *question {
	t.Helper()
	q, err := testQuestion()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// A model without vision may answer as if it had looked: it is known before it is asked.
func TestRealModelWithoutVisionIsNotAsked(t *testing.T) {
	o := server(t)
	j := newJudge(t, Config{Host: o.url, Model: blind})
	if got := j.Look(t.Context()).Status; got != StatusNoVision {
		t.Errorf("state %q", got)
	}
	step, findings := click(t)
	if _, err := j.Ask(t.Context(), step, findings); err == nil || !strings.Contains(err.Error(), "cannot see") {
		t.Errorf("error %v", err)
	}
	_, err := chat(t.Context(), o.client, request(blind, ourQuestion(t), false))
	t.Logf("asked all the same, the server says: %v", err)
}

func TestRealServerTakesTheModelThatSees(t *testing.T) {
	o := server(t)
	got := newJudge(t, Config{Host: o.url}).Look(t.Context())
	if got.Status != StatusReady || got.Model != endless { // the first by name
		t.Errorf("state %+v", got)
	}
	models, err := newJudge(t, Config{Host: o.url}).Models(t.Context())
	if err != nil || len(models) != 3 || models[0].Name != blind || models[0].Vision || !models[1].Vision || !models[2].Vision || models[2].Bytes == 0 {
		t.Errorf("models %+v, %v", models, err)
	}
}

func TestRealServerOnAJunkPicture(t *testing.T) {
	o := server(t)
	q := ourQuestion(t)
	q.pictures[0].data = []byte("no picture")
	if _, err := chat(t.Context(), o.client, request(seeing, q, false)); err == nil {
		t.Error("no error")
	}
	askedAfterwards(t, o)
}

// askedAfterwards makes sure that the server answers still.
func askedAfterwards(t *testing.T, o *ollama) {
	t.Helper()
	if _, err := chat(t.Context(), o.client, request(seeing, ourQuestion(t), false)); !wellFormed(err) {
		t.Errorf("the next ask: %v", err)
	}
}

// Whatever the size of a screen, what is sent has a shape that the server can take.
func TestRealServerTakesEveryScreen(t *testing.T) {
	o := server(t)
	for _, size := range [][2]int{{1, 1}, {3, 1000}, {1000, 3}, {30, 30}, {1280, 800}} {
		step, findings := click(t)
		p := encoded(canvas(size[0], size[1]))
		step.Before, step.After[0] = p, p
		q, err := newQuestion(step, findings, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chat(t.Context(), o.client, request(seeing, q, false)); !wellFormed(err) {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// Pictures of one pixel make some servers' runners fall over. The next ask must work.
func TestRealServerOnOnePixel(t *testing.T) {
	o := server(t)
	q := ourQuestion(t)
	q.pictures[0].data = encoded(canvas(1, 1)).Bytes()
	_, err := chat(t.Context(), o.client, request(seeing, q, false))
	t.Logf("the server says: %v", err)
	askedAfterwards(t, o)
}

// A context that ends is an error whether the server streams or not: the client returns none for a stream.
func TestRealServerWhenTheTimeIsOver(t *testing.T) {
	o := server(t)
	for _, stream := range []bool{false, true} {
		t.Run(fmt.Sprint("stream ", stream), func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			r := endlessly(t)
			r.Stream = &stream
			done := make(chan error)
			go func() { _, err := chat(ctx, o.client, r); done <- err }()
			until(t, func() bool { return len(o.runners(t)) > 0 })
			cancel(ErrOutOfTime)
			if err := <-done; !errors.Is(err, ErrOutOfTime) {
				t.Errorf("error %v, want %v", err, ErrOutOfTime)
			}
		})
	}
	askedAfterwards(t, o)
}

// An answer that has not come to its end is none: the server says so by its reason only.
func TestRealServerWithTooFewTokens(t *testing.T) {
	o := server(t)
	for _, stream := range []bool{false, true} {
		r := request(seeing, ourQuestion(t), false)
		r.Stream = &stream
		r.Options["num_predict"] = 5
		got, err := chat(t.Context(), o.client, r)
		if !errors.Is(err, ErrTooLong) || got.text == "" {
			t.Errorf("stream %v: %q, %v; want %v", stream, got.text, err, ErrTooLong)
		}
	}
}

// A model that repeats itself is stopped by the server, which calls the answer neither done nor wrong.
func TestRealServerCutsOffWhoRepeatsItself(t *testing.T) {
	o := server(t)
	r := request(endless, ourQuestion(t), false)
	r.Format = []byte(`{"type":"string","pattern":"^a{200}$"}`)
	got, err := chat(t.Context(), o.client, r)
	if !errors.Is(err, ErrCutOff) {
		t.Errorf("%q, %v; want %v", got.text, err, ErrCutOff)
	}
}

// The schema's shape is held to; the limits of its numbers are not, which is why answers are clamped here.
func TestRealServerHoldsToTheShapeOnly(t *testing.T) {
	o := server(t)
	r := request(seeing, ourQuestion(t), false)
	r.Format = []byte(`{"type":"object","properties":{"answer":{"type":"string","enum":["cannot_tell"]},"confidence":{"type":"number","minimum":0,"maximum":1}},"required":["answer","confidence"]}`)
	got, err := chat(t.Context(), o.client, r)
	if err != nil {
		t.Fatalf("%q, %v", got.text, err)
	}
	a, err := parseAnswer(got.text)
	if err != nil || a.Choice != answerCannotTell {
		t.Errorf("%q: %+v, %v", got.text, a, err)
	}
	t.Logf("with a confidence of 0 to 1 asked for, the server let pass %s", got.text)
}

// A runner that dies in the middle is an error; the next ask has it started again.
func TestRealServerLosesItsRunner(t *testing.T) {
	o := server(t)
	for _, stream := range []bool{false, true} {
		t.Run(fmt.Sprint("stream ", stream), func(t *testing.T) {
			loaded := endlessly(t)
			loaded.Options["num_predict"] = 1
			if _, err := chat(t.Context(), o.client, loaded); !errors.Is(err, ErrTooLong) {
				t.Fatal(err)
			}
			r := endlessly(t)
			r.Stream = &stream
			idle := o.runners(t)
			done := make(chan error, 1)
			go func() { _, err := chat(t.Context(), o.client, r); done <- err }()
			until(t, func() bool {
				for pid, ticks := range o.runners(t) {
					if ticks > idle[pid]+20 { // it writes
						return syscall.Kill(pid, syscall.SIGKILL) == nil
					}
				}
				return len(done) > 0
			})
			if err := <-done; err == nil {
				t.Error("no error")
			} else {
				t.Logf("the server says: %v", err)
			}
			askedAfterwards(t, o)
		})
	}
}

// endlessly is a request that is answered until somebody stops it.
func endlessly(t *testing.T) *api.ChatRequest {
	t.Helper()
	r := request(endless, ourQuestion(t), false)
	yes := true
	r.Format, r.Shift, r.Truncate = nil, &yes, &yes
	r.Options["num_predict"] = -1
	r.Options["num_ctx"] = 2048
	return r
}

// A server that has too much to do says so, and one that is asked afterwards answers.
func TestRealServerIsOverloaded(t *testing.T) {
	o := server(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	results := make(chan error, 64)
	for range cap(results) {
		r := endlessly(t)
		go func() {
			_, err := chat(ctx, o.client, r)
			results <- err
		}()
	}
	for err := range results {
		if errors.Is(err, ErrBusy) {
			break
		}
		if err != nil {
			t.Fatalf("error %v, want %v", err, ErrBusy)
		}
	}
	cancel()
	until(t, func() bool {
		_, err := chat(t.Context(), o.client, request(seeing, ourQuestion(t), false))
		return wellFormed(err)
	})
}

// A model that cannot think refuses to be told to; the judge tells it nothing.
func TestRealServerOnThinking(t *testing.T) {
	o := server(t)
	r := request(seeing, ourQuestion(t), false)
	r.Think = &api.ThinkValue{Value: true}
	if _, err := chat(t.Context(), o.client, r); err == nil || !strings.Contains(err.Error(), "thinking") {
		t.Errorf("error %v", err)
	}
	j := newJudge(t, Config{Host: o.url, Model: seeing})
	j.Look(t.Context())
	if _, seen, _, err := j.ready(t.Context()); err != nil || seen.thinking {
		t.Errorf("thinking %v, %v", seen.thinking, err)
	}
}

// A prompt that does not fit is refused and not cut in silence: the instructions would be what is lost.
func TestRealServerOnAPromptTooLong(t *testing.T) {
	o := server(t)
	q := ourQuestion(t)
	q.data = strings.Repeat("zuviel ", 400)
	r := request(seeing, q, false)
	r.Options["num_ctx"] = 2048 // the least that a model with vision is given
	if _, err := chat(t.Context(), o.client, r); err == nil {
		t.Error("it was cut in silence")
	} else {
		t.Logf("the server says: %v", err)
	}
	askedAfterwards(t, o)
}

func TestRealModelStaysLoaded(t *testing.T) {
	o := server(t)
	j := newJudge(t, Config{Host: o.url, Model: seeing})
	if err := j.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	running, err := o.client.ListRunning(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range running.Models {
		if m.Name == seeing && time.Until(m.ExpiresAt) < keepAlive/2 {
			t.Errorf("it is let go at %v", m.ExpiresAt)
		}
	}
}

func TestRealTrial(t *testing.T) {
	o := server(t)
	trial, err := newJudge(t, Config{Host: o.url, Model: seeing}).Test(t.Context())
	if err != nil && !strings.Contains(err.Error(), "not in the form") && !wellFormed(err) || trial.Took <= 0 || trial.Model != seeing {
		t.Errorf("%+v, %v", trial, err)
	}
}
