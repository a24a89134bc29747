package judge

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"time"
)

// loadWithin bounds how long a model may take to be loaded.
const loadWithin = 10 * time.Minute

// Warm has the server load the model, so that the first question need not wait for that, and returns once it has. It takes
// no question's turn: a server answers those that come meanwhile as soon as it can.
func (j *Judge) Warm(ctx context.Context) error {
	conn, seen, _, err := j.ready(ctx)
	if err != nil {
		return fmt.Errorf("warm up the judge: %w", err)
	}
	j.warm(1)
	defer j.warm(-1)
	ctx, cancel := context.WithTimeoutCause(ctx, loadWithin, ErrOutOfTime)
	defer cancel()
	if _, err := chat(ctx, conn.client, warmUp(seen.model)); err != nil {
		return fmt.Errorf("warm up the judge: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.conn == conn {
		j.seen.loaded = true
	}
	return nil
}

func (j *Judge) warm(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.warming += n
}

// Models lists the models on the server, by name.
func (j *Judge) Models(ctx context.Context) ([]Model, error) {
	j.mu.Lock()
	conn := j.conn
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, loadWithin)
	defer cancel()
	models, err := conn.models(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("list the models of %s: %w", conn.host, err)
	}
	return models, nil
}

// Trial is what came of a test of the model.
type Trial struct {
	Model string
	// Answer and Thoughts are the model's own words. Right says that it answered yes, as it should.
	Answer, Thoughts string
	Right            bool
	Took             time.Duration
}

// Test asks the model about a picture of our own whose answer is known: a green square on white, on which the condition
// "there is a green square" is true. It works with a judge that is switched off, too, so that one can be tried before.
func (j *Judge) Test(ctx context.Context) (Trial, error) {
	j.mu.Lock()
	conn, config := j.conn, j.config
	j.mu.Unlock()
	seen := conn.look(ctx, config.Model, time.Now())
	if err := seen.err(); err != nil {
		return Trial{Model: seen.model}, err
	}
	q, err := testQuestion()
	if err != nil {
		return Trial{Model: seen.model}, err
	}
	a := asker{j: j, conn: conn, seen: seen, within: loadWithin}
	r, err := a.send(ctx, q)
	trial := Trial{Model: seen.model, Took: r.took}
	if err != nil {
		return trial, err
	}
	said, err := parseAnswer(r.text)
	if err != nil {
		return trial, fmt.Errorf("%w: %w", ErrForm, err)
	}
	trial.Answer, trial.Thoughts, trial.Right = string(said.Choice), said.Thoughts, said.Choice == answerYes
	return trial, nil
}

// testQuestion asks about a picture whose answer is known.
func testQuestion() (*question, error) {
	img := testPicture()
	q := &question{kind: kindCondition}
	var err error
	if q.instructions, err = q.kind.instructions(); err != nil {
		return nil, err
	}
	p, err := encodePicture("screen: as it is now", img)
	if err != nil {
		return nil, err
	}
	q.pictures = []picture{p}
	d := data{Condition: "There is a green square in the middle of the screen.", Pictures: []text{text(p.what)}, Language: language("")}
	q.data, err = d.encode()
	return q, err
}

func testPicture() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 320, 200))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	green := image.NewUniform(color.RGBA{R: 0x10, G: 0xa0, B: 0x30, A: 0xff})
	draw.Draw(img, image.Rect(120, 60, 200, 140), green, image.Point{}, draw.Src)
	return img
}
