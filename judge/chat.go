package judge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
)

// Errors of an ask. Each leaves the step undecided.
var (
	// ErrOutOfTime is returned where the answer did not come in time.
	ErrOutOfTime = errors.New("out of time")
	// ErrCutOff is returned where the server ended an answer before its end, as it does with one that only repeats itself.
	ErrCutOff = errors.New("the server cut the answer off")
	// ErrTooLong is returned where the answer did not end within the tokens that it was given.
	ErrTooLong = errors.New("the answer did not come to its end")
	// ErrBusy is returned where the server has too much to do.
	ErrBusy = errors.New("the server is busy")
)

// reply is what a server answered to one request.
type reply struct {
	text                string
	tokensIn, tokensOut int
	took, load          time.Duration
}

// chat sends one request and returns the whole answer. Servers say by nothing but done, its reason, and the end of the
// caller's time that an answer is not whole: the client returns no error then.
func chat(ctx context.Context, client *api.Client, r *api.ChatRequest) (reply, error) {
	start := time.Now()
	var text strings.Builder
	var last api.ChatResponse
	err := client.Chat(ctx, r, func(part api.ChatResponse) error {
		if text.Len()+len(part.Message.Content) > maxResponse {
			return fmt.Errorf("the answer is longer than %d bytes", maxResponse)
		}
		text.WriteString(part.Message.Content)
		last = part
		return nil
	})
	out := reply{
		text: text.String(), tokensIn: last.PromptEvalCount, tokensOut: last.EvalCount, took: time.Since(start), load: last.LoadDuration,
	}
	switch {
	case ctx.Err() != nil:
		return out, ended(ctx)
	case err != nil:
		return out, named(err)
	case !last.Done:
		return out, ErrCutOff
	case last.DoneReason == "length":
		return out, ErrTooLong
	}
	return out, nil
}

// ended says why a context has ended: out of time by our own limit, or given up by the caller.
func ended(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, ErrOutOfTime) {
		return cause
	}
	return fmt.Errorf("given up: %w", ctx.Err())
}

// named puts our own errors before those of the server that mean the same.
func named(err error) error {
	if status, ok := errors.AsType[api.StatusError](err); ok && status.StatusCode == http.StatusServiceUnavailable {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// isMissing says whether the server has no such model.
func isMissing(err error) bool {
	status, ok := errors.AsType[api.StatusError](err)
	return ok && status.StatusCode == http.StatusNotFound
}
