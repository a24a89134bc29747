package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"vigie/validation"
	"vigie/validation/screen"
)

// script is a model server that answers as told.
type script struct {
	*httptest.Server
	mu     sync.Mutex
	models []map[string]any          // of /api/tags
	shows  map[string]map[string]any // of /api/show, by name
	chat   func(n int, w http.ResponseWriter, r *http.Request, body map[string]any)
	bodies []map[string]any // of /api/chat
	calls  map[string]int   // by path
}

const modelName = "see:1b"

// newScript is a server that holds one model with vision and answers with the same text.
func newScript(t *testing.T, text string) *script {
	t.Helper()
	s := &script{calls: map[string]int{}}
	s.models = []map[string]any{{"name": modelName, "digest": "d1", "size": 7}}
	s.shows = map[string]map[string]any{modelName: {"capabilities": []string{"completion", "vision"}}}
	s.chat = func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) { reply200(w, text) }
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// reply200 is a whole answer.
func reply200(w http.ResponseWriter, text string) {
	writeJSON(w, map[string]any{
		"model": modelName, "message": map[string]any{"role": "assistant", "content": text}, "done": true, "done_reason": "stop",
		"prompt_eval_count": 900, "eval_count": 40, "total_duration": 5, "load_duration": 2,
	})
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(err)
	}
}

func (s *script) serve(w http.ResponseWriter, r *http.Request) {
	var body map[string]any
	_ = json.NewDecoder(r.Body).Decode(&body)
	s.mu.Lock()
	s.calls[r.URL.Path]++
	models, shows, chat := s.models, s.shows, s.chat
	n := 0
	if r.URL.Path == "/api/chat" {
		s.bodies = append(s.bodies, body)
		n = len(s.bodies)
	}
	s.mu.Unlock()
	switch r.URL.Path {
	case "/api/tags":
		writeJSON(w, map[string]any{"models": models})
	case "/api/ps":
		writeJSON(w, map[string]any{"models": []any{}})
	case "/api/show":
		name, _ := body["model"].(string)
		show, ok := shows[name]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			writeJSON(w, map[string]any{"error": "model '" + name + "' not found"})
			return
		}
		writeJSON(w, show)
	case "/api/chat":
		chat(n, w, r, body)
	default:
		http.NotFound(w, r)
	}
}

func (s *script) change(f func(*script)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s)
}

func (s *script) count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[path]
}

// newJudge is a judge of a server.
func newJudge(t *testing.T, c Config) *Judge {
	t.Helper()
	c.Enabled = true
	j, err := New(Params{Config: c})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// said is an answer of the form that the schema asks for.
func said(choice, category string, confidence float64) string {
	data, err := json.Marshal(map[string]any{
		"page_info": "A list of patients", "thoughts": "The tab is highlighted", "answer": choice, "failure_category": category,
		"confidence": confidence,
	})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// memory is a cache.
type memory struct {
	mu   sync.Mutex
	kept map[string][]byte
	err  error
}

func (m *memory) Answer(_ context.Context, key string) ([]byte, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.kept[key]
	return data, ok, m.err
}

func (m *memory) KeepAnswer(_ context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	if m.kept == nil {
		m.kept = map[string][]byte{}
	}
	m.kept[key] = data
	return nil
}

// canvas is a white screen.
func canvas(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

// encoded is a picture of pixels.
func encoded(img image.Image) *screen.Picture {
	var data bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&data, img); err != nil {
		panic(err)
	}
	p, err := screen.Load(data.Bytes())
	if err != nil {
		panic(err)
	}
	return p
}

// letters writes a text on a screen.
func letters(img *image.RGBA, at image.Point, s string) {
	d := font.Drawer{Dst: img, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(s)
}

// tabs are the screens before and after a click on a tab, made once.
var tabs = sync.OnceValue(func() [2]*screen.Picture {
	before, after := canvas(800, 600), canvas(800, 600)
	letters(before, image.Pt(300, 100), "Imagerie")
	draw.Draw(after, image.Rect(290, 85, 370, 110), image.NewUniform(color.RGBA{R: 40, G: 80, B: 160, A: 255}), image.Point{}, draw.Src)
	letters(after, image.Pt(300, 100), "Imagerie")
	return [2]*screen.Picture{encoded(before), encoded(after)}
})

// click is a step whose tab became dark, and of which a check doubts.
func click(t testing.TB) (*validation.Step, []validation.Finding) {
	t.Helper()
	shots := tabs()
	step := &validation.Step{
		Action: validation.Action{Type: "click", ByText: "Imagerie", At: &validation.Point{X: .41, Y: .16}},
		Result: validation.Result{Success: true}, Context: validation.Context{Label: "Ouvrir Imagerie", ExpectedResult: "L'onglet est ouvert"},
		Before: shots[0], After: []*screen.Picture{shots[1]}, Language: "fr", Previous: "Ouvrir le dossier",
	}
	findings := []validation.Finding{{
		Check: validation.CheckOCRRegion, Verdict: validation.Continue, Confidence: .4, Category: validation.OCRTextMissing,
		Reason:   validation.Say("label_unread", "label", "Imagerie"),
		Evidence: validation.Evidence{Read: "Irnagerie", Expected: "Imagerie"},
		Regions:  []validation.Region{{Box: image.Rect(280, 80, 380, 120), Role: validation.RoleDecided, On: "after"}},
	}}
	return step, findings
}
