package judge

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"
)

// Model is a model on the server.
type Model struct {
	Name   string
	Digest string
	Bytes  int64 // of its files
	// Vision says that it can see pictures; Remote that the server has another one run it.
	Vision, Remote bool
}

// lookWithin bounds a look at the server, which answers such questions at once.
const lookWithin = 5 * time.Second

// look finds out whether the server has the model and whether that can see. An empty name takes the first one that can.
func (c *connection) look(ctx context.Context, name string, now time.Time) looked {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	models, err := c.models(ctx, name)
	l := looked{status: StatusUnreachable, model: name, at: now}
	if err != nil {
		l.problem = err.Error()
		return l
	}
	l.status = StatusNoModel
	for _, m := range models {
		if name != "" && !sameModel(m.Name, name) || name == "" && (!m.Vision || m.Remote) {
			continue
		}
		return c.lookAt(ctx, l, m)
	}
	return l
}

func (c *connection) lookAt(ctx context.Context, l looked, m Model) looked {
	l.model, l.digest = m.Name, m.Digest
	switch {
	case m.Remote:
		l.status = StatusElsewhere
	case !m.Vision:
		l.status = StatusNoVision
	default:
		l.status = StatusReady
		l.thinking = c.capable(m.Digest, model.CapabilityThinking)
		l.loaded = c.loaded(ctx, m.Name)
	}
	return l
}

// models lists the server's models, those with vision marked. Where a name is given only that one is looked at closely.
func (c *connection) models(ctx context.Context, only string) ([]Model, error) {
	list, err := c.client.List(ctx)
	if err != nil {
		return nil, err
	}
	models := make([]Model, 0, len(list.Models))
	for _, m := range list.Models {
		if only != "" && !sameModel(m.Name, only) {
			continue
		}
		one := Model{Name: m.Name, Digest: m.Digest, Bytes: m.Size, Remote: m.RemoteHost != ""}
		if err := c.show(ctx, &one); err != nil && !isMissing(err) {
			return nil, err
		}
		models = append(models, one)
	}
	slices.SortFunc(models, func(a, b Model) int { return strings.Compare(a.Name, b.Name) })
	return models, nil
}

// show asks for a model's capabilities, once for each digest: they are those of its files.
func (c *connection) show(ctx context.Context, m *Model) error {
	known, ok := c.known(m.Digest)
	if !ok {
		shown, err := c.client.Show(ctx, &api.ShowRequest{Model: m.Name})
		if err != nil {
			return err
		}
		known = capabilities{all: shown.Capabilities, remote: shown.RemoteHost != ""}
		c.learn(m.Digest, known)
	}
	m.Vision = slices.Contains(known.all, model.CapabilityVision)
	m.Remote = m.Remote || known.remote
	return nil
}

// loaded says whether the server holds a model in memory. Not to know it is no problem: it only says how long to wait.
func (c *connection) loaded(ctx context.Context, name string) bool {
	running, err := c.client.ListRunning(ctx)
	return err == nil && slices.ContainsFunc(running.Models, func(m api.ProcessModelResponse) bool { return sameModel(m.Name, name) })
}

// sameModel compares names, of which an absent tag means "latest".
func sameModel(a, b string) bool {
	whole := func(name string) string {
		if i := strings.LastIndex(name, "/"); !strings.Contains(name[i+1:], ":") {
			name += ":latest"
		}
		return strings.ToLower(name)
	}
	return whole(a) == whole(b)
}

// err is why no question can be put; nil where one can.
func (l looked) err() error {
	switch l.status {
	case StatusUnreachable, StatusNoModel, StatusNoVision, StatusElsewhere:
		return &UnusableError{Status: l.status, Model: l.model, Problem: l.problem}
	}
	return nil
}

// UnusableError says why no question can be put to the judge.
type UnusableError struct {
	// Status is StatusUnreachable, StatusNoModel, StatusNoVision or StatusElsewhere.
	Status Status
	// Model is the one that was looked for; empty for any. Problem is what the system says of a server that does not answer.
	Model, Problem string
}

// Error says it in a sentence.
func (e *UnusableError) Error() string {
	switch {
	case e.Status == StatusUnreachable:
		return "no model server answers: " + e.Problem
	case e.Status == StatusNoModel && e.Model == "":
		return "the model server has no model with vision"
	case e.Status == StatusNoModel:
		return "the model server has no model " + e.Model
	case e.Status == StatusNoVision:
		return "the model " + e.Model + " cannot see pictures"
	}
	return "the model " + e.Model + " runs on another machine than the one that was named"
}
