// Package validation decides, from the screenshots before and after an action and from what the agent reported,
// whether the action had its effect.
//
// A [Step] goes in, an [Assessment] comes out. Which checkers look at which kind of action is data: see Matrix.
// The package knows neither window, nor disk, nor network; a vision model is reached through the [Judge] that its
// caller provides.
package validation
