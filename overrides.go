package main

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"vigie/replay/settings"
)

// given are the names of the flags that stand on the command line; the parser puts the environment's values into the same
// fields.
type given []string

// givenBy finds them.
func givenBy(call *kong.Context) (all given) {
	for _, p := range call.Path {
		if p.Flag != nil {
			all = append(all, p.Flag.Name)
		}
	}
	return all
}

// override is what a flag or its variable says of a setting; none where value is nil.
func override[T any](g given, key settings.Key, flag, variable string, value *T) []settings.Override {
	if value == nil {
		return nil
	}
	o := settings.Override{Key: key, Source: settings.FromEnvironment, Name: variable, Value: *value}
	if slices.Contains(g, flag) {
		o.Source, o.Name = settings.FromFlag, "--"+flag
	}
	return []settings.Override{o}
}

// overrides are the settings that flags and the environment hold.
func (c *watchCmd) overrides() []settings.Override {
	g := c.given
	return slices.Concat(
		override(g, settings.ValidatorEnabled, "validator", "RPA_VALIDATOR_ENABLED", c.Validator),
		override(g, settings.ValidatorShadow, "shadow", "RPA_VALIDATOR_SHADOW", c.Shadow),
		override(g, settings.JudgeEnabled, "judge", "RPA_VALIDATOR_LLM_JUDGE_ENABLED", c.Judge),
		override(g, settings.JudgeHost, "judge-host", "RPA_VALIDATOR_LLM_JUDGE_HOST", c.JudgeHost),
		override(g, settings.JudgeModel, "model", "RPA_VALIDATOR_LLM_JUDGE_MODEL", c.JudgeModel),
		override(g, settings.JudgeAskTwice, "ask-twice", "", c.AskTwice),
		override(g, settings.OCRRadius, "ocr-radius", "RPA_VALIDATOR_OCR_ROI_RADIUS", c.OCRRadius),
		override(g, settings.Escalation, "escalation", "RPA_VALIDATOR_ESCALATION_THRESHOLD", c.Escalation),
		override(g, settings.ListenRemote, "remote", "VIGIE_REMOTE", c.Remote),
		override(g, settings.Roots, "root", "", c.roots()),
	)
}

// roots are the folders of the flag, whole, as the checks want them; nil where there are none.
func (c *watchCmd) roots() *[]string {
	if len(c.Roots) == 0 {
		return nil
	}
	all := make([]string, 0, len(c.Roots))
	for _, root := range c.Roots {
		if abs, err := filepath.Abs(root); err == nil {
			root = abs
		}
		all = append(all, root)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return &all
}

// isFolder says whether a path is a folder's.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
