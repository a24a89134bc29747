package check

import (
	"context"
	"image"
	"regexp"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Anchor asks whether a text is on the screen: for waits and verifications.
type Anchor struct{}

// Name is the checker's name.
func (Anchor) Name() string { return validation.CheckAnchor }

// Check reads the screen around the anchor's place first, then the whole of it.
func (Anchor) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	want := anchorText(s)
	if want == "" {
		return doubt(.3, validation.UnknownCategory, validation.Say("no_label")), nil
	}
	match, ok, err := findOnScreen(ctx, s, want)
	if err != nil {
		return validation.Finding{}, err
	}
	var f validation.Finding
	if ok && (s.Kind != "verify_text_content" || match.Score >= .9) {
		f = complete(.9, validation.Say("anchor_visible", "text", want))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, match.Box))
		f.Evidence.Words = match.Words
	} else {
		f = anchorMissing(ctx, s, want)
	}
	f.Evidence.Expected = want
	return f, nil
}

func anchorText(s *validation.Scene) string {
	if s.Context.ExpectedText != "" {
		return s.Context.ExpectedText
	}
	return s.Label()
}

// findOnScreen looks for a text around the step's place, then on the whole screen.
func findOnScreen(ctx context.Context, s *validation.Scene, want string) (ocr.Match, bool, error) {
	after := s.After()
	regions := []image.Rectangle{after.Rect}
	if at, ok := s.At(); ok && at.In(after.Rect) {
		regions = []image.Rectangle{screen.Around(at, s.Px(640), s.Px(120), after.Rect), after.Rect}
	}
	for _, region := range regions {
		if m, ok, err := find(ctx, s, after, region, want); ok || err != nil {
			return m, ok, err
		}
	}
	return ocr.Match{}, false, nil
}

// anchorMissing: the text is not there. A wait goes on while the screen is busy; a verification has failed.
func anchorMissing(ctx context.Context, s *validation.Scene, want string) validation.Finding {
	reason := validation.Say("anchor_missing", "text", want)
	if s.Kind != "wait_for_anchor" {
		return terminate(.88, validation.OCRTextMissing, reason)
	}
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if busyScreen(ctx, s) {
		return pending(.86, validation.Say("busy_screen"))
	}
	return terminate(.86, validation.OCRTextMissing, reason)
}

// busyScreen says whether something on the screen moves or says that it is at work.
func busyScreen(ctx context.Context, s *validation.Scene) bool {
	e := effectOf(ctx, s)
	if len(e.content) > 0 {
		return true
	}
	lines, err := s.Read(ctx, s.After(), s.After().Rect)
	if err != nil {
		return false
	}
	for _, l := range lines {
		if saysBusy(l.Text()) || underWay.MatchString(l.Text()) {
			return true
		}
	}
	return false
}

// underWay is a progress that has not reached its end, or a short line that ends in an ellipsis, where something is
// waited for.
var underWay = regexp.MustCompile(`^\D{0,20}\b\d{1,2} ?%|^\S+( \S+){0,4} ?(…|\.\.\.)$`)
