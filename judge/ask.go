package judge

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ollama/ollama/api"

	"vigie/validation"
)

// Ask implements validation.Judge: COMPLETE where the model says yes, TERMINATE where it says no, CONTINUE where it cannot
// tell. All else is an error: no server, no model, no answer in time, or none of the form that was asked for.
func (j *Judge) Ask(ctx context.Context, step *validation.Step, findings []validation.Finding) (validation.Finding, error) {
	h, err := j.Hear(ctx, step, findings)
	return h.Finding, err
}

// Hearing is a question with what came of it.
type Hearing struct {
	Kind     string // kind and version, as in "effect/1"
	System   string // the instructions
	Data     string // what the model is told of the step
	Pictures []PictureInfo
	// Replies are the model's own texts, one for each ask.
	Replies []string
	Finding validation.Finding
}

// PictureInfo is a picture that was sent, without its bytes.
type PictureInfo struct {
	What          string
	Type          string // "png" or "jpeg"
	Width, Height int
	Bytes         int
}

// Hear asks and returns question and answer. With an error it returns what it came to.
func (j *Judge) Hear(ctx context.Context, step *validation.Step, findings []validation.Finding) (Hearing, error) {
	if step.Secret() {
		return Hearing{}, errSecret
	}
	conn, seen, config, err := j.ready(ctx)
	if err != nil {
		return Hearing{}, err
	}
	q, err := newQuestion(step, findings, false)
	if err != nil {
		return Hearing{}, err
	}
	h := q.hearing()
	a := asker{j: j, conn: conn, seen: seen, within: config.timeout()}
	t, said, err := a.ask(ctx, q, &h)
	if err != nil {
		return h, err
	}
	changed := false
	if config.AskTwice && q.kind != kindPlausible && said.Choice != answerCannotTell && step.Before != nil {
		if changed, err = a.again(ctx, step, findings, &h, &t, &said); err != nil {
			return h, err
		}
	}
	h.Finding = q.finding(step, said, t, changed)
	return h, nil
}

func (q *question) hearing() Hearing {
	h := Hearing{Kind: q.kind.name(), System: q.instructions, Data: q.data}
	for _, p := range q.pictures {
		h.Pictures = append(h.Pictures, PictureInfo{p.what, p.kind, p.size.X, p.size.Y, len(p.data)})
	}
	return h
}

// asker asks one model.
type asker struct {
	j      *Judge
	conn   *connection
	seen   looked
	within time.Duration
}

// kept is an answer as the cache keeps it.
type kept struct {
	Text      string        `json:"text"`
	TokensIn  int           `json:"tokens_in"`
	TokensOut int           `json:"tokens_out"`
	Took      time.Duration `json:"took_ns"`
	Load      time.Duration `json:"load_ns"`
}

// ask puts one question, or finds its answer among the kept ones. Only answers of the right form are kept.
func (a asker) ask(ctx context.Context, q *question, h *Hearing) (validation.Testimony, answer, error) {
	t := validation.Testimony{Model: a.seen.model, Digest: a.seen.digest, Prompt: q.kind.name(), Asks: 1}
	key := q.key(a.seen.digest)
	k, found := a.j.recall(ctx, key)
	if !found {
		r, err := a.send(ctx, q)
		h.Replies = append(h.Replies, r.text)
		if err != nil {
			return t, answer{}, err
		}
		k = kept{r.text, r.tokensIn, r.tokensOut, r.took, r.load}
	} else {
		h.Replies = append(h.Replies, k.Text)
	}
	said, err := parseAnswer(k.Text)
	if err != nil {
		return t, answer{}, err
	}
	if !found {
		a.j.keep(ctx, key, k)
	}
	t.TokensIn, t.TokensOut, t.Took, t.Load, t.Cached = k.TokensIn, k.TokensOut, k.Took, k.Load, found
	t.Answer, t.PageInfo, t.Thoughts = string(said.Choice), said.PageInfo, said.Thoughts
	return t, said, nil
}

// again asks the same with before and after swapped. An answer that changes with their order is none.
func (a asker) again(ctx context.Context, step *validation.Step, findings []validation.Finding, h *Hearing, t *validation.Testimony, said *answer) (changed bool, err error) {
	q, err := newQuestion(step, findings, true)
	if err != nil {
		return false, err
	}
	t2, second, err := a.ask(ctx, q, h)
	if err != nil {
		return false, err
	}
	t.Asks, t.Cached = 2, t.Cached && t2.Cached
	t.TokensIn, t.TokensOut, t.Took, t.Load = t.TokensIn+t2.TokensIn, t.TokensOut+t2.TokensOut, t.Took+t2.Took, t.Load+t2.Load
	if second.Choice != said.Choice {
		said.Choice, said.Category = answerCannotTell, validation.None
		t.Answer = string(answerCannotTell)
		return true, nil
	}
	said.Confidence = min(said.Confidence, second.Confidence)
	return false, nil
}

// send waits for its turn and asks the server.
func (a asker) send(ctx context.Context, q *question) (reply, error) {
	done, err := a.j.takeTurn(ctx, a.within)
	if err != nil {
		return reply{}, err
	}
	defer done()
	if !a.j.begin() {
		return reply{}, ErrResting
	}
	r, err := a.chat(ctx, request(a.seen.model, q, a.seen.thinking))
	a.j.end(r, err)
	return r, err
}

// chat sends a request that may take as long as an answer may.
func (a asker) chat(ctx context.Context, r *api.ChatRequest) (reply, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, a.within, ErrOutOfTime)
	defer cancel()
	return chat(ctx, a.conn.client, r)
}

// begin notes that somebody asks, unless the server is left alone.
func (j *Judge) begin() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.breaker.open(time.Now()) {
		return false
	}
	j.asking++
	return true
}

// end notes how an ask ended. One that the caller gave up says nothing about the server.
func (j *Judge) end(r reply, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.asking--
	switch {
	case err == nil:
		j.breaker = j.breaker.answered()
		j.last, j.lastAt, j.seen.loaded = r.took, time.Now(), true
	case errors.Is(err, ErrOutOfTime):
		j.breaker = j.breaker.timedOut(time.Now())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, ErrBusy):
	case errors.Is(err, ErrCutOff), errors.Is(err, ErrTooLong):
		j.breaker = j.breaker.answered()
	default:
		j.poke() // the server may be gone, or have lost the model
		j.seen.at = time.Time{}
	}
}

// recall looks for a kept answer. One that cannot be read is asked for anew.
func (j *Judge) recall(ctx context.Context, key string) (k kept, found bool) {
	if j.cache == nil {
		return kept{}, false
	}
	data, found, err := j.cache.Answer(ctx, key)
	if err == nil && found {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		j.log.Debug("judge: read a kept answer", "error", err)
		return kept{}, false
	}
	if _, err := parseAnswer(k.Text); err != nil {
		return kept{}, false
	}
	return k, found
}

// keep keeps an answer. One that cannot be kept is asked for anew the next time.
func (j *Judge) keep(ctx context.Context, key string, k kept) {
	if j.cache == nil {
		return
	}
	data, err := json.Marshal(k)
	if err == nil {
		err = j.cache.KeepAnswer(ctx, key, data)
	}
	if err != nil {
		j.log.Debug("judge: keep an answer", "error", err)
	}
}
