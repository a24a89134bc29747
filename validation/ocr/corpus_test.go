package ocr

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"image"
	"image/draw"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
)

// corpusDir is the shared corpus of screenshots; the test is skipped without it.
func corpusDir(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("measuring the reading of text takes a minute; not in short mode")
	}
	dir := cmp.Or(os.Getenv("VIGIE_CORPUS"), filepath.Join("..", "..", "..", "shared", "corpus"))
	if _, err := os.Stat(filepath.Join(dir, "ocr-midscene")); err != nil {
		t.Skipf("no corpus in %q; set VIGIE_CORPUS to measure the reading of text", dir)
	}
	return dir
}

func loadPicture(t testing.TB, path string) *image.RGBA {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	im, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("decode %q: %v", path, err)
	}
	if rgba, ok := im.(*image.RGBA); ok {
		return rgba
	}
	rgba := image.NewRGBA(im.Bounds())
	draw.Draw(rgba, rgba.Bounds(), im, im.Bounds().Min, draw.Src)
	return rgba
}

func readJSONLines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, 1<<22)
	for scanner.Scan() {
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			t.Fatalf("read %q: %v", path, err)
		}
		all = append(all, v)
	}
	if err := scanner.Err(); err != nil {
		t.Fatalf("read %q: %v", path, err)
	}
	return all
}

// corpusStep is what the measurement needs of a recorded step.
type corpusStep struct {
	ID     string `json:"id"`
	Action struct {
		Type   string `json:"type"`
		ByText string `json:"by_text"`
		Target struct {
			ByText string `json:"by_text"`
		} `json:"target_spec"`
	} `json:"action"`
	Result struct {
		Position *struct {
			X float64 `json:"x_pct"`
			Y float64 `json:"y_pct"`
		} `json:"actual_position"`
	} `json:"result"`
	Screenshots struct {
		Before string   `json:"before"`
		After  []string `json:"after"`
	} `json:"screenshots"`
	Truth struct {
		Effect string `json:"effect"`
	} `json:"truth"`
}

// labelCase is a label that was clicked: it stands at the point in one of the pictures.
type labelCase struct {
	id, label, dir string
	x, y           float64
	pictures       []string
}

func clicked(action string) bool {
	return !slices.Contains([]string{"type_text", "type", "type_secret", "scroll", "scroll_to_anchor", "drag_drop_anchor"}, action)
}

func labelCases(tb testing.TB, dir string) []labelCase {
	tb.Helper()
	var cases []labelCase
	for _, part := range []string{"web", "native", "field"} {
		sub := filepath.Join(dir, part, "dev")
		for _, s := range readJSONLines[corpusStep](tb, filepath.Join(sub, "steps.jsonl")) {
			label := cmp.Or(s.Action.ByText, s.Action.Target.ByText)
			if s.Truth.Effect != "achieved" || label == "" || s.Result.Position == nil || !clicked(s.Action.Type) {
				continue
			}
			cases = append(cases, labelCase{
				id: s.ID, label: label, dir: sub, x: s.Result.Position.X, y: s.Result.Position.Y,
				pictures: append(slices.Clone(s.Screenshots.After), s.Screenshots.Before),
			})
		}
	}
	return cases
}

// way is a way to read around a point.
type way struct {
	name string
	// least is the share of labels that must be read.
	least float64
	read  func(picture *image.RGBA, at image.Point, label string) ([]Line, error)
}

func ways(p *Pool) []way {
	ctx := context.Background()
	box := func(at image.Point, w, h int) image.Rectangle {
		return image.Rect(at.X-w/2, at.Y-h/2, at.X+w/2, at.Y+h/2)
	}
	return []way{
		{"160×160, sparse mode", 0, func(im *image.RGBA, at image.Point, label string) ([]Line, error) {
			return sparseAsIs(ctx, p, im, box(at, 160, 160))
		}},
		{"240×60, lines", 0.75, func(im *image.RGBA, at image.Point, label string) ([]Line, error) {
			return p.Read(ctx, im, box(at, 240, 60))
		}},
		{"nearest of 800×240", 0.97, func(im *image.RGBA, at image.Point, label string) ([]Line, error) {
			return readNear(ctx, p, im, box(at, 800, 240), at, label)
		}},
	}
}

// readNear reads the lines of a region, the nearest to the point first, until the label is among them.
func readNear(ctx context.Context, p *Pool, im *image.RGBA, region image.Rectangle, at image.Point, label string) ([]Line, error) {
	boxes := FindLines(im, region)
	slices.SortStableFunc(boxes, func(a, b image.Rectangle) int { return cmp.Compare(distanceTo(a, at), distanceTo(b, at)) })
	var lines []Line
	for _, b := range boxes {
		line, err := p.ReadLine(ctx, im, b)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
		if _, ok := Find(lines, label); ok {
			break
		}
	}
	return lines, nil
}

// distanceTo is how far the point lies from the box, 0 inside; rows count double, since a label stands beside its widget.
func distanceTo(box image.Rectangle, at image.Point) float64 {
	dx := max(box.Min.X-at.X, at.X-box.Max.X+1, 0)
	dy := max(box.Min.Y-at.Y, at.Y-box.Max.Y+1, 0)
	return math.Hypot(float64(dx), 2*float64(dy))
}

// sparseAsIs reads a region without enlarging it, in Tesseract's sparse mode, as a plain crop would be read.
func sparseAsIs(ctx context.Context, p *Pool, im *image.RGBA, region image.Rectangle) ([]Line, error) {
	region = region.Intersect(im.Bounds())
	if region.Empty() {
		return nil, nil
	}
	pl := newPlane(region)
	for y := range pl.height() {
		for x := range pl.width() {
			c := im.RGBAAt(region.Min.X+x, region.Min.Y+y)
			pl.row(y)[x] = byte((299*int(c.R) + 587*int(c.G) + 114*int(c.B)) / 1000)
		}
	}
	reads, err := p.recognise(ctx, pl, modeSparse)
	lines := make([]Line, len(reads))
	for _, r := range reads {
		lines[r.line].Words = append(lines[r.line].Words, r.Word)
	}
	return slices.DeleteFunc(lines, func(l Line) bool { return len(l.Words) == 0 }), err
}

func TestCorpusLabels(t *testing.T) {
	dir := corpusDir(t)
	p, err := New(Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	cases := labelCases(t, dir)
	for _, w := range ways(p) {
		var times []time.Duration
		found := 0
		for _, c := range cases {
			ok, took, best := false, []time.Duration(nil), ""
			for _, name := range c.pictures {
				im := loadPicture(t, filepath.Join(c.dir, name))
				at := image.Pt(int(c.x*float64(im.Rect.Dx())), int(c.y*float64(im.Rect.Dy())))
				start := time.Now()
				lines, err := w.read(im, at, c.label)
				took = append(took, time.Since(start))
				if err != nil {
					t.Fatal(err)
				}
				if _, ok = Find(lines, c.label); ok {
					break
				}
				var texts []string
				for _, l := range lines {
					texts = append(texts, l.Text())
				}
				best += name + ": " + strings.Join(texts, " / ") + "\n    "
			}
			times = append(times, took...)
			if ok {
				found++
			} else if testing.Verbose() {
				t.Logf("%s: %s: %q not read in\n    %s", w.name, c.id, c.label, best)
			}
		}
		slices.Sort(times)
		t.Logf("%-24s %3d of %3d labels, %.1f %%, median %v, p95 %v", w.name, found, len(cases), 100*float64(found)/float64(len(cases)),
			times[len(times)/2].Round(100*time.Microsecond), times[len(times)*95/100].Round(100*time.Microsecond))
		if share := float64(found) / float64(len(cases)); share < w.least {
			t.Errorf("%s: %.3f of the labels are read, want %.2f", w.name, share, w.least)
		}
	}
}

// truthText is a text of a real page with its box.
type truthText struct {
	Image    string `json:"image"`
	Text     string `json:"text"`
	Box      [4]int `json:"bbox"`
	Language string `json:"language"`
}

func latin(s string) bool {
	letters := false
	for _, r := range s {
		if r > 0x24f && !unicode.IsPunct(r) && !unicode.IsSpace(r) {
			return false
		}
		letters = letters || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return letters
}

func TestCorpusPages(t *testing.T) {
	dir := filepath.Join(corpusDir(t), "ocr-midscene")
	p, err := New(Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	pictures := map[string]*image.RGBA{}
	type tally struct {
		name         string
		pad          int
		read         func(*image.RGBA, image.Rectangle) ([]Line, error)
		exact, found int
		words        float64
		times        []time.Duration
	}
	ctx := context.Background()
	tallies := []*tally{
		{name: "sparse mode", pad: 8, read: func(im *image.RGBA, r image.Rectangle) ([]Line, error) { return sparseAsIs(ctx, p, im, r) }},
		{name: "lines", pad: 6, read: func(im *image.RGBA, r image.Rectangle) ([]Line, error) { return p.Read(ctx, im, r) }},
	}
	texts, wordCount := 0, 0
	for _, truth := range readJSONLines[truthText](t, filepath.Join(dir, "ocr_truth.jsonl")) {
		if !latin(truth.Text) {
			continue
		}
		im := pictures[truth.Image]
		if im == nil {
			im = loadPicture(t, filepath.Join(dir, truth.Image))
			pictures[truth.Image] = im
		}
		texts++
		words := len(strings.Fields(truth.Text))
		wordCount += words
		for _, k := range tallies {
			box := image.Rect(truth.Box[0], truth.Box[1], truth.Box[2], truth.Box[3]).Inset(-k.pad)
			start := time.Now()
			lines, err := k.read(im, box)
			k.times = append(k.times, time.Since(start))
			if err != nil {
				t.Fatal(err)
			}
			var read []string
			for _, l := range lines {
				read = append(read, l.Text())
			}
			all := strings.Join(read, " ")
			if Fold(all) == Fold(truth.Text) {
				k.exact++
			} else if testing.Verbose() {
				t.Logf("inexact %s %s %v: %q read as %q", k.name, truth.Image, truth.Box, truth.Text, read)
			}
			k.words += Tokens(all, truth.Text) * float64(words)
			if _, ok := Find(lines, truth.Text); ok {
				k.found++
			} else if testing.Verbose() {
				t.Logf("%s: %s %v: %q read as %q", k.name, truth.Image, truth.Box, truth.Text, read)
			}
		}
	}
	for _, k := range tallies {
		slices.Sort(k.times)
		n := float64(texts) / 100
		t.Logf("%-12s of %d texts with %d words: labels found %.1f %%, exactly %.1f %%, words %.1f %%, median %v, p95 %v", k.name, texts, wordCount,
			float64(k.found)/n, float64(k.exact)/n, 100*k.words/float64(wordCount), k.times[texts/2].Round(100*time.Microsecond), k.times[texts*95/100].Round(100*time.Microsecond))
	}
}
