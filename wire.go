package main

import (
	"errors"
	"fmt"
	"log/slog"

	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
)

// errOff says why a command that validates has nothing to do.
var errOff = errors.New("the validator is switched off (--no-validator or RPA_VALIDATOR_ENABLED): there is nothing to check with")

// newValidator makes a validator with readers for as many steps at once, warmed up, and a judge or nil. What it holds is
// freed by done.
func newValidator(readers int, s *switches, judge validation.Judge) (v *validation.Validator, done func(), err error) {
	if !on(s.Validator) {
		return nil, nil, badCall(errOff)
	}
	pool, err := ocr.New(ocr.Config{Workers: readers})
	if err != nil {
		return nil, nil, fmt.Errorf("start the text reader: %w", err)
	}
	done = func() {
		if err := pool.Close(); err != nil {
			slog.Error("close the text reader", "error", err)
		}
	}
	return s.validator(pool, judge), done, nil
}

// validator makes a validator with the switches.
func (s *switches) validator(reader ocr.Reader, judge validation.Judge) *validation.Validator {
	return check.New(check.Params{Reader: reader, Judge: judge, Options: s.options(), Roots: check.Roots(s.Roots)})
}
