package validation

// Scene is a step with what was seen of it so far: each look at the screen is taken once, when first asked for.
type Scene struct {
	*Step
}
