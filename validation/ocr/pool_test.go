package ocr

import (
	"errors"
	"strings"
	"testing"
)

func TestMissingLanguageNamesThePackage(t *testing.T) {
	_, err := New(Config{Languages: []string{"eng", "chi_sim"}, Workers: 1})
	var missing *LanguageError
	if !errors.As(err, &missing) {
		t.Fatalf("New(chi_sim) = %v, want a *LanguageError", err)
	}
	if !strings.Contains(err.Error(), "chi_sim") || !strings.Contains(err.Error(), "tesseract-ocr-chi-sim") {
		t.Errorf("error %q doesn't name language and package", err)
	}
}
