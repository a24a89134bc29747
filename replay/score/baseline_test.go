package score_test

import (
	"errors"
	"testing"

	"vigie/replay/score"
)

func TestAgainstBaseline(t *testing.T) {
	kept := score.Tally{N: 40, Right: 30, FalseAccept: 2, FalseAlarm: 1, CategoryRight: 12}
	for _, c := range []struct {
		name   string
		change func(*score.Tally)
		worse  bool
		better bool
	}{
		{"the same", func(*score.Tally) {}, false, false},
		{"more right", func(t *score.Tally) { t.Right++ }, false, true},
		{"fewer false accepts", func(t *score.Tally) { t.FalseAccept-- }, false, true},
		{"doubted instead of accepted falsely", func(t *score.Tally) { t.FalseAccept--; t.Undecided++ }, false, true},
		{"fewer right", func(t *score.Tally) { t.Right-- }, true, false},
		{"a false accept for ten more right", func(t *score.Tally) { t.FalseAccept++; t.Right += 10 }, true, false},
		{"one more false alarm", func(t *score.Tally) { t.FalseAlarm++ }, true, false},
		{"a category lost", func(t *score.Tally) { t.CategoryRight-- }, true, false},
		{"a step without answer", func(t *score.Tally) { t.Missing++ }, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := kept
			c.change(&now)
			if err := now.Against(&kept); errors.Is(err, score.ErrWorse) != c.worse {
				t.Errorf("error %v, want worse: %v", err, c.worse)
			}
			if got := now.Better(&kept); got != c.better {
				t.Errorf("better: %v, want %v", got, c.better)
			}
		})
	}
}

func TestBaselineOfAnotherCorpusIsRefused(t *testing.T) {
	now, kept := score.Tally{N: 41, Right: 41}, score.Tally{N: 40}
	err := now.Against(&kept)
	if err == nil || errors.Is(err, score.ErrWorse) {
		t.Errorf("error %v, want one that says that the numbers of steps differ", err)
	}
	if now.Better(&kept) {
		t.Error("better than a result of other steps")
	}
}
