package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/gofont/gomono"

	own "vigie/ui/widget"
)

// Colour names of the window beside Fyne's.
const (
	colorCard     fyne.ThemeColorName = "vigieCard"     // surface of cards, lists and bars
	colorRail     fyne.ThemeColorName = "vigieRail"     // surface of the navigation
	colorAlert    fyne.ThemeColorName = "vigieAlert"    // surface of the pause bar while a person is waited for
	colorComplete fyne.ThemeColorName = "vigieComplete" // the step worked
	colorContinue fyne.ThemeColorName = "vigieContinue" // not settled yet
	colorFailed   fyne.ThemeColorName = "vigieFailed"   // the step failed
	colorQuiet    fyne.ThemeColorName = "vigieQuiet"    // secondary text
	colorLegend   fyne.ThemeColorName = "vigieLegend"   // surface of the legend of the marks on screenshots
	colorOnLegend fyne.ThemeColorName = "vigieOnLegend" // text on it
)

// shades are a colour in the light and in the dark theme.
type shades struct{ light, dark color.NRGBA }

func rgb(hex uint32) color.NRGBA { return rgba(hex<<8 | 0xFF) }

func rgba(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 24), G: uint8(hex >> 16), B: uint8(hex >> 8), A: uint8(hex)} //nolint:gosec // bytes of the number
}

// palette holds every colour of the window. theme_test.go measures the contrast of all pairs that carry text or signs.
var palette = map[fyne.ThemeColorName]shades{
	theme.ColorNameBackground:          {rgb(0xEEF1F4), rgb(0x11161B)},
	theme.ColorNameForeground:          {rgb(0x17212B), rgb(0xE9EEF3)},
	theme.ColorNamePlaceHolder:         {rgb(0x4F5D6A), rgb(0xA9B5C0)},
	theme.ColorNameDisabled:            {rgb(0x5A6773), rgb(0x9AA6B2)},
	theme.ColorNameButton:              {rgb(0xDDE4EA), rgb(0x2A353F)},
	theme.ColorNameDisabledButton:      {rgb(0xE6EAEE), rgb(0x1E262D)},
	theme.ColorNamePrimary:             {rgb(0x0B5CAD), rgb(0x7DBBF8)},
	theme.ColorNameForegroundOnPrimary: {rgb(0xFFFFFF), rgb(0x0A1826)},
	theme.ColorNameHyperlink:           {rgb(0x0B5CAD), rgb(0x7DBBF8)},
	theme.ColorNameFocus:               {rgba(0x0B5CAD55), rgba(0x7DBBF866)},
	theme.ColorNameHover:               {rgba(0x17212B14), rgba(0xFFFFFF14)},
	theme.ColorNamePressed:             {rgba(0x17212B26), rgba(0xFFFFFF26)},
	theme.ColorNameSelection:           {rgb(0xCDE2F7), rgb(0x1F4264)},
	theme.ColorNameInputBackground:     {rgb(0xF7F9FA), rgb(0x0C1014)},
	theme.ColorNameInputBorder:         {rgb(0x7F8B97), rgb(0x73818F)},
	theme.ColorNameHeaderBackground:    {rgb(0xE3E8ED), rgb(0x20282F)},
	theme.ColorNameMenuBackground:      {rgb(0xFFFFFF), rgb(0x20282F)},
	theme.ColorNameOverlayBackground:   {rgb(0xFFFFFF), rgb(0x1A2128)},
	theme.ColorNameSeparator:           {rgb(0xD3DAE0), rgb(0x303A44)},
	theme.ColorNameScrollBar:           {rgba(0x17212B88), rgba(0xFFFFFF88)},
	theme.ColorNameScrollBarBackground: {rgba(0x17212B10), rgba(0xFFFFFF10)},
	theme.ColorNameShadow:              {rgba(0x00000033), rgba(0x00000088)},
	theme.ColorNameError:               {rgb(0xB3261E), rgb(0xFF9A91)},
	theme.ColorNameForegroundOnError:   {rgb(0xFFFFFF), rgb(0x2B0805)},
	theme.ColorNameSuccess:             {rgb(0x17693A), rgb(0x7FDCA0)},
	theme.ColorNameForegroundOnSuccess: {rgb(0xFFFFFF), rgb(0x04200F)},
	theme.ColorNameWarning:             {rgb(0x7F4B00), rgb(0xF6C35B)},
	theme.ColorNameForegroundOnWarning: {rgb(0xFFFFFF), rgb(0x241600)},

	colorCard:     {rgb(0xFFFFFF), rgb(0x1A2128)},
	colorRail:     {rgb(0xE0E6EB), rgb(0x0B0F13)},
	colorAlert:    {rgb(0xFFF1D6), rgb(0x3A2C0B)},
	colorComplete: {rgb(0x17693A), rgb(0x7FDCA0)},
	colorContinue: {rgb(0x7F4B00), rgb(0xF6C35B)},
	colorFailed:   {rgb(0xB3261E), rgb(0xFF9A91)},
	colorQuiet:    {rgb(0x4F5D6A), rgb(0xA9B5C0)},

	// Marks lie on screenshots, which are mostly light whatever the window's theme: they are the same in both, and so is
	// the ground of their legend.
	own.ColorHalo:    {rgba(0xFFFFFFE0), rgba(0xFFFFFFE0)},
	own.ColorDecided: {rgb(0x0050C8), rgb(0x0050C8)},
	own.ColorLooked:  {rgb(0x55636F), rgb(0x55636F)},
	own.ColorWords:   {rgb(0x00695C), rgb(0x00695C)},
	own.ColorDialog:  {rgb(0xA84300), rgb(0xA84300)},
	own.ColorActed:   {rgb(0xC00000), rgb(0xC00000)},
	own.ColorPlanned: {rgb(0x7B1FA2), rgb(0x7B1FA2)},
	own.ColorChanged: {rgb(0xA3005C), rgb(0xA3005C)},
	own.ColorZone:    {rgba(0x1B2430B0), rgba(0x1B2430B0)},
	colorLegend:      {rgb(0xEEF1F4), rgb(0xE3E8ED)},
	colorOnLegend:    {rgb(0x17212B), rgb(0x17212B)},
}

// Choices of the colour theme, as the preferences keep them.
const (
	ThemeSystem = "system"
	ThemeLight  = "light"
	ThemeDark   = "dark"
)

// look is the window's theme: its own colours and sizes, Fyne's fonts and icons.
type look struct {
	choice string // ThemeSystem, ThemeLight or ThemeDark
}

// Color is the palette's colour, in the variant that was chosen or that the system asks for.
func (l look) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	both, ok := palette[name]
	if !ok {
		return theme.DefaultTheme().Color(name, l.variant(variant))
	}
	if l.variant(variant) == theme.VariantDark {
		return both.dark
	}
	return both.light
}

func (l look) variant(system fyne.ThemeVariant) fyne.ThemeVariant {
	switch l.choice {
	case ThemeLight:
		return theme.VariantLight
	case ThemeDark:
		return theme.VariantDark
	default:
		return system
	}
}

// monospace is the Go project's font for code and for texts that were read. In Fyne's own, an underscore lies so low that it
// is cut off, and a read "a_b" looks like "a b".
var monospace = fyne.NewStaticResource("Go-Mono.ttf", gomono.TTF)

// Font is Fyne's, but for fixed widths.
func (look) Font(style fyne.TextStyle) fyne.Resource {
	if style.Monospace {
		return monospace
	}
	return theme.DefaultTheme().Font(style)
}

// Icon is Fyne's.
func (look) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Size is Fyne's, but for texts and paddings, which are a little tighter: there is much to see on a small screen.
func (look) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return 13
	case theme.SizeNameCaptionText:
		return 11.5
	case theme.SizeNameSubHeadingText:
		return 16
	case theme.SizeNameHeadingText:
		return 20
	case theme.SizeNameInnerPadding:
		return 6
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius:
		return 4
	default:
		return theme.DefaultTheme().Size(name)
	}
}
