package ocr

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func testPool(t *testing.T) *Pool {
	t.Helper()
	p, err := New(Config{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

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

func TestInstalledLanguagesAreFoundByTheirData(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"fra.traineddata", "eng.traineddata", "osd.traineddata", "pdf.ttf"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := Languages(dir); !slices.Equal(got, []string{"eng", "fra"}) {
		t.Errorf("languages %q, want eng and fra", got)
	}
	if got := Languages(filepath.Join(dir, "none")); len(got) != 0 {
		t.Errorf("languages %q in a folder that is not there", got)
	}
	if got := Languages(""); !slices.Contains(got, "eng") {
		t.Errorf("languages %q lack eng, which the tests read with", got)
	}
}

func TestHostileLanguageIsRefused(t *testing.T) {
	for _, language := range []string{"", ".", "../fra", "fra/eng"} {
		if _, err := New(Config{Languages: []string{language}, Workers: 1}); err == nil {
			t.Errorf("New(%q) made a pool", language)
		}
	}
}

func TestReadAfterClose(t *testing.T) {
	p, im := testPool(t), crop(t, "tab-web")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Read(context.Background(), im, im.Rect); !errors.Is(err, ErrClosed) {
		t.Errorf("Read after Close = %v, want ErrClosed", err)
	}
}

func TestReadGivenUp(t *testing.T) {
	p, im := testPool(t), crop(t, "tab-web")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Read(ctx, im, im.Rect); !errors.Is(err, context.Canceled) {
		t.Errorf("Read with a cancelled context = %v, want context.Canceled", err)
	}
}

func TestReadNothing(t *testing.T) {
	p, im := testPool(t), crop(t, "tab-web")
	for _, region := range []image.Rectangle{{}, image.Rect(-20, -20, 0, 0), image.Rect(5000, 5000, 5100, 5100)} {
		if lines, err := p.Read(context.Background(), im, region); err != nil || len(lines) > 0 {
			t.Errorf("Read(%v) = %v, %v; want nothing", region, texts(lines), err)
		}
	}
}

func TestBrokenClientIsReplaced(t *testing.T) {
	p, im := testPool(t), crop(t, "coloured-button")
	for range cap(p.idle) {
		e := <-p.idle
		if err := e.close(); err != nil {
			t.Error(err)
		}
	}
	for range cap(p.idle) {
		p.idle <- &engine{}
	}
	failed := 0
	for range 2 * cap(p.idle) {
		if _, err := p.Read(context.Background(), im, im.Rect); err != nil {
			failed++
		}
	}
	if failed == 0 || failed > cap(p.idle) {
		t.Errorf("%d readings failed with %d broken clients", failed, cap(p.idle))
	}
	if line, err := p.ReadLine(context.Background(), im, im.Rect); err != nil || line.Text() != "Place the order" {
		t.Errorf("after the replacement: %q, %v", line.Text(), err)
	}
}

func TestReadFromManyAtOnce(t *testing.T) {
	p := testPool(t)
	var wg sync.WaitGroup
	for name, want := range map[string]string{"coloured-button": "Place the order", "selected-row": "Vidal Optique", "link": "Approve", "tab-gtk": "Police"} {
		im := crop(t, name)
		wg.Go(func() {
			lines, err := p.Read(context.Background(), im, im.Rect)
			if _, ok := Find(lines, want); err != nil || !ok {
				t.Errorf("%s: read %q, %v; want %q", name, texts(lines), err, want)
			}
		})
	}
	wg.Wait()
}
