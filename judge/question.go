package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// errSecret is returned where somebody asks about a secret.
var errSecret = errors.New("a step that types a secret is never put to a model")

// question is one question about one step, ready to be sent.
type question struct {
	kind         kind
	instructions string
	data         string
	pictures     []picture
	region       image.Rectangle // of the after picture; empty where none was cut out
}

// newQuestion makes the question about a step. swapped shows after before before.
func newQuestion(s *validation.Step, findings []validation.Finding, swapped bool) (*question, error) {
	if s.Secret() {
		return nil, errSecret
	}
	q := &question{kind: kindOf(s)}
	var err error
	if q.instructions, err = q.kind.instructions(); err != nil {
		return nil, err
	}
	if err := q.show(s, findings, swapped); err != nil {
		return nil, err
	}
	d := dataOf(q.kind, s, findings)
	for _, p := range q.pictures {
		d.Pictures = append(d.Pictures, text(p.what))
	}
	if q.data, err = d.encode(); err != nil {
		return nil, fmt.Errorf("write the question: %w", err)
	}
	return q, nil
}

// kindOf is the question that a step raises.
func kindOf(s *validation.Step) kind {
	switch name, _ := validation.KindOf(s.Action); name {
	case "visual_condition":
		return kindCondition
	case "extract_text", "extract_text_scroll", "ai_ocr", "ai_summarize", "ai_extract", "ai_classify", "ai_analyze_text", "ai_custom":
		return kindPlausible
	}
	return kindEffect
}

// show adds the pictures. Only the plausibility of a text can be asked about without one.
func (q *question) show(s *validation.Step, findings []validation.Finding, swapped bool) error {
	if len(s.After) == 0 {
		if q.kind == kindPlausible {
			return nil
		}
		return errors.New("there is no picture from after the action")
	}
	last := s.After[len(s.After)-1]
	after, err := last.RGBA()
	if err != nil {
		return err
	}
	if q.kind != kindPlausible {
		if err := q.showRegion(s, findings, after, swapped); err != nil {
			return err
		}
	}
	return q.showWhole(s, after)
}

// showRegion adds the region before and after, side by side.
func (q *question) showRegion(s *validation.Step, findings []validation.Finding, after *image.RGBA, swapped bool) error {
	q.region = regionOf(s, findings, after.Rect.Size())
	panels := []panel{{"AFTER", screen.Crop(after, q.region)}}
	what := "region: after"
	if before := pixels(s.Before); before != nil {
		same := rescaled(q.region, after.Rect.Size(), before.Rect.Size())
		panels = append([]panel{{"BEFORE", screen.Crop(before, same)}}, panels...)
		what = "region: before on the left, after on the right"
		if swapped {
			panels[0], panels[1] = panels[1], panels[0]
			what = "region: after on the left, before on the right"
		}
	}
	p, err := encodePicture(what, sideBySide(panels...))
	q.pictures = append(q.pictures, p)
	return err
}

// showWhole adds the whole screen after the action, reduced, with the acted point marked.
func (q *question) showWhole(s *validation.Step, after *image.RGBA) error {
	size := after.Rect.Size()
	small := scaled(after, after.Rect, within(size, maxWhole))
	what := "screen: after the action"
	if at := s.Point(); at != nil && at.On(size).In(after.Rect) {
		ring(small, at.On(small.Rect.Size()))
		what += ", a magenta ring where the robot acted"
	}
	p, err := encodePicture(what, small)
	q.pictures = append(q.pictures, p)
	return err
}

// pixels are a picture's; nil where there are none.
func pixels(p *screen.Picture) *image.RGBA {
	if p == nil {
		return nil
	}
	img, err := p.RGBA()
	if err != nil {
		return nil // the checks have said so; the picture after is what is asked about
	}
	return img
}

// rescaled is a box of a picture of one size on a picture of another.
func rescaled(r image.Rectangle, from, to image.Point) image.Rectangle {
	if from == to {
		return r
	}
	return image.Rect(r.Min.X*to.X/from.X, r.Min.Y*to.Y/from.Y, (r.Max.X*to.X+from.X-1)/from.X, (r.Max.Y*to.Y+from.Y-1)/from.Y)
}

// key names the question for a model: the same pictures, words, prompt and model have the same key.
func (q *question) key(digest string) string {
	sum := sha256.New()
	part := func(data []byte) {
		h := sha256.Sum256(data)
		sum.Write(h[:])
	}
	for _, s := range []string{q.kind.name(), digest, fmt.Sprint(options()), string(answerSchema), q.instructions, q.data} {
		part([]byte(s))
	}
	for _, p := range q.pictures {
		part(p.data)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
