package replay

import (
	"context"
	"slices"

	"vigie/validation"
	"vigie/validation/mask"
	"vigie/validation/screen"
)

// Sight is what becomes of a step's pictures.
type Sight struct {
	// Kept is what is stored and shown.
	Kept Pictures
	// Judged is what the validator sees: what is kept, but for the step that typed a secret, whose field is compared as it
	// came.
	Judged Pictures
	// Covered are the boxes that are covered in what is kept.
	Covered []mask.Cover
}

// Redact covers in a step's pictures what must not be kept of them: the zones, and where the redactor's session typed
// secrets.
func Redact(r *mask.Redactor, zones []mask.Zone, step *validation.Step) (Sight, error) {
	shown, err := r.Redact(step, zones)
	if err != nil {
		return Sight{}, err
	}
	kept := Pictures{Before: shown.Before, After: shown.After}
	judged := kept
	if step.Secret() {
		judged = Pictures{Before: step.Before, After: step.After}
	}
	return Sight{Kept: kept, Judged: judged, Covered: shown.Covers}, nil
}

// zones are those of a workflow.
func (s *Supervisor) zones(workflow string) []mask.Zone {
	if s.p.Zones == nil {
		return nil
	}
	return s.p.Zones(workflow)
}

// recallSecrets brings back where a session typed secrets. The caller holds the life's lock.
func (s *Supervisor) recallSecrets(ctx context.Context, l *life) {
	if l.m.Ended() {
		return
	}
	for _, r := range secretReports(l.reports) {
		l.redactor.Recall(r.Covered, s.newestPicture(ctx, r.Event.Screenshots))
	}
}

// secretReports are those of steps that typed a secret, oldest first; of those that typed at the same places, the newest
// stands for all.
func secretReports(reports []*Report) []*Report {
	var all []*Report
	known := map[mask.Cover]bool{}
	for _, r := range slices.Backward(reports) {
		if r.Event.Action.Type != typeSecret {
			continue
		}
		places := len(known)
		for _, c := range r.Covered {
			known[c] = true
		}
		if len(known) > places {
			all = append(all, r)
		}
	}
	slices.Reverse(all)
	return all
}

// newestPicture is the last of a step's stored pictures; nil where there is none, or none that can be read: what was
// covered then stays covered.
func (s *Supervisor) newestPicture(ctx context.Context, named Screenshots) *screen.Picture {
	hash := named.Before
	if n := len(named.After); n > 0 {
		hash = named.After[n-1]
	}
	if hash == "" {
		return nil
	}
	p, err := s.picture(ctx, hash)
	if err != nil {
		s.p.Log.Warn("replay: read where a secret was typed; it stays covered", "picture", hash, "error", err)
		return nil
	}
	return p
}

// any says whether there is a picture.
func (s Screenshots) any() bool { return s.Before != "" || len(s.After) > 0 }
