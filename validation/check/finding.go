package check

import (
	"image"

	"vigie/validation"
)

// complete, pending, doubt and terminate are the four kinds of finding.
func complete(confidence float64, reason validation.Sentence) validation.Finding {
	return validation.Finding{Verdict: validation.Complete, Confidence: confidence, Reason: reason}
}

func terminate(confidence float64, category validation.Category, reason validation.Sentence) validation.Finding {
	return validation.Finding{Verdict: validation.Terminate, Confidence: confidence, Category: category, Reason: reason}
}

// pending says that the effect is under way: sure enough to hold a success back.
func pending(confidence float64, reason validation.Sentence) validation.Finding {
	return validation.Finding{Verdict: validation.Continue, Confidence: confidence, Category: validation.UILoading, Reason: reason}
}

// doubt says that this check cannot tell.
func doubt(confidence float64, category validation.Category, reason validation.Sentence) validation.Finding {
	return validation.Finding{Verdict: validation.Continue, Confidence: confidence, Category: category, Reason: reason}
}

func regionOn(on string, role validation.RegionRole, box image.Rectangle) validation.Region {
	return validation.Region{Box: box, Role: role, On: on}
}

// looksAt adds to a finding the part of the picture after that was looked at, where it shows none yet.
func looksAt(f validation.Finding, s *validation.Scene, box image.Rectangle) validation.Finding {
	after := s.After()
	if after == nil || len(f.Regions) > 0 {
		return f
	}
	if box = box.Intersect(after.Rect); !box.Empty() {
		f.Regions = append(f.Regions, regionOn("after", validation.RoleLooked, box))
	}
	return f
}

// firstRows are the rows of a picture in which a window's title stands, where it fills the screen.
func firstRows(s *validation.Scene) image.Rectangle {
	if s.After() == nil {
		return image.Rectangle{}
	}
	return image.Rect(0, 0, s.After().Rect.Max.X, s.Px(40))
}

// withAim adds to a finding what was read at the point.
func withAim(f validation.Finding, s *validation.Scene, a aim) validation.Finding {
	f.Evidence.Expected = s.Label()
	if f.Evidence.Read == "" {
		f.Evidence.Read = a.under.Text()
	}
	f.Regions = append(f.Regions, regionOn("before", validation.RoleLooked, a.region))
	if !a.widget.Empty() {
		f.Regions = append(f.Regions, regionOn("before", validation.RoleWidget, a.widget))
	}
	if !a.label.Empty() {
		f.Regions = append(f.Regions, regionOn("before", validation.RoleDecided, a.label))
	}
	for _, l := range a.lines {
		f.Evidence.Words = append(f.Evidence.Words, l.Words...)
	}
	return f
}
