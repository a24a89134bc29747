package judge

import (
	"time"

	"github.com/ollama/ollama/api"
)

// The options of every request. Temperature 0 and a fixed seed make an answer repeatable; the context holds the
// instructions, the data and two pictures of today's vision models.
const (
	contextTokens = 8192
	answerTokens  = 512
	seed          = 1
	keepAlive     = 30 * time.Minute
)

// options are the same for all requests: a server loads a model anew where they differ.
func options() map[string]any {
	return map[string]any{"temperature": 0, "seed": seed, "num_predict": answerTokens, "num_ctx": contextTokens}
}

// request is what is sent to ask a question. thinking says that the model could think before it answers, which is switched
// off; to a model that cannot, servers refuse even to be told.
func request(model string, q *question, thinking bool) *api.ChatRequest {
	no := false
	images := make([]api.ImageData, 0, len(q.pictures))
	for _, p := range q.pictures {
		images = append(images, p.data)
	}
	r := &api.ChatRequest{
		Model: model, Stream: &no, Format: answerSchema, Options: options(), Truncate: &no, Shift: &no,
		KeepAlive: &api.Duration{Duration: keepAlive},
		Messages: []api.Message{
			{Role: "system", Content: q.instructions},
			{Role: "user", Content: "DATA\n" + q.data, Images: images},
		},
	}
	if thinking {
		r.Think = &api.ThinkValue{Value: false}
	}
	return r
}

// warmUp is a request that loads the model and asks nothing.
func warmUp(model string) *api.ChatRequest {
	no := false
	return &api.ChatRequest{
		Model: model, Stream: &no, Messages: []api.Message{}, Options: options(), KeepAlive: &api.Duration{Duration: keepAlive},
	}
}
