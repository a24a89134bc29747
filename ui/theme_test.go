package ui

import (
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// contrast is the contrast of two colours as WCAG 2.1 defines it, 1…21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// over is a colour over an opaque one.
func over(top, ground color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*int(top.A) + int(b)*(255-int(top.A))) / 255)
	}
	return color.NRGBA{R: mix(top.R, ground.R), G: mix(top.G, ground.G), B: mix(top.B, ground.B), A: 255}
}

// textOn are the surfaces on which each colour carries text or a sign.
var textOn = map[fyne.ThemeColorName][]fyne.ThemeColorName{
	theme.ColorNameForeground: {
		theme.ColorNameBackground, colorCard, colorRail, colorAlert, theme.ColorNameSelection, theme.ColorNameButton,
		theme.ColorNameInputBackground, theme.ColorNameHeaderBackground, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground,
	},
	colorQuiet:                         {theme.ColorNameBackground, colorCard, colorRail, colorAlert, theme.ColorNameSelection, theme.ColorNameHeaderBackground},
	theme.ColorNamePlaceHolder:         {theme.ColorNameInputBackground, colorCard, theme.ColorNameBackground},
	theme.ColorNameDisabled:            {theme.ColorNameDisabledButton, colorCard, colorAlert, theme.ColorNameBackground},
	colorComplete:                      {theme.ColorNameBackground, colorCard, colorAlert, theme.ColorNameSelection},
	colorContinue:                      {theme.ColorNameBackground, colorCard, colorAlert, theme.ColorNameSelection},
	colorFailed:                        {theme.ColorNameBackground, colorCard, colorAlert, theme.ColorNameSelection},
	theme.ColorNamePrimary:             {theme.ColorNameBackground, colorCard},
	theme.ColorNameError:               {theme.ColorNameBackground, colorCard},
	theme.ColorNameHyperlink:           {theme.ColorNameBackground, colorCard},
	own.ColorDecided:                   {colorLegend},
	own.ColorLooked:                    {colorLegend},
	own.ColorWords:                     {colorLegend},
	own.ColorDialog:                    {colorLegend},
	own.ColorActed:                     {colorLegend},
	own.ColorPlanned:                   {colorLegend},
	own.ColorChanged:                   {colorLegend},
	colorOnLegend:                      {colorLegend},
	theme.ColorNameForegroundOnPrimary: {theme.ColorNamePrimary},
	theme.ColorNameForegroundOnError:   {theme.ColorNameError},
	theme.ColorNameForegroundOnSuccess: {theme.ColorNameSuccess},
	theme.ColorNameForegroundOnWarning: {theme.ColorNameWarning},
}

const readable = 4.5

func TestTextStandsOutInBothThemes(t *testing.T) {
	for name, choice := range map[string]string{"light": ThemeLight, "dark": ThemeDark} {
		colors := look{choice: choice}
		of := func(n fyne.ThemeColorName) color.NRGBA { return colors.Color(n, theme.VariantLight).(color.NRGBA) }
		for text, grounds := range textOn {
			for _, ground := range grounds {
				if got := contrast(of(text), of(ground)); got < readable {
					t.Errorf("%s: %s on %s has a contrast of %.2f:1, want %.1f:1", name, text, ground, got, readable)
				}
			}
		}
	}
}

// outlines are what shows a control's shape, with the surfaces that it lies on.
var outlines = map[fyne.ThemeColorName][]fyne.ThemeColorName{
	theme.ColorNameInputBorder: {theme.ColorNameInputBackground, colorCard, colorAlert, theme.ColorNameBackground},
	theme.ColorNamePrimary:     {theme.ColorNameSeparator, colorRail},
	colorComplete:              {theme.ColorNameSeparator},
	colorContinue:              {theme.ColorNameSeparator},
	colorFailed:                {theme.ColorNameSeparator},
}

func TestControlsAndBarsStandOutInBothThemes(t *testing.T) {
	const visible = 3 // WCAG 2.1, 1.4.11
	for name, choice := range map[string]string{"light": ThemeLight, "dark": ThemeDark} {
		colors := look{choice: choice}
		of := func(n fyne.ThemeColorName) color.NRGBA { return colors.Color(n, theme.VariantLight).(color.NRGBA) }
		for line, grounds := range outlines {
			for _, ground := range grounds {
				if got := contrast(of(line), of(ground)); got < visible {
					t.Errorf("%s: %s on %s has a contrast of %.2f:1, want %d:1", name, line, ground, got, visible)
				}
			}
		}
	}
}

// TestEveryColourThatCarriesTextIsMeasured finds a colour of the palette that somebody added and nobody measures.
func TestEveryColourThatCarriesTextIsMeasured(t *testing.T) {
	measured := map[fyne.ThemeColorName]bool{
		// Drawn over others, and part of what is measured under them; or lines and shadows that carry nothing.
		theme.ColorNameFocus: true, theme.ColorNameHover: true, theme.ColorNamePressed: true, theme.ColorNameShadow: true,
		theme.ColorNameScrollBar: true, theme.ColorNameScrollBarBackground: true, theme.ColorNameSeparator: true, own.ColorHalo: true, own.ColorZone: true,
	}
	for _, pairs := range []map[fyne.ThemeColorName][]fyne.ThemeColorName{textOn, outlines} {
		for text, grounds := range pairs {
			measured[text] = true
			for _, ground := range grounds {
				measured[ground] = true
			}
		}
	}
	for name := range palette {
		if !measured[name] {
			t.Errorf("the contrast of %s is not measured", name)
		}
	}
}

func TestTextStandsOutWhereItIsHoveredFocusedOrPressed(t *testing.T) {
	for name, choice := range map[string]string{"light": ThemeLight, "dark": ThemeDark} {
		colors := look{choice: choice}
		of := func(n fyne.ThemeColorName) color.NRGBA { return colors.Color(n, theme.VariantLight).(color.NRGBA) }
		for _, state := range []fyne.ThemeColorName{theme.ColorNameHover, theme.ColorNameFocus, theme.ColorNamePressed} {
			for text, grounds := range map[fyne.ThemeColorName][]fyne.ThemeColorName{
				theme.ColorNameForeground:          {theme.ColorNameButton, colorCard, colorRail},
				theme.ColorNameForegroundOnPrimary: {theme.ColorNamePrimary},
				theme.ColorNameForegroundOnError:   {theme.ColorNameError},
				theme.ColorNameForegroundOnWarning: {theme.ColorNameWarning},
			} {
				for _, ground := range grounds {
					if got := contrast(of(text), over(of(state), of(ground))); got < readable {
						t.Errorf("%s: %s on %s under %s has a contrast of %.2f:1, want %.1f:1", name, text, ground, state, got, readable)
					}
				}
			}
		}
	}
}

func TestTheThemeFollowsTheSystemUnlessChosen(t *testing.T) {
	for _, test := range []struct {
		choice string
		system fyne.ThemeVariant
		want   color.NRGBA
	}{
		{ThemeSystem, theme.VariantLight, palette[colorCard].light},
		{ThemeSystem, theme.VariantDark, palette[colorCard].dark},
		{ThemeLight, theme.VariantDark, palette[colorCard].light},
		{ThemeDark, theme.VariantLight, palette[colorCard].dark},
	} {
		if got := (look{choice: test.choice}).Color(colorCard, test.system); got != test.want {
			t.Errorf("choice %q on system variant %d: %v, want %v", test.choice, test.system, got, test.want)
		}
	}
}

func TestAnUnderscoreIsSeenInEveryFont(t *testing.T) {
	const faint = 110 // of 255: what is lighter than that on white is overlooked
	for name, style := range map[string]fyne.TextStyle{"usual": {}, "bold": {Bold: true}, "fixed width": {Monospace: true}} {
		text := canvas.NewText("__", color.Black)
		text.TextStyle, text.TextSize = style, look{}.Size(theme.SizeNameText)
		if darkest := darkestOf(software.Render(text, look{choice: ThemeLight})); darkest > faint {
			t.Errorf("%s: an underscore is drawn in %d at its darkest, want %d or less", name, darkest, faint)
		}
	}
}

// darkestOf is the grey of a picture's darkest pixel.
func darkestOf(picture image.Image) uint8 {
	least := uint8(255)
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			least = min(least, color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)
		}
	}
	return least
}
