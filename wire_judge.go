package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"vigie/judge"
	"vigie/replay"
	"vigie/replay/settings"
	"vigie/validation"
)

// validateWithin bounds the validation of a step, of which the judge's longest answer, asked twice, and the wait for its
// turn are a part: a guard against one that never ends.
const validateWithin = time.Minute + 3*10*time.Minute

// workers is how many steps are validated at once: more than there are processors, since some wait for the judge.
func workers() int { return 2 * runtime.GOMAXPROCS(0) }

// judgeConfig is what the settings say of the judge.
func judgeConfig(v settings.Values) judge.Config {
	return judge.Config{
		Enabled: v.JudgeEnabled && v.ValidatorEnabled, Host: v.JudgeHost, Model: v.JudgeModel, AskTwice: v.JudgeAskTwice,
		Timeout: v.JudgeTimeout(),
	}
}

// openJudge makes the judge, and keeps what it knows of its server fresh in the background.
func (h *house) openJudge(ctx context.Context, v settings.Values) (err error) {
	if h.judge, err = judge.New(judge.Params{Config: judgeConfig(v), Cache: h.store}); err != nil {
		return err
	}
	ctx, h.stopJudge = context.WithCancel(ctx)
	h.warm = make(chan struct{}, 1)
	h.background.Go(func() { h.judge.Watch(ctx) })
	h.background.Go(func() { h.warmUps(ctx) })
	return nil
}

// warmUps has the judge's model loaded whenever that is asked for, until ctx ends.
func (h *house) warmUps(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.warm:
		}
		if err := h.judge.Warm(ctx); err != nil && !errors.Is(err, validation.ErrNoJudge) {
			slog.Debug("load the judge's model", "error", err)
		}
	}
}

// adaptJudge takes changed settings over. They were checked before.
func (h *house) adaptJudge(now settings.Values) {
	if err := h.judge.Set(judgeConfig(now)); err != nil {
		slog.Error("change the judge", "error", err)
	}
}

// greeter is the supervisor as agents reach it, that has the judge's model loaded when a session starts: the first question
// need not wait for it.
type greeter struct {
	replay.Desk
	h *house
}

// Start starts a session.
func (g greeter) Start(ctx context.Context, s replay.Session) (replay.Summary, bool, error) {
	sum, created, err := g.Desk.Start(ctx, s)
	if err == nil && created {
		g.h.warmJudge()
	}
	return sum, created, err
}

// warmJudge asks for the model to be loaded. One that is being loaded is enough.
func (h *house) warmJudge() {
	select {
	case h.warm <- struct{}{}:
	default:
	}
}

// judgeState is how the judge is, for window and health call.
func (h *house) judgeState() replay.JudgeState {
	if h.judge == nil {
		return replay.JudgeState{Status: replay.JudgeOff, Says: validation.Say("judge_is_off")}
	}
	return judgeStateOf(h.judge.State())
}

// JudgeModels lists the models on the judge's server.
func (h *house) JudgeModels(ctx context.Context) ([]replay.JudgeModel, error) {
	all, err := h.judge.Models(ctx)
	models := make([]replay.JudgeModel, 0, len(all))
	for _, m := range all {
		models = append(models, replay.JudgeModel{Name: m.Name, Bytes: m.Bytes, Vision: m.Vision, Elsewhere: m.Remote})
	}
	return models, err
}

// TryJudge tries the judge's model.
func (h *house) TryJudge(ctx context.Context) (replay.JudgeTrial, error) {
	trial, err := h.judge.Test(ctx)
	return replay.JudgeTrial(trial), err
}

// suggested is a model that a person can get where there is none.
const suggested = "qwen2.5vl:3b"

func judgeStateOf(s judge.State) replay.JudgeState {
	out := replay.JudgeState{Status: string(s.Status), Model: s.Model, Host: s.Host, Last: s.Last}
	get := cmp.Or(s.Model, suggested)
	if strings.HasPrefix(get, "-") {
		get = suggested
	}
	switch s.Status {
	case judge.StatusOff:
		out.Says = validation.Say("judge_is_off")
	case judge.StatusChecking:
		out.Says = validation.Say("judge_is_checking", "host", s.Host)
	case judge.StatusUnreachable:
		out.Says = validation.Say("judge_is_unreachable", "host", s.Host)
	case judge.StatusNoModel:
		out.Says = validation.Say("judge_is_no_model", "host", s.Host, "command", "ollama pull "+get)
	case judge.StatusNoVision:
		out.Says = validation.Say("judge_is_no_vision", "model", s.Model, "command", "ollama pull "+suggested)
	case judge.StatusElsewhere:
		out.Says = validation.Say("judge_is_elsewhere", "model", s.Model)
	case judge.StatusLoading:
		out.Says = validation.Say("judge_is_loading", "model", s.Model)
	case judge.StatusReady:
		out.Says = validation.Say("judge_is_ready", "model", s.Model)
	case judge.StatusBusy:
		out.Says = validation.Say("judge_is_busy", "model", s.Model)
	case judge.StatusBroken:
		out.Says = validation.Say("judge_is_broken", "model", s.Model, "until", s.Until.Format(time.TimeOnly))
	}
	return out
}

// wantsJudge says whether a flag or the environment asks for a model. Commands ask none of themselves: what they print must
// not depend on a server that happens to run.
func (s *switches) wantsJudge() bool { return s.Judge != nil && *s.Judge }

// openJudge makes a judge of the switches, and makes sure that it can be asked.
func (s *switches) openJudge(ctx context.Context, cache judge.Cache) (j *judge.Judge, err error) {
	v := settings.Defaults()
	config := judge.Config{Enabled: true, Host: v.JudgeHost, Timeout: commandTimeout, AskTwice: s.AskTwice != nil && *s.AskTwice}
	if s.JudgeHost != nil {
		config.Host = *s.JudgeHost
	}
	if s.JudgeModel != nil {
		config.Model = *s.JudgeModel
	}
	if j, err = judge.New(judge.Params{Config: config, Cache: cache}); err != nil {
		return nil, badCall(err)
	}
	if state := j.Look(ctx); !state.Usable() {
		return nil, badCall(errors.New(judgeStateOf(state).Says.String()))
	}
	return j, j.Warm(ctx)
}

// commandTimeout is how long an answer may take where nobody waits for a replay.
const commandTimeout = 5 * time.Minute
