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
	}{
		{"the same", func(*score.Tally) {}, false},
		{"more right", func(t *score.Tally) { t.Right++ }, false},
		{"fewer false accepts", func(t *score.Tally) { t.FalseAccept-- }, false},
		{"fewer right", func(t *score.Tally) { t.Right-- }, true},
		{"a false accept for ten more right", func(t *score.Tally) { t.FalseAccept++; t.Right += 10 }, true},
		{"one more false alarm", func(t *score.Tally) { t.FalseAlarm++ }, true},
		{"a category lost", func(t *score.Tally) { t.CategoryRight-- }, true},
		{"a step without answer", func(t *score.Tally) { t.Missing++ }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := kept
			c.change(&now)
			if err := now.Against(&kept); errors.Is(err, score.ErrWorse) != c.worse {
				t.Errorf("error %v, want worse: %v", err, c.worse)
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
}
